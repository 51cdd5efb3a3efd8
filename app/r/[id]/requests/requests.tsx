"use client"
import { useCallback, useEffect, useRef, useState } from "react"
import { Foot } from "#app/ui/frame.tsx"
import { curl } from "#lib/view/curl.ts"
import { badgeOf } from "#lib/view/request-proofs.ts"
import type { RequestRow } from "#lib/view/request-rows.ts"
import { number, plural } from "#lib/view/words.ts"
import { KeysDialog } from "../keys-help.tsx"
import { RequestPane } from "./request-pane.tsx"
import { RequestTable } from "./request-table.tsx"
import styles from "./requests.module.css"
import { RequestsBar } from "./requests-bar.tsx"
import { useNote } from "./use-note.ts"
import { requestKeys, useRequestKeys } from "./use-request-keys.ts"
import { type RequestsModel, type RequestsProps, useRequests } from "./use-requests.ts"

/** Copies a request as a command; what is sent is what was sent, byte for byte. */
const useCurl = ({ record, endpoints }: RequestsProps, say: (words: string) => void) =>
  useCallback(
    async (row: RequestRow): Promise<void> => {
      const endpoint = endpoints.find(({ target }) => target === row.target)
      if (endpoint === undefined) return say("Not copied: it is not known where it was sent to.")
      try {
        const answer = await fetch(`/v1/conversations/${encodeURIComponent(record)}/requests/${row.seq}/body`)
        if (!answer.ok) return say("Not copied: its bytes are not stored.")
        const text = curl(endpoint, endpoint.dialect, await answer.text())
        await navigator.clipboard.writeText(text)
        say(`Copied request ${number(row.n)}, ${plural(text.length, "character")}.`)
      } catch (error) {
        say(error instanceof Error ? `Not copied: ${error.message}` : "Not copied.")
      }
    },
    [record, endpoints, say],
  )

/** The request that keys speak of, in one line. */
const Line = ({ model: { current, compared, proofs, rows } }: { readonly model: RequestsModel }) => {
  if (current === undefined)
    return <span data-quiet="">{rows.length === 0 ? "" : "No request is focused; j goes to the first."}</span>
  const found = compared.rows.get(current.seq)
  const badge = badgeOf(current, proofs.verdicts.get(current.seq))
  return (
    <>
      <span data-exact="">{number(current.n)}</span>
      {found === undefined || found.outcome === "first" ? null : (
        <span data-quiet="">
          shares ~{plural(found.tokens.reused, "token")} with {number(current.n - 1)}
        </span>
      )}
      {found?.line === undefined ? null : (
        <span className={styles.said} data-tone={found.line.tone}>
          {found.line.strong}
          {found.line.rest}
        </span>
      )}
      <span className={styles.said} data-tone={badge.tone}>
        {badge.says}
      </span>
    </>
  )
}

/** What crossed of a record, a row a request. */
export const Requests = (props: RequestsProps) => {
  const [note, say] = useNote()
  const model = useRequests(props, say)
  const { opened, compared } = model
  const choice = useRef<HTMLSelectElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [keysOpen, setKeysOpen] = useState(false)
  const copy = useCurl(props, say)
  const copyCurl = useCallback((row: RequestRow) => void copy(row), [copy])
  useEffect(() => {
    if (!isChoosing) return
    choice.current?.focus()
    setChoosing(false)
  }, [isChoosing])
  useRequestKeys({
    model,
    choose: () => setChoosing(true),
    showKeys: () => setKeysOpen(true),
    copyCurl,
  })
  return (
    <main className={styles.main} data-open={opened === undefined ? undefined : ""}>
      <RequestsBar model={model} say={say} />
      {compared.error === "" ? null : (
        <p role="alert" className={styles.alert}>
          Not all is compared: {compared.error}
        </p>
      )}
      <RequestTable model={model} />
      {opened === undefined ? null : (
        <RequestPane key={opened.seq} model={model} row={opened} choice={choice} copyCurl={copyCurl} />
      )}
      <Foot>
        <p className={styles.status} role="status" aria-live="polite">
          {note === "" ? <Line model={model} /> : <span>{note}</span>}
        </p>
        <span data-quiet="" className={styles.hint}>
          j k request · d diff with … · v verify · ? keys
        </span>
      </Foot>
      <KeysDialog open={keysOpen} onOpen={setKeysOpen} title="Keys" columns={[requestKeys]} />
    </main>
  )
}
