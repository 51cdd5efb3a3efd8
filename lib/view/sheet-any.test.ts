import fc from "fast-check"
import { expect, test } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import { light } from "./light.ts"
import { pack, unpack } from "./packed.ts"
import { sheet } from "./sheet.ts"
import { windowOf } from "./window.ts"

const endless = { lines: Number.POSITIVE_INFINITY, chars: Number.POSITIVE_INFINITY }

test("any record on any target: every crossing once in both orders, unique keys, every byte printed, every finding at one", () => {
  fc.assert(
    fc.property(
      anyRecord(),
      fc.constantFrom(...targets),
      fc.integer({ min: 20, max: 120 }),
      (log, target, columns) => {
        const projection = project(log, target, { objects: objectBytes })
        const laid = sheet(log, projection)
        for (const order of ["rows", "wire"] as const) {
          const shown = laid.order[order].flatMap((number) => {
            const row = laid.rows[number]
            return row?.is === "crossing" ? [row.crossing] : []
          })
          expect(shown).toHaveLength(laid.crossings.length)
          expect(new Set(shown)).toEqual(new Set(laid.crossings))
        }
        expect(new Set(laid.rows.map((row) => row.key)).size).toBe(laid.rows.length)
        for (const { row } of laid.findings()) expect(laid.rows[row]?.is).toBe("crossing")
        const { piece } = laid.readings.whole()
        const onWire = laid.order.wire.flatMap((number) => {
          const row = laid.rows[number]
          return row?.is === "crossing" && row.crossing.how !== "dropped"
            ? [piece(row.crossing)?.start ?? -1]
            : []
        })
        expect(onWire).toEqual([...onWire].sort((a, b) => a - b))
        expect(onWire).not.toContain(-1)
        const index = unpack(pack(light(laid)))
        expect(laid.rows.map((_, number) => index.at(number))).toEqual(light(laid))
        const views = windowOf(laid, laid.order.wire, 0, laid.rows.length, {
          order: "wire",
          columns,
          limits: endless,
        })
        const printed = views.flatMap((view) =>
          view.is === "crossing" && view.printed !== undefined ? view.printed.lines : [],
        )
        if (printed.length > 0)
          expect(printed.flatMap(({ spans }) => spans.map(([part]) => part)).join("")).toBe(
            projection.wire.text(),
          )
        const aligned = windowOf(laid, laid.order.rows, 0, laid.rows.length, { order: "rows", columns })
        expect(JSON.parse(JSON.stringify(aligned))).toEqual(aligned)
      },
    ),
    { numRuns: 200 },
  )
}, 60_000)
