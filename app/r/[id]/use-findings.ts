"use client"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import { byRow, type FindingView } from "#lib/view/findings.ts"
import type { Skeleton } from "#lib/view/skeleton.ts"
import { ask } from "./ask.ts"
import { type Asked, keyOf, questionOf } from "./use-projection.ts"

/** Milliseconds that the rows of a projection have for themselves before its wire is linted. */
const patience = 250

/** What the lint says of the wire that is shown. */
export type Found = {
  readonly all: readonly FindingView[]
  /** By row number. */
  readonly at: ReadonlyMap<number, readonly FindingView[]>
}

/** Undefined until the answer is there: rows never wait for it. */
export const useFindings = (asked: Asked, skeleton: Skeleton) => {
  const [settled, setSettled] = useState<Skeleton>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(skeleton), patience)
    return () => clearTimeout(timer)
  }, [skeleton])
  const { data, error } = useQuery({
    queryKey: ["findings", ...keyOf(asked)],
    queryFn: ({ signal }) =>
      ask<{ findings: readonly FindingView[] }>(
        `/r/${encodeURIComponent(asked.record)}/findings`,
        questionOf(asked, skeleton.projector),
        signal,
      ),
    enabled: settled === skeleton,
  })
  const found = useMemo(
    (): Found | undefined =>
      data === undefined ? undefined : { all: data.findings, at: byRow(data.findings) },
    [data],
  )
  return { found, error }
}
