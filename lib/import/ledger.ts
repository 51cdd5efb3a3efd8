import type { Entry } from "#lib/record/entry.ts"
import type { StoredObject } from "#lib/record/record.ts"
import type { Fate, From, ImportedEntry, RecordFacts, Step } from "./importer.ts"

/** Omit that keeps a union apart. */
type Unplaced<Item> = Item extends { readonly kind: string }
  ? Omit<Item, "seq" | "id" | "at" | "origin">
  : never
/** What an entry says, before it has number, id and time. */
export type Body = Unplaced<Entry>

/** What an entry is called, when it was, and where it stood; `at` is the line or element that it is counted with. */
export type Placement = {
  readonly id: string
  readonly time: string | null
  readonly from: From
  readonly at?: number
  /** Of a request: its bytes past those that it shares with the one before it. */
  readonly rest?: Uint8Array
}

/**
 * Numbers the entries of each record and gathers what one line or document gives, until `flush` hands it out.
 * Remembers one number a record and the digests of objects, nothing of the entries.
 */
export const ledger = () => {
  const heads = new Map<number, number>()
  const stored = new Set<string>()
  let records: RecordFacts[] = []
  let entries: ImportedEntry[] = []
  let objects: StoredObject[] = []
  let fates: Fate[] = []

  /** Appends to record `n`; gives the entry's seq. */
  const add = (n: number, body: Body, { id, time, from, at, rest }: Placement): number => {
    const seq = (heads.get(n) ?? 0) + 1
    heads.set(n, seq)
    const entry = { seq, id, at: time, ...body } as Entry // the body's own kind and fields
    const held = rest === undefined ? { n, entry, from } : { n, entry, from, rest }
    entries.push(at === undefined ? held : { ...held, at })
    return seq
  }
  /** An object counts once, where it comes first. */
  const keep = (object: StoredObject): void => {
    if (stored.has(object.sha256)) return
    stored.add(object.sha256)
    objects.push(object)
  }
  /** Takes back the entries and objects since the last `flush`. */
  const revert = (): void => {
    for (const { n } of entries) heads.set(n, (heads.get(n) ?? 1) - 1)
    for (const { sha256 } of objects) stored.delete(sha256)
    entries = []
    objects = []
    fates = []
  }
  const flush = (): Step => {
    const step = { records, entries, objects, fates }
    records = []
    entries = []
    objects = []
    fates = []
    return step
  }
  return {
    add,
    keep,
    revert,
    flush,
    facts: (facts: RecordFacts): void => void records.push(facts),
    fate: (fate: Fate): void => void fates.push(fate),
    /** The last seq of a record; 0 where it has none. */
    head: (n: number): number => heads.get(n) ?? 0,
  }
}

export type Ledger = ReturnType<typeof ledger>
