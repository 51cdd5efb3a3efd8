import fc from "fast-check"
import { expect, test } from "vitest"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { extend, type Options, type Projection, project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import type { Entry } from "#lib/record/entry.ts"
import { kept, type Wire } from "#lib/wire/rope.ts"
import { type Dispatch, dispatchBehind, dispatchOf, type SentFacts } from "./share.ts"

/** A record that grows entry by entry, with a request behind some of them: what is stored of it, made by extension and made cold. */

const options: Options = { objects: objectBytes }

const factsAt = (through: number, target: Target): SentFacts => ({
  seq: through + 1,
  id: `s${through}`,
  at: null,
  by: "crossing",
  target: target.id,
  through,
})

type Sent = { readonly wire: Wire; readonly bytes: Uint8Array }

const byExtension = (before: Sent | undefined, wire: Wire, facts: SentFacts): Dispatch =>
  before === undefined ? dispatchOf(undefined, wire, facts) : dispatchBehind(before.wire, wire, facts)

const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** Whom a request is for behind each entry; undefined where none is made. */
type Asked = readonly (Target | undefined)[]

/** How many bytes of its requests were known to be shared, and of how many in all; each is held against the cold one. */
const grown = (entries: readonly Entry[], asked: Asked): readonly [known: number, all: number] => {
  let last: Projection | undefined
  let before: Sent | undefined
  let known = 0
  let all = 0
  for (const [index, target] of asked.entries()) {
    if (target === undefined) continue
    const through = index + 1
    const upTo = { entries: entries.slice(0, through) }
    last =
      last?.target === target
        ? extend(last, entries.slice(last.asOf, through))
        : project(upTo, target, options)
    const cold = project(upTo, target, options).wire
    const facts = factsAt(through, target)
    const [warm, plain] = [byExtension(before, last.wire, facts), dispatchOf(before?.bytes, cold, facts)]
    expect(warm.entry).toEqual(plain.entry)
    expect(same(warm.rest, plain.rest), "the rest").toBe(true)
    const again = Buffer.concat(
      [before?.bytes.subarray(0, warm.entry.shared) ?? [], warm.rest].map(Buffer.from),
    )
    expect(same(again, cold.bytes()), "the body").toBe(true)
    known += before === undefined ? 0 : kept(before.wire, last.wire)
    all += last.wire.length
    before = { wire: last.wire, bytes: cold.bytes() }
  }
  return [known, all]
}

const mostly = (target: Target): fc.Arbitrary<Target | undefined> =>
  fc.oneof(
    { arbitrary: fc.constant(target), weight: 7 },
    { arbitrary: fc.constant(undefined), weight: 7 },
    { arbitrary: fc.constantFrom(...targets), weight: 1 },
  )

const asked = ({ length }: readonly Entry[]): fc.Arbitrary<Asked> =>
  fc
    .constantFrom(...targets)
    .chain((target) => fc.array(mostly(target), { minLength: length, maxLength: length }))

const talks = anyRecord(14).chain(({ entries }) => fc.tuple(fc.constant(entries), asked(entries)))

test("a request made by extension is stored as one made cold, whatever the record and whom it asks", () => {
  let [known, all] = [0, 0]
  fc.assert(
    fc.property(talks, ([entries, whom]) => {
      const counted = grown(entries, whom)
      known += counted[0]
      all += counted[1]
    }),
    { numRuns: 300, seed: 20261130 },
  )
  expect(known / all, `${known} bytes of ${all} were not read again`).toBeGreaterThan(0.05)
}, 60_000)
