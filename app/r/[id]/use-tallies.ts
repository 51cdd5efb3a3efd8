"use client"
import { type UseQueryResult, useQueries, useQueryClient } from "@tanstack/react-query"
import { useCallback } from "react"
import type { Tally } from "#lib/view/tally.ts"
import { ask } from "./ask.ts"
import { type Asked, questionOf } from "./use-projection.ts"

/** A record as of an entry, whoever it is projected for. */
export type Subject = Omit<Asked, "target"> & { readonly projector: number }

export type Tallies = {
  readonly known: ReadonlyMap<string, Tally>
  readonly errors: ReadonlyMap<string, Error>
}

const keyOf = ({ record, asOf, vision, projector }: Subject, target: string): readonly unknown[] => [
  "tally",
  record,
  asOf,
  vision ?? null,
  projector,
  target,
]

const tallyOf = (subject: Subject, target: string, signal: AbortSignal): Promise<Tally> =>
  ask(
    `/r/${encodeURIComponent(subject.record)}/tally`,
    questionOf({ ...subject, target }, subject.projector),
    signal,
  )

/**
 * What each target makes of a record. Each is a projection of its own, so they are asked for one after another, in the
 * order given; none while `waits`.
 */
export const useTallies = (subject: Subject, targets: readonly string[], waits = false): Tallies => {
  const client = useQueryClient()
  const isSettled = (target: string): boolean => {
    const status = client.getQueryState(keyOf(subject, target))?.status
    return status === "success" || status === "error"
  }
  const next = waits ? undefined : targets.find((target) => !isSettled(target))
  const combine = useCallback(
    (answers: readonly UseQueryResult<Tally>[]): Tallies => ({
      known: new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.target, data]]))),
      errors: new Map(
        answers.flatMap(({ error }, index) => (error === null ? [] : [[targets[index] ?? "", error]])),
      ),
    }),
    [targets],
  )
  return useQueries({
    queries: targets.map((target) => ({
      queryKey: keyOf(subject, target),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => tallyOf(subject, target, signal),
      enabled: target === next,
    })),
    combine,
  })
}
