import fc from "fast-check"
import { expect, it } from "vitest"
import { anyRecord } from "./arbitrary/record.ts"
import { blockKinds } from "./block.ts"
import { entryKinds } from "./entry.ts"
import { admission, parseEntry } from "./record.ts"

const all = fc.sample(anyRecord(), { numRuns: 600, seed: 7 })

it("makes valid records: every entry parses unchanged and is admitted", () => {
  for (const record of all) {
    const { admit } = admission()
    for (const entry of record.entries) {
      const parsed = parseEntry(JSON.parse(JSON.stringify(entry)))
      expect(parsed).toEqual({ ok: true, value: JSON.parse(JSON.stringify(entry)) })
      expect(admit(entry).ok).toBe(true)
    }
  }
})

it("reaches every kind of entry and block", () => {
  const entries = all.flatMap((record) => record.entries)
  expect(new Set(entries.map((entry) => entry.kind))).toEqual(new Set(entryKinds))
  const blocks = entries.flatMap((entry) => (entry.kind === "message" ? entry.blocks : []))
  expect(new Set(blocks.map((block) => block.kind))).toEqual(new Set(blockKinds))
})

it("shrinks a record to the few entries that matter", () => {
  const undone = (entries: readonly { readonly kind: string }[]) =>
    entries.some((entry) => entry.kind === "undo")
  const found = fc.check(
    fc.property(anyRecord(), (record) => !undone(record.entries)),
    { seed: 3, numRuns: 500 },
  )
  expect(found.failed).toBe(true)
  expect(found.counterexample?.[0].entries.length).toBeLessThanOrEqual(3)
})
