import type { RecordLog } from "#lib/record/record.ts"
import type { Broken, Law, Seen, Subject } from "./law.ts"
import { everyCut, pairsOf } from "./old-turns-stand-still.ts"
import { differs } from "./same-in-same-out.ts"

const id = "incremental-equals-cold"

/** Ways to cut `length` entries into pieces: at each place, at none, and a few drawn from the record's own digest. */
export const splitsOf = (length: number, salt: number): readonly (readonly number[])[] => {
  const all = Array.from({ length: Math.max(0, length - 1) }, (_, index) => index + 1)
  const some = (step: number) => all.filter((at) => (at * 7919 + salt) % step === 0)
  return [all, some(2), some(3), [...some(5), length]].map((cuts) =>
    cuts.filter((at) => at > 0 && at <= length),
  )
}

const saltOf = (record: RecordLog): number =>
  record.entries.reduce((sum, entry) => (sum * 31 + entry.kind.length) % 9973, 7)

const grown = (subject: Subject, seen: Seen, cuts: readonly number[]): Broken | undefined => {
  const { record, target, options } = seen
  const [first = 0, ...more] = cuts
  let projection = subject.project(record, target, { ...options, asOf: first })
  let from = first
  for (const to of [...more, record.entries.length]) {
    const longer = subject.extend(projection, record.entries.slice(from, to))
    projection = longer
    from = to
  }
  const part = differs(seen.projection, projection)
  return part === undefined ? undefined : { law: id, at: `grown at ${cuts.join(", ")}`, says: part }
}

/** Every longer wire on the way, too, is what a cold run gives. */
const stepwise = (subject: Subject, seen: Seen): Broken | undefined => {
  const { record, target, options } = seen
  const colds = [...pairsOf(seen, subject).map(({ short }) => short), seen]
  let projection = subject.project(record, target, { ...options, asOf: 0 })
  for (const entry of record.entries) {
    projection = subject.extend(projection, [entry])
    const cold = colds[entry.seq]
    const part = cold === undefined ? "no cold run" : differs(cold.projection, projection)
    if (part !== undefined) return { law: id, at: `grown to ${entry.seq}`, says: part }
  }
  return undefined
}

/** Law 10. */
export const incrementalEqualsCold: Law = {
  id,
  says: "Extending a projection gives the same bytes and crossings as projecting the longer record.",
  check: (seen, subject) => {
    const { length } = seen.record.entries
    const isShort = length <= everyCut
    const found = isShort ? [stepwise(subject, seen)] : []
    for (const cuts of splitsOf(length, saltOf(seen.record)).slice(isShort ? 1 : 0))
      found.push(grown(subject, seen, cuts))
    return found.filter((item) => item !== undefined)
  },
}
