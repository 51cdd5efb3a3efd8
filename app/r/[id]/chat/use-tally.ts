"use client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { Tally } from "#lib/view/tally.ts"
import { ask } from "../ask.ts"

/** Milliseconds that a record has to be quiet before it is counted anew. */
const patience = 400

/** A value that has stood for a while. */
const useSettled = (value: number): number => {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), patience)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** What a target makes of a record through entry `seq`; while it is counted, what was counted before for it. */
export const useTally = (record: string, target: string, seq: number, isWanted: boolean) => {
  const asOf = useSettled(seq)
  const { data, error } = useQuery({
    queryKey: ["chat-tally", record, target, asOf],
    queryFn: ({ signal }) => ask<Tally>(`/r/${encodeURIComponent(record)}/tally`, { target, asOf }, signal),
    enabled: isWanted && asOf > 0,
    placeholderData: keepPreviousData,
  })
  return { tally: data?.target === target ? data : undefined, error }
}
