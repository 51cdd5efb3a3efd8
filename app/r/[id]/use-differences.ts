"use client"
import { useEffect, useMemo, useState } from "react"
import { type Counts, differences } from "#lib/view/counts.ts"
import type { Asked } from "./use-projection.ts"
import { useTallies } from "./use-tallies.ts"

/** Records with more rows than this are projected for another target only when it is chosen. */
const most = 6_000

/** Milliseconds that the page has for itself before other targets are counted. */
const patience = 800

/**
 * How many crossings of each target are not carried. The shown target's counts are at hand; the others come one after
 * another.
 */
export const useDifferences = (
  { record, target, asOf, vision }: Asked,
  projector: number,
  shown: Counts,
  targets: readonly string[],
  rows: number,
): ReadonlyMap<string, number> => {
  const about = JSON.stringify([record, asOf, vision ?? null])
  const [patient, setPatient] = useState("")
  useEffect(() => {
    const timer = setTimeout(() => setPatient(about), patience)
    return () => clearTimeout(timer)
  }, [about])
  const others = useMemo(() => targets.filter((id) => id !== target), [targets, target])
  const subject = { record, asOf, vision, projector }
  const { known } = useTallies(subject, others, patient !== about || rows > most)
  return useMemo(
    () =>
      new Map([
        [target, differences(shown)],
        ...[...known].map(([id, { counts }]) => [id, differences(counts)] as const),
      ]),
    [target, shown, known],
  )
}
