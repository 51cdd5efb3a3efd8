import type { Db } from "#db/connect.ts"
import { getObject, mediaOf } from "#db/objects.ts"
import { readSent } from "#db/sent.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { extend, type Projection, project } from "#lib/project.ts"
import type { Entry, EntryOf } from "#lib/record/entry.ts"
import { type Dispatch, dispatchBehind, dispatchOf, type SentFacts } from "#lib/sent/share.ts"
import type { Wire } from "#lib/wire/rope.ts"

/**
 * The wires of a record as it grows, each made out of the one before it, so that a request costs what is new. Contract:
 * `entries` are always the record's, and never fewer than the last time.
 */
export type Wires = {
  /**
   * The projection of all entries for a target; `policies` are off unless said. What was given before stays as it was, but
   * cannot be extended.
   */
  readonly next: (entries: readonly Entry[], target: Target, policies?: Policies) => Promise<Projection>
  /** Whether a picture or file that would cross is missing or damaged. */
  readonly lacks: (projection: Projection) => boolean
  /** What to store of a request with this wire, behind all entries. The request before it is read only where it was not made here. */
  readonly dispatch: (entries: readonly Entry[], wire: Wire, facts: SentFacts) => Promise<Dispatch>
}

/** Limits and overrides of a projection, as a request's entry has them. */
type Policies = NonNullable<SentFacts["policies"]>

const isSent = (entry: Entry): entry is EntryOf<"sent"> => entry.kind === "sent"

/** Pictures and files of a record, each read once. */
const media = (db: Db, record: string) => {
  const loaded = new Map<string, Uint8Array>()
  const missed = new Set<string>()
  return {
    objects: (sha256: string): Uint8Array | undefined => {
      const bytes = loaded.get(sha256)
      if (bytes === undefined) missed.add(sha256)
      return bytes
    },
    /** Whether one was asked for that is missing or damaged. */
    hasMissed: () => missed.size > 0,
    /** Reads those that are not there yet; whether one that was missed is among them. */
    load: async (): Promise<boolean> => {
      let found = false
      for (const sha256 of await mediaOf(db, record)) {
        if (loaded.has(sha256)) continue
        const object = await getObject(db, sha256)
        if (object.ok) loaded.set(sha256, object.value.bytes)
        if (object.ok && missed.delete(sha256)) found = true
      }
      return found
    },
  }
}

/** The wires of one record, for the one at work on it. */
export const wiresOf = (db: Db, record: string): Wires => {
  const { objects, load, hasMissed } = media(db, record)
  let last: { readonly projection: Projection; readonly as: string } | undefined
  let made: { readonly id: string; readonly wire: Wire } | undefined
  const stored = async (sent: EntryOf<"sent"> | undefined): Promise<Uint8Array | undefined> => {
    const bytes = sent === undefined ? undefined : await readSent(db, record, sent.seq)
    return bytes?.ok === true ? bytes.value : undefined
  }
  return {
    next: async (entries, target, policies = {}) => {
      const found = await load()
      const as = JSON.stringify(policies)
      const goesOn = !found && last?.projection.target === target && last.as === as
      const grown = goesOn ? last?.projection : undefined
      last = undefined // where this throws, nothing half made is left
      const projection =
        grown === undefined
          ? project({ entries }, target, { ...policies, objects })
          : extend(grown, entries.slice(grown.asOf))
      last = { projection, as }
      return projection
    },
    lacks: ({ crossings }) =>
      hasMissed() && crossings.all().some(({ reason }) => reason === "object-missing"),
    dispatch: async (entries, wire, facts) => {
      const before = entries.findLast(isSent)
      const dispatch =
        before !== undefined && before.id === made?.id
          ? dispatchBehind(made.wire, wire, facts)
          : dispatchOf(await stored(before), wire, facts)
      made = { id: dispatch.entry.id, wire }
      return dispatch
    },
  }
}
