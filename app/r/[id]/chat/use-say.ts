"use client"
import { useCallback, useRef, useState } from "react"
import type { Choice } from "./choice.ts"
import type { Picture } from "./pictures.ts"
import { post, sentenceOfError } from "./post.ts"
import type { Waiting } from "./use-chat.ts"

/** A message as it was written here. `replaces`: the entry that it takes the place of. */
export type Written = {
  readonly text: string
  readonly pictures: readonly Picture[]
  readonly replaces?: number
}

export type Say = {
  /** What the last act was refused for; empty where it was not. */
  readonly trouble: string
  /** Whether it was taken. */
  readonly say: (written: Written) => Promise<boolean>
  readonly act: (kind: "continue" | "again") => Promise<boolean>
  readonly stop: () => Promise<boolean>
  readonly decide: (callId: string, allowed: boolean) => Promise<boolean>
}

const bodyOf = ({ text, pictures, replaces }: Written, to: Choice): object => ({
  text,
  images: pictures.map(({ mediaType, base64, name }) => ({ mediaType, base64, name: name.slice(0, 200) })),
  to,
  ...(replaces === undefined ? {} : { rewind: { to: replaces, keep: false } }),
})

/** All that a person does in a conversation. */
export const useSay = (record: string, waiting: Waiting, to: Choice): Say => {
  const [trouble, setTrouble] = useState("")
  const number = useRef(0)
  const attempt = useCallback(
    async (what: string, body?: object): Promise<boolean> => {
      setTrouble("")
      try {
        await post(record, what, body)
        return true
      } catch (error) {
        setTrouble(sentenceOfError(error))
        return false
      }
    },
    [record],
  )
  const say = async (written: Written): Promise<boolean> => {
    const key = `here ${number.current++}`
    const { text, pictures } = written
    waiting.begin({ key, text, pictures: pictures.length, to: to.target })
    const isTaken = await attempt("messages", bodyOf(written, to))
    if (!isTaken) waiting.end(key)
    return isTaken
  }
  const act = useCallback((kind: "continue" | "again") => attempt("messages", { kind, to }), [attempt, to])
  const stop = useCallback(() => attempt("stop"), [attempt])
  const decide = useCallback(
    (callId: string, allowed: boolean) => attempt("permissions", { callId, allowed }),
    [attempt],
  )
  return { trouble, say, act, stop, decide }
}
