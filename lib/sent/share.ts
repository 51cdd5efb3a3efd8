import type { EntryOf } from "#lib/record/entry.ts"
import { sharedBytes } from "#lib/record/shared-bytes.ts"
import { kept, type Wire } from "#lib/wire/rope.ts"

/** A request that crossed: its entry, and its bytes past those that it shares with the request before. */
export type Dispatch = { readonly entry: EntryOf<"sent">; readonly rest: Uint8Array }

/** All of a request's entry that its bytes do not say. */
export type SentFacts = Omit<EntryOf<"sent">, "kind" | "length" | "sha256" | "shared">

/** The entry of a body that shares its first `shared` bytes with the one before it. */
const entryOf = (
  { seq, id, at, by, ...more }: SentFacts,
  { length, sha256, shared }: Pick<EntryOf<"sent">, "length" | "sha256" | "shared">,
): EntryOf<"sent"> => ({ seq, id, at, kind: "sent", by, length, sha256, shared, ...more })

/**
 * What to store of a request: its entry, and the bytes that the one before it, of any target, does not share. `previous`
 * are the bytes of the newest request in the record; undefined where this is the first.
 */
export const dispatchOf = (
  previous: Uint8Array | undefined,
  wire: Pick<Wire, "bytes" | "digest">,
  facts: SentFacts,
): Dispatch => {
  const bytes = wire.bytes()
  const shared = previous === undefined ? 0 : sharedBytes(previous, bytes)
  const entry = entryOf(facts, { length: bytes.length, sha256: wire.digest(), shared })
  return { entry, rest: bytes.subarray(shared) }
}

/**
 * The same, where the request before it is still at hand as a wire. Bytes that both have because one projection was
 * extended to the other are neither read nor put together, so it costs what is new; where it was not, both are read whole.
 */
export const dispatchBehind = (previous: Wire, wire: Wire, facts: SentFacts): Dispatch => {
  const known = kept(previous, wire)
  const behind = wire.rest(known)
  const more = sharedBytes(previous.rest(known), behind)
  const entry = entryOf(facts, { length: wire.length, sha256: wire.digest(), shared: known + more })
  return { entry, rest: behind.subarray(more) }
}
