"use client"
import { useCallback, useMemo, useState } from "react"
import type { Applied } from "#lib/live/plans.ts"
import { type Act, type Came, doneWords } from "#lib/view/let-go.ts"

/** What was done last: in words, and the act that would take it back, if one would. */
export type Done = { readonly words: string; readonly undo: Act | undefined }

const doneOf = (act: Act, came: Came, { seqs }: Applied): Done => ({
  words: doneWords(act, came, seqs),
  undo: act.kind === "rewind" ? { kind: "undo", of: seqs } : undefined,
})

/** Acts on a record from where it is read: the one that is about to be done, and the one that was done last. */
export const useLettingGo = (then: (act: Act, applied: Applied) => void) => {
  const [act, plan] = useState<Act>()
  const [done, setDone] = useState<Done>()
  const leave = useCallback(() => plan(undefined), [])
  const dismiss = useCallback(() => setDone(undefined), [])
  const finish = useCallback(
    (was: Act, came: Came, applied: Applied): void => {
      plan(undefined)
      setDone(was.kind === "fork" ? undefined : doneOf(was, came, applied))
      then(was, applied)
    },
    [then],
  )
  return useMemo(() => ({ act, done, plan, leave, dismiss, finish }), [act, done, leave, dismiss, finish])
}

export type LettingGo = ReturnType<typeof useLettingGo>
