import { z } from "zod"
import type { Target } from "#lib/dialect/targets.ts"
import { projector } from "#lib/dialect/words.ts"
import type { SourceReading } from "#lib/import/read-source.ts"
import type { Finding } from "#lib/lint/finding.ts"
import { findingsOf } from "#lib/lint/of-projection.ts"
import { told } from "#lib/lint/told.ts"
import { targetNamed } from "#lib/live/targets.ts"
import { type Projection, project } from "#lib/project.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { chosenRecord, wholeNumber } from "../chosen.ts"
import { fail } from "../fail.ts"
import { write, writeJson } from "../output.ts"
import { readNamed } from "../source.ts"

const options = z.object({
  target: z.string(),
  record: z.string().optional(),
  asOf: z.string().optional(),
  model: z.string().optional(),
  /** commander's `--no-vision`: true unless it is given. */
  vision: z.boolean().default(true),
  crossings: z.boolean().default(false),
  json: z.boolean().default(false),
  url: z.string().optional(),
})
type Options = z.infer<typeof options>

const chosenHead = (record: RecordLog, text: string | undefined): Outcome<number> => {
  const head = record.entries.length
  const asOf = text === undefined ? fine(head) : wholeNumber("--as-of", text)
  return asOf.ok && asOf.value > head ? refused("as-of-ahead", { asOf: asOf.value, head }) : asOf
}

const projectionOf = (reading: SourceReading, target: Target, asked: Options): Outcome<Projection> => {
  const record = chosenRecord(reading, asked.record)
  if (!record.ok) return record
  const asOf = chosenHead(record.value, asked.asOf)
  if (!asOf.ok) return asOf
  const bytes = new Map(reading.objects.map((object) => [object.sha256, object.bytes]))
  return fine(
    project(record.value, target, {
      objects: (sha256) => bytes.get(sha256),
      asOf: asOf.value,
      ...(asked.model === undefined ? {} : { model: asked.model }),
      ...(asked.vision ? {} : { vision: false }),
    }),
  )
}

const print = async (
  { target, model, asOf, wire, crossings }: Projection,
  findings: readonly Finding[],
  asked: Options,
): Promise<void> => {
  if (asked.json) {
    await writeJson({
      target: target.id,
      model,
      asOf,
      projector,
      sha256: wire.digest(),
      wire: wire.text(),
      crossings: crossings.all(),
      findings: findings.map(told),
    })
  } else if (asked.crossings) await writeJson(crossings.all())
  else await write(wire.bytes())
}

/** `project FILE --target T`: prints the request body and nothing else; 1 where the lint finds an error in it. */
export const projectCommand = async (of: unknown, given: unknown): Promise<number> => {
  const asked = options.parse(given)
  const target = targetNamed(asked.target) // before a large file is read
  if (!target.ok) return fail(target.problem)
  const reading = await readNamed({ of: z.string().parse(of), url: asked.url })
  if (!reading.ok) return fail(reading.problem)
  const projection = projectionOf(reading.value, target.value, asked)
  if (!projection.ok) return fail(projection.problem)
  const findings = findingsOf(projection.value)
  await print(projection.value, findings, asked)
  return findings.some(({ severity }) => severity === "error") ? 1 : 0
}
