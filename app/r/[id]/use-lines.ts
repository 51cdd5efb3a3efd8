"use client"
import { useQueries } from "@tanstack/react-query"
import type { BlockLine } from "#lib/view/block-lines.ts"
import { ask } from "./ask.ts"

/** A place in a list of rows' keys. */
export type Place = { readonly keys: readonly string[]; readonly at: number }

/** How many lines are asked for at once. */
const page = 50

const pageOf = ({ keys, at }: Place): string => {
  const from = at - (at % page)
  return keys
    .slice(from, from + page)
    .filter((key) => key !== "" && !key.startsWith("+"))
    .join("\n")
}

/** What the record has stored at the places in sight, by key; absent while it comes, and for what is not stored. */
export const useLines = (
  record: string,
  asOf: number,
  places: readonly Place[],
): ReadonlyMap<string, BlockLine> => {
  const pages = [...new Set(places.map(pageOf))].filter((keys) => keys !== "")
  return useQueries({
    queries: pages.map((keys) => ({
      queryKey: ["lines", record, asOf, keys],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        ask<{ lines: readonly BlockLine[] }>(
          `/r/${encodeURIComponent(record)}/lines`,
          { asOf, keys },
          signal,
        ),
    })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => (data?.lines ?? []).map((line) => [line.key, line] as const))),
  })
}
