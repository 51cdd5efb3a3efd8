"use client"
import { useRouter } from "next/navigation"
import { useRef, useState } from "react"
import { z } from "zod"
import { attachedSentence } from "#lib/view/attached.ts"

const report = z.object({
  attached: z.array(z.unknown()),
  known: z.int(),
  foreign: z.int(),
  unread: z.int(),
})
const refusal = z.object({ error: z.object({ message: z.string() }) })

/** Sends a file of captured traffic to a record; one sentence about what became of it. */
const attach = async (record: string, file: File): Promise<string> => {
  const answer = await fetch(`/v1/conversations/${encodeURIComponent(record)}/captures`, {
    method: "POST",
    headers: { "x-file-name": encodeURIComponent(file.name) },
    body: file,
  })
  const told: unknown = await answer.json().catch(() => undefined)
  const done = report.safeParse(told)
  if (done.success) return attachedSentence({ ...done.data, attached: done.data.attached.length })
  const refused = refusal.safeParse(told)
  return refused.success ? refused.data.error.message : `The server answered ${answer.status}; try again.`
}

/** Attaches captured traffic to the record whose requests are shown: what was really sent stands beside what it would have. */
export const AttachCapture = ({
  record,
  say,
}: {
  readonly record: string
  readonly say: (words: string) => void
}) => {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setBusy(true)
    say(`Reading ${file.name}…`)
    try {
      say(await attach(record, file))
      router.refresh()
    } catch {
      say("The connection to the server was lost; attach it again.")
    }
    setBusy(false)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="A file of captured traffic"
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = "" // the same file may be chosen again
        }}
      />
      <button
        type="button"
        data-button="plain"
        disabled={isBusy}
        title="An HTTP archive, or a log of claude-trace or claude-tap, of this record's session"
        onClick={() => input.current?.click()}
      >
        Attach a capture
      </button>
    </>
  )
}
