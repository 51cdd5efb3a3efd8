"use client"
import { useQuery } from "@tanstack/react-query"
import type { Found } from "#lib/export/secrets.ts"
import { ask } from "../ask.ts"

type Answer = { readonly secrets: readonly Found[] }

export type ReviewState = {
  /** Undefined until the record has been read. */
  readonly secrets: readonly Found[] | undefined
  readonly problem: string | undefined
}

/** What looks like a secret in a record up to an entry; asked anew whenever the page is opened. */
export const useReview = (record: string, asOf: number | undefined, wanted: boolean): ReviewState => {
  const { data, error } = useQuery({
    queryKey: ["secrets", record, asOf ?? null],
    queryFn: ({ signal }) =>
      ask<Answer>(`/v1/conversations/${encodeURIComponent(record)}/secrets`, { asOf }, signal),
    enabled: wanted,
    staleTime: 0,
    gcTime: 0,
  })
  return { secrets: data?.secrets, problem: error === null ? undefined : error.message }
}
