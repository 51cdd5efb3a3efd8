"use client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useSettled } from "#app/ui/use-settled.ts"
import type { Tally } from "#lib/view/tally.ts"
import { ask } from "../ask.ts"

/** Milliseconds that a record has to be quiet before it is counted anew. */
const patience = 400

/** What a target makes of a record through entry `seq`; while it is counted, what was counted before for it. */
export const useTally = (record: string, target: string, seq: number, isWanted: boolean) => {
  const asOf = useSettled(seq, patience)
  const { data, error } = useQuery({
    queryKey: ["chat-tally", record, target, asOf],
    queryFn: ({ signal }) => ask<Tally>(`/r/${encodeURIComponent(record)}/tally`, { target, asOf }, signal),
    enabled: isWanted && asOf > 0,
    placeholderData: keepPreviousData,
  })
  return { tally: data?.target === target ? data : undefined, error }
}
