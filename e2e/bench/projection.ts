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
const cold = async (
  lines: readonly string[],
  [id, limit]: (typeof limits)[number],
  repetitions: number,
): Promise<Row> => {
  const target = knownTarget(id)
  const once = project({ entries: readEntries(lines) }, target, { objects }).wire
  const [text, bytes, digest] = [once.text(), once.bytes(), once.digest()]
  if (digestOf(bytes) !== digest) throw new Error("The digest is not that of the bytes.")
  const { ratio, subject, baseline } = await compare(() => {
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
    limit,
    note: `${megabytes} MB, ${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}

/** A target of each dialect, and what its projection may cost at most. */
const limits = [
  ["anthropic", 2],
  ["openai", 2],
  ["openai-responses", 2.5],
  ["gemini", 2.5],
  ["ollama", 2.5],
  ["bedrock", 2.5],
  ["claude-prompt", 2.5],
] as const satisfies readonly (readonly [TargetId, number])[]

export const targetOfEach: readonly TargetId[] = limits.map(([id]) => id)

/** 10,000 messages, about 15 MB of body. */
export const projectionRows = async (repetitions = 11): Promise<readonly Row[]> => {
  const lines = sessionLines(10_000, session(1))
  const rows: Row[] = []
  for (const each of limits) rows.push(await cold(lines, each, repetitions))
  return rows
}
