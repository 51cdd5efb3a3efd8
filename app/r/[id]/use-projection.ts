"use client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { openProjection } from "#app/actions/open-projection.ts"
import type { Fold } from "#lib/view/folds.ts"
import { type Item, itemsOf } from "#lib/view/items.ts"
import type { OutlineItem } from "#lib/view/outline.ts"
import { type Index, unpack, unpackNumbers, unpackOutline } from "#lib/view/packed.ts"
import type { Order } from "#lib/view/sheet.ts"
import type { Skeleton } from "#lib/view/skeleton.ts"
import { ask, Refused } from "./ask.ts"

/** What a projection is asked by; `asOf` is always named, so that it stays the same when the record grows. */
export type Asked = {
  readonly record: string
  readonly target: string
  readonly asOf: number
  readonly vision: boolean | undefined
}

/** Query parameters of the GET routes for a projection. */
export const questionOf = (
  asked: Asked,
  projector: number,
): Readonly<Record<string, string | number | undefined>> => ({
  target: asked.target,
  asOf: asked.asOf,
  vision: asked.vision === undefined ? undefined : asked.vision ? "on" : "off",
  projector,
})

export const keyOf = (asked: Asked): readonly unknown[] => [
  asked.record,
  asked.target,
  asked.asOf,
  asked.vision ?? null,
]

/** The projection asked for; while it comes, the one before it. `first` is the one that came with the page. */
export const useProjection = (
  asked: Asked,
  first: { readonly asked: Asked; readonly skeleton: Skeleton },
) => {
  const isFirst = JSON.stringify(keyOf(asked)) === JSON.stringify(keyOf(first.asked))
  return useQuery({
    queryKey: ["projection", ...keyOf(asked)],
    queryFn: async () => {
      const answer = await openProjection({
        record: asked.record,
        target: asked.target,
        asOf: asked.asOf,
        ...(asked.vision === undefined ? {} : { vision: asked.vision }),
      })
      if (!answer.ok) throw new Refused(answer.problem, answer.sentence)
      return { asked, skeleton: answer.skeleton }
    },
    ...(isFirst ? { initialData: { asked, skeleton: first.skeleton } } : {}),
    placeholderData: keepPreviousData,
  })
}

/** A skeleton laid open: light rows, and their numbers in both orders. */
export type Laid = {
  readonly rows: Index
  readonly order: { readonly [Key in Order]: readonly number[] }
  readonly outline: readonly OutlineItem[]
}

export const useLaid = (skeleton: Skeleton): Laid =>
  useMemo(() => {
    const rows = unpack(skeleton.index)
    return {
      rows,
      order: {
        rows: Array.from({ length: rows.count }, (_, number) => number),
        wire: unpackNumbers(skeleton.wire),
      },
      outline: unpackOutline(skeleton.outline),
    }
  }, [skeleton])

const none: readonly number[] = []

/** The row numbers that are listed: an order, or what a filter leaves of it; undefined while the filter's answer comes. */
export const useListed = (asked: Asked, skeleton: Skeleton, laid: Laid, order: Order, filter: string) => {
  const filtered = filter.trim() !== ""
  const found = useQuery({
    queryKey: ["find", ...keyOf(asked), order, filter],
    queryFn: ({ signal }) =>
      ask<{ rows: string }>(
        `/r/${encodeURIComponent(asked.record)}/find`,
        { ...questionOf(asked, skeleton.projector), order, filter },
        signal,
      ),
    select: ({ rows }) => unpackNumbers(rows),
    enabled: filtered,
    placeholderData: keepPreviousData,
  })
  return {
    list: filtered ? (found.data ?? none) : laid.order[order],
    filtered,
    pending: filtered && found.isFetching,
    error: filtered ? found.error : null,
  }
}

export const foldId = (fold: Fold, order: Order): string => `${order} ${fold.from}`

/** The places of the list, folds closed but those named open. */
export const useItems = (
  list: readonly number[],
  filtered: boolean,
  skeleton: Skeleton,
  order: Order,
  open: ReadonlySet<string>,
): readonly Item[] =>
  useMemo(
    () => itemsOf(list, filtered ? [] : skeleton.folds[order], (fold) => open.has(foldId(fold, order))),
    [list, filtered, skeleton, order, open],
  )
