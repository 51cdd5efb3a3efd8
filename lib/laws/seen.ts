import type { Target } from "#lib/dialect/targets.ts"
import type { Options } from "#lib/project.ts"
import type { BlockId } from "#lib/record/block.ts"
import type { Entry, Header } from "#lib/record/entry.ts"
import type { RecordLog } from "#lib/record/record.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Claim, Seen, Subject } from "./law.ts"
import { foldAll, type Naive, naiveLine } from "./naive.ts"
import { type NaiveRounds, naiveRounds } from "./naive-rounds.ts"
import { shapeOf } from "./shapes/index.ts"
import { readTree } from "./tree.ts"

/** The line and the rounds as they were just after each entry; 0 is before the first. Worked out when asked for. */
export type Past = {
  readonly line: (through: number) => Naive
  readonly rounds: (through: number) => NaiveRounds
}

const pasts = new WeakMap<readonly Entry[], Past>()

/** What `of` gives for a number, worked out once. */
const once = <Value>(of: (through: number) => Value): ((through: number) => Value) => {
  const known = new Map<number, Value>()
  return (through) => {
    const found = known.get(through)
    if (found !== undefined) return found
    const value = of(through)
    known.set(through, value)
    return value
  }
}

/** The naive past of a record, shared by all targets. */
export const pastOf = ({ entries }: Pick<RecordLog, "entries">): Past => {
  const known = pasts.get(entries)
  if (known !== undefined) return known
  const after = foldAll(entries)
  const line = once((through) => naiveLine(entries.slice(0, through), after.slice(0, through + 1)))
  const past = { line, rounds: once((through) => naiveRounds(line(through))) }
  pasts.set(entries, past)
  return past
}

const claimsOf = (crossings: readonly Crossing[]): ReadonlyMap<string, readonly Claim[]> => {
  const claims = new Map<string, Claim[]>()
  for (const crossing of crossings)
    for (const place of crossing.at) {
      const there = claims.get(place.pointer)
      if (there === undefined) claims.set(place.pointer, [{ crossing, place }])
      else there.push({ crossing, place })
    }
  return claims
}

const byBlockOf = (crossings: readonly Crossing[]): ReadonlyMap<BlockId, readonly Crossing[]> => {
  const found = new Map<BlockId, Crossing[]>()
  for (const crossing of crossings) {
    if (crossing.from === undefined || !("block" in crossing.from)) continue
    const there = found.get(crossing.from.block)
    if (there === undefined) found.set(crossing.from.block, [crossing])
    else there.push(crossing)
  }
  return found
}

export const headerOf = (entries: readonly Entry[]): Header | undefined =>
  entries.findLast((entry) => entry.kind === "header")

/** Projects a record and reads it; `through` cuts it after an entry. Throws where the wire is no JSON. */
export const see = (
  subject: Subject,
  record: RecordLog,
  target: Target,
  options: Options,
  through = record.entries.length,
): Seen => {
  const whole = through === record.entries.length
  const projection = subject.project(record, target, whole ? options : { ...options, asOf: through })
  return read(projection, record, target, options, through)
}

/** Reads a projection of the first `through` entries of a record. */
export const read = (
  projection: Seen["projection"],
  record: RecordLog,
  target: Target,
  options: Options,
  through: number,
): Seen => {
  const line = pastOf(record).line(through)
  const rounds = pastOf(record).rounds(through)
  const shape = shapeOf(target.dialect)
  const whole = { tree: readTree(projection.wire.text()), crossings: projection.crossings.all() }
  const { tree, crossings } = shape.reading?.(whole) ?? whole
  const claims = claimsOf(whole.crossings)
  return {
    record,
    target,
    options,
    projection,
    wire: { tree: whole.tree, claims },
    tree,
    shape,
    messages: shape.messages(tree),
    crossings,
    claims: crossings === whole.crossings ? claims : claimsOf(crossings),
    byBlock: byBlockOf(crossings),
    line,
    rounds,
    header: headerOf(line.entries),
  }
}

const messagePlace = /^\/(?:messages|input|contents)\/(\d+)(?:\/|$)/

/** The index of the wire message that a crossing's own place stands in; undefined where it stands in none. */
export const messageOf = (crossing: Crossing): number | undefined => {
  const found = messagePlace.exec(crossing.at[0]?.pointer ?? "")
  return found === null ? undefined : Number(found[1])
}
