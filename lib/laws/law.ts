import type { Target } from "#lib/dialect/targets.ts"
import type { extend, Options, Projection, project } from "#lib/project.ts"
import type { BlockId } from "#lib/record/block.ts"
import type { Header } from "#lib/record/entry.ts"
import type { RecordLog } from "#lib/record/record.ts"
import type { Crossing, Place } from "#lib/wire/crossing.ts"
import type { Naive } from "./naive.ts"
import type { NaiveRounds } from "./naive-rounds.ts"
import type { Shape } from "./shape.ts"
import type { Node, Tree } from "./tree.ts"

/** What is under test: the two functions that make and continue a projection. */
export type Subject = { readonly project: typeof project; readonly extend: typeof extend }

/** A law that a projection breaks. `at` is a block id, a pointer of the wire, or a pair of cuts. */
export type Broken = { readonly law: LawId; readonly at: string; readonly says: string }

export type LawId =
  | "no-block-lost"
  | "no-byte-unexplained"
  | "old-turns-stand-still"
  | "no-look-ahead"
  | "same-in-same-out"
  | "always-acceptable"
  | "calls-answered"
  | "doing-never-saying"
  | "authority-never-replays"
  | "incremental-equals-cold"
  | "made-when-due"

/** One place of a crossing, found under its pointer. */
export type Claim = { readonly crossing: Crossing; readonly place: Place }

/** One record projected for one target, read in every way that laws need. */
export type Seen = {
  readonly record: RecordLog
  readonly target: Target
  readonly options: Options
  readonly projection: Projection
  /** The wire as it stands, and who claims what of it; the laws but one read it as messages, as its shape has them. */
  readonly wire: { readonly tree: Tree; readonly claims: ReadonlyMap<string, readonly Claim[]> }
  readonly tree: Tree
  readonly shape: Shape
  readonly messages: readonly Node[]
  readonly crossings: readonly Crossing[]
  readonly claims: ReadonlyMap<string, readonly Claim[]>
  readonly byBlock: ReadonlyMap<BlockId, readonly Crossing[]>
  readonly line: Naive
  readonly rounds: NaiveRounds
  /** The header in force. */
  readonly header: Header | undefined
}

export type Law = {
  readonly id: LawId
  /** The law's words, short. */
  readonly says: string
  /** What of it is broken; empty where it holds. */
  readonly check: (seen: Seen, subject: Subject) => readonly Broken[]
}
