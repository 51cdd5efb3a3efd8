"use client"
import { useMemo, useState } from "react"
import type { DialectId } from "#lib/dialect/targets/row.ts"
import { unreachable } from "#lib/unreachable.ts"
import type { Address, RequestFilter } from "#lib/view/address.ts"
import type { Endpoint } from "#lib/view/curl.ts"
import { badgeOf } from "#lib/view/request-proofs.ts"
import { beforeOf, type RequestRow } from "#lib/view/request-rows.ts"
import { go, useAddress } from "../use-address.ts"
import { type Compared, useCompared } from "./use-compared.ts"
import { type Proofs, useProofs } from "./use-proofs.ts"

export type RequestsProps = {
  readonly record: string
  readonly head: number
  /** The query of the URL as the server saw it. */
  readonly search: string
  readonly rows: readonly RequestRow[]
  readonly endpoints: readonly (Endpoint & { readonly target: string; readonly dialect: DialectId })[]
}

export type Counts = Readonly<Record<RequestFilter, number>>

/** All that the page of requests knows. */
export type RequestsModel = {
  readonly record: string
  readonly head: number
  readonly address: Address
  readonly rows: readonly RequestRow[]
  /** Those that the filter leaves. */
  readonly shown: readonly RequestRow[]
  readonly compared: Compared
  readonly proofs: Proofs
  readonly counts: Counts
  /** The row that keys speak of. */
  readonly current: RequestRow | undefined
  /** The one that is open, and what it is held against; without another there is nothing to hold it against. */
  readonly opened: RequestRow | undefined
  readonly against: number | "record"
  readonly setCurrent: (seq: number) => void
}

const isOf = (row: RequestRow, filter: RequestFilter, compared: Compared, proofs: Proofs): boolean => {
  const found = compared.rows.get(row.seq)
  switch (filter) {
    case "extended":
      return found?.outcome === "extension"
    case "cut":
      return found?.outcome === "cut"
    case "unexplained":
      return found?.isUnexplained === true
    case "unproved": {
      const { tone } = badgeOf(row, proofs.verdicts.get(row.seq))
      return row.by === "crossing" && tone !== "fine" && tone !== "then"
    }
    default:
      return unreachable(filter)
  }
}

export const useRequests = (
  { record, head, search, rows }: RequestsProps,
  say: (words: string) => void,
): RequestsModel => {
  const address = useAddress(search)
  const compared = useCompared(record, head, rows.length > 0)
  const proofs = useProofs(record, head, say)
  const [focus, setFocus] = useState<number>()
  const counts = useMemo((): Counts => {
    const of = (filter: RequestFilter): number =>
      rows.filter((row) => isOf(row, filter, compared, proofs)).length
    return {
      extended: of("extended"),
      cut: of("cut"),
      unexplained: of("unexplained"),
      unproved: of("unproved"),
    }
  }, [rows, compared, proofs])
  const { only } = address
  const shown = useMemo(
    () => (only === undefined ? rows : rows.filter((row) => isOf(row, only, compared, proofs))),
    [rows, only, compared, proofs],
  )
  const opened = rows.find(({ seq }) => seq === address.request)
  const setCurrent = (seq: number): void => {
    setFocus(seq)
    if (opened === undefined) return
    go({ request: seq, with: address.with === "record" ? "record" : undefined }, "replace")
  }
  return {
    ...{ record, head, address, rows, shown, compared, proofs, counts, setCurrent, opened },
    current: opened ?? rows.find(({ seq }) => seq === focus),
    against: address.with ?? (opened === undefined ? "record" : (beforeOf(rows, opened.seq) ?? "record")),
  }
}
