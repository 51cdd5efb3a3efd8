import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { readSource } from "#lib/import/read-source.ts"
import { project } from "#lib/project.ts"
import { sampleSession } from "./session.ts"

it("ships, is read whole, and shows every way to cross", () => {
  const bytes = readFileSync(join(import.meta.dirname, "..", "..", "..", sampleSession.path))
  const reading = readSource({ name: sampleSession.name, bytes })
  if (!reading.ok) throw new Error(reading.problem.id)
  const { records, receipt, objects } = reading.value
  expect(receipt.unread).toBe(0)
  const [main] = records
  const target = targetOf("openai")
  if (main === undefined || target === undefined) throw new Error("Nothing to project.")
  const media = new Map(objects.map((object) => [object.sha256, object.bytes]))
  const { crossings } = project(main, target, { objects: (sha256) => media.get(sha256) })
  expect(new Set(crossings.all().map(({ how }) => how))).toEqual(
    new Set(["carried", "altered", "dropped", "made"]),
  )
})
