import { createHash } from "node:crypto"
import { type TargetId, targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { compare, type Row } from "./measure.ts"
import { readEntries, session, sessionLines } from "./session.ts"

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

export const objects = (): undefined => undefined

export const knownTarget = (id: TargetId) => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`There is no target ${id}.`)
  return target
}

/**
 * A record projected from nothing to bytes and digest, against printing the finished body with `JSON.stringify` and the
 * same digest. Each run has entries and a body that were parsed for it alone.
 */
const cold = (lines: readonly string[], id: TargetId, repetitions: number): Row => {
  const target = knownTarget(id)
  const once = project({ entries: readEntries(lines) }, target, { objects }).wire
  const [text, bytes, digest] = [once.text(), once.bytes(), once.digest()]
  if (digestOf(bytes) !== digest) throw new Error("The digest is not that of the bytes.")
  const { ratio, subject, baseline } = compare(() => {
    const entries = readEntries(lines)
    const body: unknown = JSON.parse(text)
    return {
      subject: () => {
        const { wire } = project({ entries }, target, { objects })
        if (wire.bytes().length !== bytes.length || wire.digest() !== digest)
          throw new Error("Two projections of one record differ.")
      },
      baseline: () => digestOf(Buffer.from(JSON.stringify(body))),
    }
  }, repetitions)
  const megabytes = (bytes.length / 1e6).toFixed(1)
  return {
    name: `projection-${id}`,
    value: ratio,
    unit: "x",
    limit: 2,
    note: `${megabytes} MB, ${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}

/** 10,000 messages, about 15 MB of body, for one target of each of two dialects. */
export const projectionRows = (repetitions = 11): readonly Row[] => {
  const lines = sessionLines(10_000, session(1))
  return (["anthropic", "openai"] as const).map((id) => cold(lines, id, repetitions))
}
