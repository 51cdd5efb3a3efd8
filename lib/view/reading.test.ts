import fc from "fast-check"
import { expect, test } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import { agent, record, user } from "#lib/record/build.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { type Reading, readBeginning, readWhole } from "./reading.ts"
import { sheet } from "./sheet.ts"
import { windowOf } from "./window.ts"

/** The values within a crossing's piece: where each stands, and whose it is. */
const inside = ({ spans, owners, piece }: Reading, crossing: Crossing) => {
  const found = piece(crossing)
  if (found === undefined) return undefined
  const values: unknown[] = []
  for (let node = found.node; node < spans.count && spans.start(node) < found.end; node += 1)
    values.push([spans.start(node), spans.end(node), owners().of(node), owners().ranges(node)])
  return { start: found.start, end: found.end, values }
}

test("what the beginning of a wire says of a piece, the whole says too", () => {
  fc.assert(
    fc.property(
      anyRecord(),
      fc.constantFrom(...targets),
      fc.integer({ min: 0, max: 1000 }),
      (log, target, thousandths) => {
        const projection = project(log, target, { objects: objectBytes })
        const text = projection.wire.text()
        const crossings = projection.crossings.all()
        const whole = readWhole(text, crossings)
        const beginning = readBeginning(
          text.slice(0, Math.floor((text.length * thousandths) / 1000)),
          crossings,
        )
        for (const crossing of crossings) {
          const found = inside(beginning, crossing)
          if (found !== undefined) expect(found).toEqual(inside(whole, crossing))
        }
      },
    ),
    { numRuns: 200 },
  )
}, 60_000)

test("the first rows of a long wire need only its beginning, the last ones all of it", () => {
  const turns = Array.from({ length: 400 }, (_, turn) => [
    user(`${turn} é`.repeat(500)),
    agent("a".repeat(3_000)),
  ])
  const log = record(...turns.flat())
  const target = targets.find(({ id }) => id === "anthropic")
  if (target === undefined) throw new Error("no such target")
  const laid = sheet(log, project(log, target, { objects: () => undefined }))
  const { readings, crossings } = laid
  expect(readings.of(crossings.slice(0, 60))).not.toBe(readings.whole())
  expect(readings.of(crossings.slice(-60))).toBe(readings.whole())
  const wanted = { order: "rows", columns: 80 } as const
  const near = windowOf(laid, laid.order.rows, 0, 60, wanted)
  const far = windowOf(laid, laid.order.rows, 0, laid.rows.length, wanted)
  expect(near).toEqual(far.slice(0, 60))
})
