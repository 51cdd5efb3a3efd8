import type { Finding } from "#lib/lint/finding.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { alignedOrder, wireOrder } from "./aligned.ts"
import { nameOf } from "./names.ts"
import { type CrossingRow, isOnWire, type Row } from "./row.ts"

type Input = {
  /** The record up to as-of. */
  readonly entries: readonly Entry[]
  readonly crossings: readonly Crossing[]
  readonly findings: readonly Finding[]
}

export type Rows = {
  /** Header pieces first, then the record's order; made pieces beside what they stand next to on the wire. */
  readonly aligned: readonly Row[]
  /** Numbers of crossing rows in the wire's order; a dropped one behind the row that it follows in the record. */
  readonly wire: readonly number[]
}

const noFindings: readonly Finding[] = []

/** Numbers keys that return, so that each names one row. */
const unrepeated = (): ((key: string) => string) => {
  const times = new Map<string, number>()
  return (key) => {
    const before = times.get(key) ?? 0
    times.set(key, before + 1)
    return before === 0 ? key : `${key}~${before + 1}`
  }
}

/** A row for each crossing, in their order. */
const rowsOf = (crossings: readonly Crossing[], entries: readonly Entry[]): readonly CrossingRow[] => {
  const once = unrepeated()
  return crossings.map((crossing, index): CrossingRow => {
    const { key, kind, role, seq, slot, nested } = nameOf(crossing, entries)
    return {
      is: "crossing",
      key: once(key),
      crossing,
      index,
      kind,
      role,
      seq,
      slot,
      nested,
      findings: noFindings,
    }
  })
}

/** Whose row a pointer is of; where several share it, the first. */
const keysByPointer = (rows: readonly CrossingRow[]): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  for (const { crossing, key } of rows)
    for (const { pointer } of crossing.at) if (!keys.has(pointer)) keys.set(pointer, key)
  return keys
}

/** Findings by the row that each is about: by its block, else by the longest piece that holds its pointer. */
const findingsByKey = (
  findings: readonly Finding[],
  pointers: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Finding[]> => {
  const found = new Map<string, Finding[]>()
  for (const finding of findings) {
    let at = finding.pointer
    while (at !== "" && !pointers.has(at)) at = at.slice(0, at.lastIndexOf("/"))
    const key = finding.block ?? pointers.get(at) ?? ""
    found.set(key, [...(found.get(key) ?? []), finding])
  }
  return found
}

const withFindings = (rows: readonly CrossingRow[], findings: readonly Finding[]): readonly CrossingRow[] => {
  if (findings.length === 0) return rows
  const found = findingsByKey(findings, keysByPointer(rows))
  return rows.map((row) => ({ ...row, findings: found.get(row.key) ?? noFindings }))
}

/** The rows of a screen: every crossing exactly once in either order, with its block and its findings. */
export const rows = ({ entries, crossings, findings }: Input): Rows => {
  const all = withFindings(rowsOf(crossings, entries), findings)
  const wire = all.filter(isOnWire)
  const aligned = alignedOrder(entries, all, wire)
  return { aligned, wire: wireOrder(aligned, wire) }
}
