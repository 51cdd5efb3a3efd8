"use client"
import { useQueries } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import type { Order } from "#lib/view/sheet.ts"
import { type Skeleton, windowSize } from "#lib/view/skeleton.ts"
import type { RowView } from "#lib/view/window.ts"
import { ask } from "./ask.ts"
import { type Asked, questionOf } from "./use-projection.ts"

/** Milliseconds that a window must stay in sight before it is asked for: flying over a long session asks for nothing. */
const lingering = 90

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((page, index) => page === b[index])

/** The pages that have stayed in sight for a moment; the first ones at once. */
const useLingering = (pages: readonly number[]): readonly number[] => {
  const [kept, setKept] = useState(pages)
  const joined = pages.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are new arrays with the same numbers
  useEffect(() => {
    const timer = setTimeout(() => setKept((before) => (same(before, pages) ? before : pages)), lingering)
    return () => clearTimeout(timer)
  }, [joined])
  return kept
}

export type WindowsOf = {
  readonly asked: Asked
  readonly skeleton: Skeleton
  readonly order: Order
  readonly filter: string
  /** How wide printed lines are; only the wire order depends on it. */
  readonly columns: number
}

/** The rows of the positions in sight, by row number; what has not come yet is absent. */
export const useWindows = (
  { asked, skeleton, order, filter, columns }: WindowsOf,
  positions: readonly number[],
): ReadonlyMap<number, RowView> => {
  const pages = useMemo(
    () => [...new Set(positions.map((position) => Math.floor(position / windowSize)))].sort((a, b) => a - b),
    [positions],
  )
  const wanted = useLingering(pages)
  const fitted = order === "wire" ? columns : undefined
  return useQueries({
    queries: wanted.map((page) => ({
      queryKey: [
        "rows",
        asked.record,
        asked.target,
        asked.asOf,
        asked.vision ?? null,
        order,
        filter,
        fitted ?? 0,
        page,
      ],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        ask<{ rows: readonly RowView[] }>(
          `/r/${encodeURIComponent(asked.record)}/rows`,
          {
            ...questionOf(asked, skeleton.projector),
            order,
            filter,
            columns: fitted,
            from: page * windowSize,
            to: (page + 1) * windowSize,
          },
          signal,
        ),
      ...(page === 0 && order === "rows" && filter === "" ? { initialData: { rows: skeleton.first } } : {}),
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) =>
          data === undefined ? [] : data.rows.map((row) => [row.number, row] as const),
        ),
      ),
  })
}
