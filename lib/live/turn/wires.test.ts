import { v7 } from "uuid"
import { afterAll, beforeAll, expect, test } from "vitest"
import { putObjects } from "#db/objects.ts"
import { createRecord } from "#db/records.ts"
import { readSent } from "#db/sent.ts"
import { must, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { type Target, targetOf } from "#lib/dialect/targets.ts"
import { type Projection, project } from "#lib/project.ts"
import { objectBytes, pictures } from "#lib/record/arbitrary/media.ts"
import { agent, call, type Draft, header, image, result, text, user } from "#lib/record/build.ts"
import { kept } from "#lib/wire/rope.ts"
import { type Wires, wiresOf } from "./wires.ts"
import { openWriter, type Writer } from "./writer.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const named = (id: "anthropic" | "openai"): Target => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`There is no target ${id}.`)
  return target
}
const [anthropic, openai] = [named("anthropic"), named("openai")]

const begun = async (...drafts: readonly Draft[]): Promise<Writer> => {
  const writer = await openWriter(store.db, must(await createRecord(store.db, testHeader())))
  must(await writer.append([header({ system: "Be brief." }), ...drafts]))
  return writer
}

const dispatched = ({ entries }: Writer, wires: Wires, { wire, asOf, target }: Projection) =>
  wires.dispatch(entries, wire, {
    seq: asOf + 1,
    id: v7(),
    at: null,
    by: "crossing",
    target: target.id,
    through: asOf,
  })

const coldAt = ({ entries }: Writer, { target, asOf }: Projection): Uint8Array =>
  project({ entries }, target, { objects: objectBytes, asOf }).wire.bytes()

/** Logs the next request for a target, and holds what the store has of it against what the record gives. */
const sent = async (writer: Writer, target: Target) => {
  const projection = await writer.wires.next(writer.entries, target)
  const dispatch = await dispatched(writer, writer.wires, projection)
  const { seq } = must(await writer.appendRequest(dispatch))
  const stored = must(await readSent(store.db, writer.record, seq))
  expect(Buffer.compare(stored, coldAt(writer, projection))).toBe(0)
  return { ...dispatch, wire: projection.wire }
}

const round = (n: number): readonly Draft[] => [
  agent([text(`Look ${n}. 日本語`), call(`toolu_${n}`)]),
  result(`toolu_${n}`, `found ${n}`),
]

test("each request goes on from the one before it, and the store has it byte for byte", async () => {
  const writer = await begun(user("go"))
  let before = await sent(writer, anthropic)
  const known: number[] = []
  for (let n = 1; n <= 6; n++) {
    must(await writer.append(round(n)))
    const now = await sent(writer, anthropic)
    known.push(kept(before.wire, now.wire))
    expect(now.rest.length).toBeLessThan(
      round(n).reduce((sum, draft) => sum + JSON.stringify(draft).length, 0),
    )
    before = now
  }
  expect(Math.min(...known)).toBeGreaterThan(0)
  expect(known.toSorted((a, b) => a - b)).toEqual(known)
  expect(new Set(known).size).toBeGreaterThan(4)
})

test("whom it asks changes, and comes back: each is made anew, from what the store has", async () => {
  const writer = await begun(user("go"), ...round(1), ...round(2))
  const first = await sent(writer, anthropic)
  const other = await sent(writer, openai)
  const back = await sent(writer, anthropic)
  expect([kept(first.wire, other.wire), kept(first.wire, back.wire)]).toEqual([0, 0])
  must(await writer.append(round(3)))
  expect(kept(back.wire, (await sent(writer, anthropic)).wire)).toBeGreaterThan(0)
})

test("limits change: it is made anew with them", async () => {
  const writer = await begun(user("go"), ...round(1), ...round(2))
  for (const policies of [undefined, { maxToolChars: 3 }, { maxToolChars: 3, cacheMarks: true }, {}]) {
    must(await writer.append(round(3)))
    const { wire, asOf } = await writer.wires.next(writer.entries, anthropic, policies)
    const cold = project(writer, anthropic, { ...policies, objects: objectBytes, asOf })
    expect(wire.text()).toBe(cold.wire.text())
  }
})

test("one who did not make the request before stores the same as the one who did", async () => {
  const writer = await begun(user("go"), ...round(1), ...round(2))
  await sent(writer, anthropic)
  must(await writer.append(round(3)))
  const beside = wiresOf(store.db, writer.record)
  const [own, theirs] = [
    await dispatched(writer, writer.wires, await writer.wires.next(writer.entries, anthropic)),
    await dispatched(writer, beside, await beside.next(writer.entries, anthropic)),
  ]
  expect(theirs.entry).toEqual({ ...own.entry, id: theirs.entry.id })
  expect(Buffer.compare(own.rest, theirs.rest)).toBe(0)
})

test("a request that was made and not logged is not what the next one shares", async () => {
  const writer = await begun(user("go"), ...round(1))
  await dispatched(writer, writer.wires, await writer.wires.next(writer.entries, anthropic))
  const beside = wiresOf(store.db, writer.record)
  const theirs = await dispatched(writer, beside, await beside.next(writer.entries, openai))
  must(await writer.appendRequest(theirs)) // in the place that ours would have had
  must(await writer.append(round(2)))
  await sent(writer, anthropic)
})

test("pictures that come with what is new cross; one that is missing is said, and crosses once it is there", async () => {
  const [one, other] = pictures.map(({ object }) => object)
  if (one === undefined || other === undefined) throw new Error("There are no pictures.")
  const writer = await begun(user("go"), ...round(1), user("more"))
  await sent(writer, anthropic)
  must(await writer.append([user([image(one.sha256)])], { objects: [one] }))
  const { wire } = await sent(writer, anthropic)
  expect(wire.text()).toContain(Buffer.from(one.bytes).toString("base64"))
  must(await writer.append([agent("ok"), user([image(other.sha256)]), agent("no"), user("look")]))
  const lacking = await writer.wires.next(writer.entries, anthropic)
  expect([writer.wires.lacks(lacking), lacking.wire.text().includes("missing")]).toEqual([true, true])
  await putObjects(store.db, [other])
  const whole = await writer.wires.next(writer.entries, anthropic)
  expect(writer.wires.lacks(whole)).toBe(false)
  await sent(writer, anthropic)
})
