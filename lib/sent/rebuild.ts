import type { Target } from "#lib/dialect/targets.ts"
import { type Options, type Projection, project, wireFor } from "#lib/project.ts"
import type { Entry, EntryOf, Header, Seq } from "#lib/record/entry.ts"

export type Sent = EntryOf<"sent">

/** All that a request can be rebuilt from. */
export type Known = {
  readonly entries: readonly Entry[]
  readonly objects: Options["objects"]
  /** The target of an id; undefined where there is none here. */
  readonly targetOf: (id: string) => Target | undefined
  /** Whom a request is held against that does not say whom it was for (a capture). */
  readonly own?: Target | undefined
}

/** The last entry that a request rests on. */
export const throughOf = (sent: Sent): Seq => sent.through ?? sent.seq - 1

/** Whom a request was for, as far as it is known here. */
export const targetOf = ({ targetOf: named, own }: Known, sent: Sent): Target | undefined =>
  sent.target === undefined ? own : named(sent.target)

/** The header in force as of an entry. */
export const headerAt = (entries: readonly Entry[], through: Seq): Header | undefined =>
  entries.findLast((entry): entry is Header => entry.kind === "header" && entry.seq <= through)

export type RebuildAs = {
  readonly target: Target
  readonly through: Seq
  readonly policies?: Sent["policies"]
}

const optionsOf = ({ objects }: Pick<Known, "objects">, { through, policies = {} }: RebuildAs): Options => ({
  ...policies,
  objects,
  asOf: through,
})

/** A request made anew from the record's entries up to `through`, sharing nothing with whoever sent it. */
export const rebuild = (known: Pick<Known, "entries" | "objects">, as: RebuildAs): Projection =>
  project(known, as.target, optionsOf(known, as))

/** The body of the same, without the cost of saying where each piece came from. */
export const rebuildBody = (known: Pick<Known, "entries" | "objects">, as: RebuildAs): Uint8Array =>
  wireFor(known, as.target, optionsOf(known, as)).bytes()
