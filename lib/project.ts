import type { Policies } from "./dialect/context.ts"
import { type Crossings, extendInscription, type Inscription, inscription } from "./dialect/inscription.ts"
import { isLimited } from "./dialect/limits.ts"
import { modelOf } from "./dialect/model.ts"
import type { Target } from "./dialect/targets.ts"
import { type Growing, grow, type Line, lineOf, pass } from "./line/line.ts"
import type { Entry, Seq } from "./record/entry.ts"
import type { RecordLog } from "./record/record.ts"
import { add, type Rounds, roundsOf } from "./rounds/rounds.ts"
import type { Wire } from "./wire/rope.ts"

/**
 * How to project. `asOf`: the record cut after this entry and nothing else. `model`, `vision` override; the policies
 * are off unless said. `objects` gives bytes that fit their digest, or undefined.
 */
export type Options = Policies & { readonly asOf?: Seq; readonly model?: string }

/**
 * What crosses. Contract: a pure function of the record's entries up to `asOf`, the target and the options; `extend`
 * consumes the working state, what was shown before stays as it was. What the lint says of it costs as much again and is
 * asked for where it is shown: `findingsOf` in `lint/of-projection.ts`.
 */
export type Projection = {
  readonly target: Target
  readonly model: string
  /** The last entry that it rests on. */
  readonly asOf: Seq
  readonly line: Line
  readonly rounds: Rounds
  readonly wire: Wire
  readonly crossings: Crossings
  /** Working state, for `extend` alone. */
  readonly working: Working
}

type Working = {
  readonly entries: Entry[]
  readonly line: Growing
  readonly rounds: Rounds
  readonly inscription: Inscription
  readonly options: Options
}

/** What `project` works out, and what `wireFor` needs of it; crossings are kept where `keeps` says so. */
const work = (
  { entries: all }: Pick<RecordLog, "entries">,
  target: Target,
  options: Options,
  keeps: boolean,
) => {
  const entries = all.slice(0, options.asOf ?? all.length)
  const line = lineOf(entries)
  const rounds = roundsOf(entries, line)
  const model = modelOf(target, line, options.model)
  return { entries, line, rounds, model, written: inscription(line, rounds, target, model, options, keeps) }
}

/** A record's wire for a target, with what became of each block and where each piece came from. */
export const project = (record: Pick<RecordLog, "entries">, target: Target, options: Options): Projection => {
  const { entries, line, rounds, model, written } = work(record, target, options, true)
  const working = { entries, line, rounds, inscription: written, options }
  return { target, model, asOf: entries.length, line, rounds, ...written.shown, working }
}

/**
 * The wire alone, for one who sends or prints it: the same bytes as `project` gives, by the same code, without the cost
 * of saying where each came from.
 */
export const wireFor = (record: Pick<RecordLog, "entries">, target: Target, options: Options): Wire =>
  work(record, target, options, false).written.shown.wire

/**
 * The same as projecting the longer record, at a cost of what is new. What changes older parts (an act of control, a
 * header, a late result, a newer maker, a limit over the whole request) is projected from nothing.
 */
export const extend = (projection: Projection, entries: readonly Entry[]): Projection => {
  const { working, target, model } = projection
  const { line, rounds, options } = working
  working.entries.push(...entries)
  const settled = entries.every((entry) => advance(line, rounds, entry))
  const same = settled && modelOf(target, line, options.model) === model && !isLimited(line, target, options)
  const shown = same ? extendInscription(working.inscription, rounds) : undefined
  const { asOf: _, ...rest } = options
  if (shown === undefined) return project({ entries: working.entries }, target, rest)
  return { ...projection, ...shown, asOf: working.entries.length }
}

/** Takes one more entry in; false where what stands before it is no longer as it stood. */
const advance = (line: Growing, rounds: Rounds, entry: Entry): boolean => {
  if (entry.kind !== "message") return pass(line, entry)
  const touched = add(rounds, grow(line, entry))
  return !touched
}
