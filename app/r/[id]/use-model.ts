"use client"
import { useCallback, useMemo } from "react"
import type { Endpoint } from "#lib/view/curl.ts"
import { parseFilter } from "#lib/view/filter.ts"
import type { RecordFacts, Skeleton } from "#lib/view/skeleton.ts"
import type { TargetChoice } from "./choices.tsx"
import { findingsAt, type ListItem } from "./list-item.ts"
import { useAddress } from "./use-address.ts"
import { useFindings } from "./use-findings.ts"
import { useMoves } from "./use-moves.ts"
import { type Asked, useItems, useLaid, useListed, useProjection } from "./use-projection.ts"
import { useRowState } from "./use-row-state.ts"

export type TargetFacts = TargetChoice & { readonly dialect: string; readonly endpoint: Endpoint }

export type InspectorProps = {
  readonly record: RecordFacts
  /** What the record is called. */
  readonly title: string
  readonly targets: readonly TargetFacts[]
  /** The query of the URL as the server saw it. */
  readonly search: string
  /** The target where the URL names none that there is. */
  readonly ownTarget: string
  readonly first: { readonly asked: Asked; readonly skeleton: Skeleton }
}

/** Everything that the inspector shows, from the address and what the server answers. */
export const useModel = ({ record, targets, search, ownTarget, first }: InspectorProps) => {
  const address = useAddress(search)
  const target = targets.find(({ id }) => id === address.target) ?? targets.find(({ id }) => id === ownTarget)
  const targetId = target?.id ?? ownTarget
  const asOf = Math.min(address.asOf ?? record.head, record.head)
  const wanted = useMemo(
    (): Asked => ({ record: record.id, target: targetId, asOf, vision: address.vision }),
    [record.id, targetId, asOf, address.vision],
  )
  const projection = useProjection(wanted, first)
  const { asked, skeleton } = projection.data ?? first
  const { order, filter } = address
  const laid = useLaid(skeleton)
  const state = useRowState()
  const listed = useListed(asked, skeleton, laid, order, filter)
  const rows = useItems(listed.list, listed.filtered, skeleton, order, state.folds)
  const items = useMemo(
    (): readonly ListItem[] =>
      skeleton.missing.length === 0 || listed.filtered
        ? rows
        : [{ is: "missing", missing: skeleton.missing }, ...rows],
    [rows, skeleton, listed.filtered],
  )
  const { found, error: lintError } = useFindings(asked, skeleton)
  const findingsOf = useCallback(
    (item: ListItem | undefined) => findingsAt(item, listed.list, found),
    [listed.list, found],
  )
  const moves = useMoves(items, listed.list, laid.rows, laid.outline, found)
  const words = useMemo(
    () => parseFilter(filter).flatMap((term) => ("words" in term && !term.not ? [term.words] : [])),
    [filter],
  )
  return {
    address,
    target,
    wanted,
    asked,
    skeleton,
    laid,
    state,
    listed,
    items,
    found,
    findingsOf,
    moves,
    words,
    error: projection.error ?? listed.error ?? lintError,
    pending: projection.isPlaceholderData || listed.pending,
  }
}

export type Model = ReturnType<typeof useModel>
