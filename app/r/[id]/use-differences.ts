"use client"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { Counts } from "#lib/view/counts.ts"
import { ask } from "./ask.ts"
import { type Asked, questionOf } from "./use-projection.ts"

/** Records with more rows than this are projected for another target only when it is chosen. */
const most = 6_000

/** Milliseconds that the page has for itself before other targets are counted. */
const patience = 800

/** Leaves out what is out of the line for all targets alike. */
const differencesIn = (counts: Counts): number => counts.altered + counts.dropped - counts.out + counts.made

const none: ReadonlyMap<string, number> = new Map()

/**
 * How many crossings of each target are not carried. The shown target's counts are at hand; the others are asked for one
 * after another, since each is a projection of its own.
 */
export const useDifferences = (
  asked: Asked,
  projector: number,
  shown: Counts,
  targets: readonly string[],
  rows: number,
): ReadonlyMap<string, number> => {
  const client = useQueryClient()
  const { record, target, asOf, vision } = asked
  const about = JSON.stringify([record, asOf, vision ?? null])
  const [known, setKnown] = useState({ about, counts: none })
  const counts = known.about === about ? known.counts : none
  useEffect(() => {
    const put = (id: string, count: number): void =>
      setKnown((now) => ({ about, counts: new Map(now.about === about ? now.counts : none).set(id, count) }))
    put(target, differencesIn(shown))
    if (rows > most) return
    let isGone = false
    const askAll = async (): Promise<void> => {
      for (const id of targets) {
        if (isGone) return
        const found = await client
          .fetchQuery({
            queryKey: ["counts", about, id],
            queryFn: () =>
              ask<Counts>(
                `/r/${encodeURIComponent(record)}/counts`,
                questionOf({ record, target: id, asOf, vision }, projector),
              ),
          })
          .catch(() => undefined) // a badge that does not come is no reason to stop the page
        if (found !== undefined && !isGone) put(id, differencesIn(found))
      }
    }
    const timer = setTimeout(() => void askAll(), patience)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [about, record, target, asOf, vision, projector, shown, targets, rows, client])
  return counts
}
