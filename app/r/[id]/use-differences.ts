"use client"
import { useQueries } from "@tanstack/react-query"
import type { Counts } from "#lib/view/counts.ts"
import { ask } from "./ask.ts"
import { type Asked, questionOf } from "./use-projection.ts"

/** Records with more rows than this are projected for another target only when it is chosen. */
const most = 6_000

/** How many crossings of each target are not carried, leaving out what is out of the line for all of them alike. */
export const useDifferences = (
  asked: Asked,
  projector: number,
  targets: readonly string[],
  rows: number,
): ReadonlyMap<string, number> =>
  useQueries({
    queries: targets.map((target) => ({
      queryKey: ["counts", asked.record, target, asked.asOf, asked.vision ?? null],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        ask<Counts>(
          `/r/${encodeURIComponent(asked.record)}/counts`,
          questionOf({ ...asked, target }, projector),
          signal,
        ),
      enabled: rows <= most || target === asked.target,
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }, index) =>
          data === undefined
            ? []
            : [[targets[index] ?? "", data.altered + data.dropped - data.out + data.made] as const],
        ),
      ),
  })
