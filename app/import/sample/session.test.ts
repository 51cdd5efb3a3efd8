import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
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
  if (main === undefined) throw new Error("Nothing to project.")
  const media = new Map(objects.map((object) => [object.sha256, object.bytes]))
  const howsAsOf = (asOf: number) =>
    targets.flatMap((target) => {
      const { crossings } = project(main, target, { objects: (sha256) => media.get(sha256), asOf })
      return crossings.all().map(({ how }) => how)
    })
  const compacted = main.entries.findIndex((entry) => entry.kind === "compaction")
  const hows = [main.entries.length, compacted].flatMap(howsAsOf)
  expect([...new Set(hows)].sort()).toEqual(["altered", "carried", "dropped", "made"])
})
