"use client"
import { useRouter } from "next/navigation"
import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react"
import type { Applied } from "#lib/live/plans.ts"
import { recordHref } from "#lib/view/address.ts"
import type { Act } from "#lib/view/let-go.ts"
import { entryOf, isEntryRow } from "./list-item.ts"
import { go } from "./use-address.ts"
import type { Focus } from "./use-focus.ts"
import { useLettingGo } from "./use-letting-go.ts"
import type { Model } from "./use-model.ts"

/** Acts on the record from the focused row; each shows its plan first. */
export type InspectorActs = {
  readonly back: () => void
  readonly backBefore: () => void
  readonly fork: () => void
  readonly undo: () => void
}

const noEntry = "This row is of no single entry of the record: open the fold, or choose a row that is stored."
const nothingToUndo =
  "There is nothing to take back here: u is for a compaction, replacement or rewind in force."

/** The row of an act, to be gone to once it is there, from the row that was in focus then. */
type Sought = { readonly row: string; readonly from: string | undefined }

/**
 * Reads the record again behind an act, and goes to the row of the act once it is there, unless somebody went elsewhere
 * meanwhile; a fork is opened instead.
 */
const useThen = ({ laid, address }: Model, { focus, goTo }: Focus) => {
  const router = useRouter()
  const sought = useRef<Sought | undefined>(undefined)
  const latest = useRef(focus)
  latest.current = focus
  useEffect(() => {
    const { row, from } = sought.current ?? {}
    if (row === undefined || laid.rows.numberOf(row) === undefined) return
    if (address.filter === "" && latest.current === from) goTo(row)
    sought.current = undefined
  }, [laid, address.filter, goTo])
  return useCallback(
    (act: Act, { record, seqs }: Applied): void => {
      if (act.kind === "fork") {
        router.push(recordHref(record, {}))
        return
      }
      sought.current = { row: `e${seqs[0] ?? 0}`, from: latest.current }
      go({ asOf: undefined })
      router.refresh()
    },
    [router],
  )
}

/** What the inspector can do to its record; `undoHere`: the entries of the act that an undo would take back at the focused row. */
export const useInspectorActs = (
  model: Model,
  focus: Focus,
  undoHere: RefObject<readonly number[] | undefined>,
  say: (note: string) => void,
) => {
  const letting = useLettingGo(useThen(model, focus))
  const { plan, done } = letting
  const focused = focus.focus
  const seq = entryOf(focused)
  const acts = useMemo((): InspectorActs => {
    const from = (make: (seq: number) => Act) => (): void =>
      seq === undefined ? say(noEntry) : plan(make(seq))
    return {
      back: from((to) => ({ kind: "rewind", to, keep: true })),
      backBefore: from((to) => ({ kind: "rewind", to, keep: false })),
      fork: from((through) => ({ kind: "fork", through })),
      undo: () => {
        const here = undoHere.current ?? (seq !== undefined && isEntryRow(focused) ? [seq] : undefined)
        const act = here === undefined ? done?.undo : ({ kind: "undo", of: here } as const)
        if (act === undefined) say(nothingToUndo)
        else plan(act)
      },
    }
  }, [focused, seq, plan, done, undoHere, say])
  return { letting, acts }
}
