"use client"
import { useMemo } from "react"
import { once } from "#lib/view/once.ts"
import type { OutlineItem } from "#lib/view/outline.ts"
import type { Index } from "#lib/view/packed.ts"
import { idOf, type ListItem } from "./list-item.ts"
import type { Found } from "./use-findings.ts"

/** Where the keys lead from a place in the list; undefined where there is nothing further. */
export type Moves = {
  readonly indexOf: (id: string | undefined) => number | undefined
  readonly by: (index: number, steps: number) => number
  /** The next place, in a direction, of a row that is not carried. */
  readonly difference: (index: number, direction: 1 | -1) => number | undefined
  /** The number of the next row with a finding, be it in a closed fold. */
  readonly finding: (index: number, direction: 1 | -1) => number | undefined
  /** The first place of the next line of the outline. */
  readonly round: (index: number, direction: 1 | -1) => number | undefined
  /** The outline's line that a place belongs to; -1 for none. */
  readonly lineOf: (index: number) => number
  readonly placeOf: (number: number) => number | undefined
}

const isDifference = (item: ListItem | undefined, rows: Index): boolean => {
  if (item?.is !== "row") return false
  const how = rows.how(item.number)
  return how !== undefined && how !== "carried"
}

const numberOf = (item: ListItem | undefined): number =>
  item === undefined || item.is === "missing" ? -1 : item.number

/** Where a place stands in the list of row numbers, for going on from it in a direction. */
const positionOf = (item: ListItem | undefined, direction: 1 | -1): number => {
  if (item?.is === "row") return item.position
  if (item?.is === "fold") return direction > 0 ? item.fold.from - 1 : item.fold.from
  return -1
}

/** The last line of the outline that begins at or before a row. */
const lineAt = (outline: readonly OutlineItem[], number: number): number => {
  let low = 0
  let high = outline.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((outline[middle]?.row ?? 0) <= number) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The place of each row; those of a closed fold have the fold's. */
const placesOf = (items: readonly ListItem[], list: readonly number[]): ReadonlyMap<number, number> => {
  const places = new Map<number, number>()
  for (const [index, item] of items.entries()) {
    if (item.is === "missing") continue
    if (item.is === "fold" && !item.open)
      for (const number of list.slice(item.fold.from, item.fold.to)) places.set(number, index)
    places.set(item.number, index)
  }
  return places
}

/** `list` are the row numbers that the items were made of. */
export const useMoves = (
  items: readonly ListItem[],
  list: readonly number[],
  rows: Index,
  outline: readonly OutlineItem[],
  found: Found | undefined,
): Moves =>
  useMemo(() => {
    const byId = once(() => new Map(items.map((item, index) => [idOf(item, rows), index])))
    const byNumber = once(() => placesOf(items, list))
    const starts = once(() => new Set(outline.flatMap(({ row }) => byNumber().get(row) ?? [])))
    const seek = (from: number, direction: 1 | -1, test: (index: number) => boolean): number | undefined => {
      for (let at = from + direction; at >= 0 && at < items.length; at += direction) if (test(at)) return at
      return undefined
    }
    return {
      indexOf: (id) => (id === undefined ? undefined : byId().get(id)),
      by: (index, steps) => Math.min(items.length - 1, Math.max(0, index + steps)),
      difference: (index, direction) => seek(index, direction, (at) => isDifference(items[at], rows)),
      finding: (index, direction) => {
        for (
          let at = positionOf(items[index], direction) + direction;
          at >= 0 && at < list.length;
          at += direction
        )
          if (found?.at.has(list[at] ?? -1) === true) return list[at]
        return undefined
      },
      round: (index, direction) => seek(index, direction, (at) => starts().has(at)),
      lineOf: (index) => lineAt(outline, numberOf(items[index])),
      placeOf: (number) => byNumber().get(number),
    }
  }, [items, list, rows, outline, found])
