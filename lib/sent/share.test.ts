import { createHash } from "node:crypto"
import fc from "fast-check"
import { expect, test } from "vitest"
import { parseEntry, printLine } from "#lib/record/record.ts"
import { sharedBytes } from "#lib/record/shared-bytes.ts"
import { dispatchOf } from "./share.ts"

const plainly = (a: Uint8Array, b: Uint8Array): number => {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at++
  return at
}

const wire = (bytes: Uint8Array) => ({
  bytes: () => bytes,
  digest: () => createHash("sha256").update(bytes).digest("hex"),
})

const facts = { seq: 3, id: "s", at: null, by: "crossing", step: 1, target: "openai", through: 2 } as const

test("bodies share their common beginning, whatever their length", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(0, 65_530, 65_536, 131_080),
      (head, a, b, filled) => {
        const [one, other] = [a, b].map((tail) => Buffer.concat([Buffer.alloc(filled, 97), head, tail]))
        if (one === undefined || other === undefined) return
        expect(sharedBytes(one, other)).toBe(plainly(one, other))
      },
    ),
  )
})

test("what is stored and what it shares with the request before make the request again", () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (before, now) => {
      const { entry, rest } = dispatchOf(before, wire(now), facts)
      expect(Buffer.concat([before.subarray(0, entry.shared), rest])).toEqual(Buffer.from(now))
      expect(entry.length).toBe(now.length)
    }),
  )
})

test("the entry is valid, in the order of the schema, and the first request shares nothing", () => {
  const { entry, rest } = dispatchOf(undefined, wire(Buffer.from("{}")), facts)
  expect(entry).toMatchObject({ kind: "sent", shared: 0, length: 2, target: "openai" })
  expect(Buffer.from(rest).toString()).toBe("{}")
  const parsed = parseEntry(entry)
  expect(parsed.ok && printLine(parsed.value)).toBe(printLine(entry))
})
