import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { describe, expect, it } from "vitest"
import { realFiles, samples } from "#e2e/samples.ts"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { readSource } from "#lib/import/read-source.ts"
import { extend, type Options, project } from "#lib/project.ts"
import { admission, type RecordLog } from "#lib/record/record.ts"
import { laws } from "./index.ts"
import { judge, sentences } from "./judge.ts"

const files = realFiles(/\.jsonl?$/)

/** How long a record may be for all laws: their own fold of every beginning is cubic. */
const most = 120
const whole = laws.filter((law) => law.id !== "old-turns-stand-still" && law.id !== "no-look-ahead")

/** Every law on a beginning of the record, and on all of it those that look at no beginnings. */
const broken = (record: RecordLog, target: Target, options: Options): readonly string[] => {
  const subject = { project, extend }
  const first = { ...record, entries: record.entries.slice(0, most) }
  const all = record.entries.length > most ? judge(subject, record, target, options, whole) : undefined
  return [...sentences(judge(subject, first, target, options)), ...(all === undefined ? [] : sentences(all))]
}

let read = 0

describe.skipIf(files.length === 0)(
  `samples${files.length === 0 ? `: none at ${samples}, skipped` : ""}`,
  () => {
    it.each(files.map((path) => [relative(samples, path), path] as const))(
      "%s",
      { timeout: 600_000 },
      (_, path) => {
        const reading = readSource({ name: path, bytes: new Uint8Array(readFileSync(path)) })
        if (!reading.ok) return expect(reading.problem.id).toMatch(/^[a-z-]+$/)
        read += 1
        const objects = new Map(reading.value.objects.map((object) => [object.sha256, object.bytes]))
        const options = { objects: (sha256: string) => objects.get(sha256) }
        for (const record of reading.value.records) {
          const { admit } = admission()
          for (const entry of record.entries) expect(admit(entry)).toMatchObject({ ok: true })
          for (const target of targets) expect(broken(record, target, options).slice(0, 5)).toEqual([])
        }
      },
    )
    it("of which importers read some", () => {
      expect(read).toBeGreaterThan(5)
    })
  },
)
