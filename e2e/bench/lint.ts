import type { TargetId } from "#lib/dialect/targets.ts"
import { lint } from "#lib/lint/lint.ts"
import { project } from "#lib/project.ts"
import { compare, type Row } from "./measure.ts"
import { knownTarget, objects, targetOfEach } from "./projection.ts"
import { readEntries, session, sessionLines } from "./session.ts"

/** A text that no engine has seen: nothing that it may keep of an earlier one helps. */
const anew = (bytes: Buffer): string => bytes.toString("utf8")

/** All rules over one body, from its text to its findings, against `JSON.parse` of the same text. */
const over = async (lines: readonly string[], id: TargetId, repetitions: number): Promise<Row> => {
  const target = knownTarget(id)
  const bytes = Buffer.from(project({ entries: readEntries(lines) }, target, { objects }).wire.bytes())
  const found = lint(anew(bytes), target).length
  const { ratio, subject, baseline } = await compare(() => {
    const [one, other] = [anew(bytes), anew(bytes)]
    return {
      subject: () => {
        if (lint(one, target).length !== found) throw new Error("Two lints of one body differ.")
      },
      baseline: () => JSON.parse(other),
    }
  }, repetitions)
  const megabytes = (bytes.length / 1e6).toFixed(1)
  return {
    name: `lint-${id}`,
    value: ratio,
    unit: "x",
    limit: 4,
    note: `${megabytes} MB, ${found} findings, ${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}

/** The wires of 10,000 messages, about 15 MB each: one target a dialect. */
export const lintRows = async (repetitions = 11): Promise<readonly Row[]> => {
  const lines = sessionLines(10_000, session(1))
  const rows: Row[] = []
  for (const id of targetOfEach) rows.push(await over(lines, id, repetitions))
  return rows
}
