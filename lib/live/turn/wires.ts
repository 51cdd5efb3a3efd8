import type { Db } from "#db/connect.ts"
import { getObject, mediaOf } from "#db/objects.ts"
import { readSent } from "#db/sent.ts"
import { extend, type Projection, project } from "#lib/project.ts"
import type { Entry, EntryOf } from "#lib/record/entry.ts"
import { type Dispatch, dispatchBehind, dispatchOf, type SentFacts } from "#lib/sent/share.ts"
import type { Wire } from "#lib/wire/rope.ts"
import type { Addressee } from "./work.ts"

/** A target, and the limits and overrides that a projection for it has; absent for none. */
export type Whom = Pick<Addressee, "target" | "policies">

/**
 * The wires of a record as it grows, each made out of the one before it, so that a request costs what is new. Contract:
 * `entries` are always the record's, and never fewer than the last time.
 */
export type Wires = {
  /** The projection of all entries for whom it is for. What was given before stays as it was, but cannot be extended. */
  readonly next: (entries: readonly Entry[], whom: Whom) => Promise<Projection>
  /** Whether a picture or file that would cross is missing or damaged. */
  readonly lacks: (projection: Projection) => boolean
  /** What to store of a request with this wire, behind all entries. The request before it is read only where it was not made here. */
  readonly dispatch: (entries: readonly Entry[], wire: Wire, facts: SentFacts) => Promise<Dispatch>
}

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
  let last: Projection | undefined
  let limits: NonNullable<Whom["policies"]> = {}
  let made: { readonly id: string; readonly wire: Wire } | undefined
  const stored = async (sent: EntryOf<"sent"> | undefined): Promise<Uint8Array | undefined> => {
    const bytes = sent === undefined ? undefined : await readSent(db, record, sent.seq)
    return bytes?.ok === true ? bytes.value : undefined
  }
  return {
    next: async (entries, { target, policies = {} }) => {
      const found = await load()
      const same = last?.target === target && JSON.stringify(policies) === JSON.stringify(limits)
      const grown = found || !same ? undefined : last
      last = undefined // where this throws, nothing half made is left
      limits = policies
      last =
        grown === undefined
          ? project({ entries }, target, { ...policies, objects })
          : extend(grown, entries.slice(grown.asOf))
      return last
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
