import fc from "fast-check"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { caseOf } from "#lib/export/case/case.ts"
import { project } from "#lib/project.ts"
import { storedObject } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import type { Entry } from "#lib/record/entry.ts"
import { admission, parseEntry, type RecordLog, type StoredObject } from "#lib/record/record.ts"
import type { Crossing } from "#lib/wire/crossing.ts"

/** What of a crossing a case keeps: whose it is, what became of it, and why. */
const told = ({ how, reason, from, facts }: Crossed): string =>
  `${JSON.stringify(from ?? null)} ${how} ${reason ?? ""} ${facts?.["also"] ?? ""}`
type Crossed = Pick<Crossing, "how" | "reason" | "from" | "facts">

const bytesOf = (objects: (sha256: string) => StoredObject | undefined) => ({
  objects: (sha256: string) => objects(sha256)?.bytes,
})

/** Why entries are no valid record; empty where they are. */
const invalid = (entries: readonly Entry[]): readonly string[] => {
  const { admit } = admission()
  return entries.flatMap((entry) => {
    const parsed = parseEntry(JSON.parse(JSON.stringify(entry)))
    const done = parsed.ok ? admit(parsed.value) : parsed
    return done.ok ? [] : [`entry ${entry.seq} is not valid: ${JSON.stringify(done.problem)}`]
  })
}

/** Where a record's case shows other crossings than the record itself; empty where it shows the same. */
export const caseFaults = (
  record: RecordLog,
  objects: (sha256: string) => StoredObject | undefined,
  only: readonly Target[] = targets,
): readonly string[] => {
  const made = caseOf(record, objects)
  const unfit = invalid(made.record.entries)
  if (unfit.length > 0) return unfit
  const stands = new Map(made.objects.map((object) => [object.sha256, object]))
  return only.flatMap((target) => {
    const before = project(record, target, bytesOf(objects)).crossings.all().map(told)
    const after = project(
      made.record,
      target,
      bytesOf((sha256) => stands.get(sha256)),
    )
      .crossings.all()
      .map(told)
    const at = before.findIndex((line, index) => line !== after[index])
    if (at < 0 && before.length === after.length) return []
    return [`${target.id} at ${at}: ${before[at] ?? "nothing more"} became ${after[at] ?? "nothing"}`]
  })
}

/** The smallest of so many random records whose case shows something else; undefined where there is none. */
export const huntCases = (runs: number, seed: number, length: number): RecordLog | undefined => {
  const property = fc.property(anyRecord(length), (record) => caseFaults(record, storedObject).length === 0)
  return fc.check(property, { numRuns: runs, seed }).counterexample?.[0]
}
