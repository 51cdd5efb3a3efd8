import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { must, openTestStore, type TestStore } from "#db/test-store.ts"
import type { FakeProvider, Move } from "#e2e/fake/provider.ts"
import type { Call } from "#e2e/fake/scene.ts"
import { bodiesOf, providerAt, recordOf, saying, says, talk } from "#e2e/fake/summaries.ts"
import { targetOf, targets } from "#lib/dialect/targets.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import { project } from "#lib/project.ts"
import type { Entry } from "#lib/record/entry.ts"
import { entriesOf, failures, haveEnded, type Node, openNode, said, until, word } from "../test-panel.ts"

let store: TestStore
/** Processes in which a compaction runs unasked, and as it usually is. */
let free: Node
let usual: Node
let open: FakeProvider | undefined
beforeAll(async () => {
  store = await openTestStore()
  free = await openNode(store.db, { policies: { compact_conversation: "allow" } })
  usual = await openNode(await store.beside())
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await open?.close()
})
afterAll(async () => {
  await free.close()
  await usual.close()
  await store.close()
  expect(failures).toEqual([])
})

const mistral = targetOf("mistral") ?? (undefined as never) // a row of the table

const calls = (...acts: readonly Pick<Call, "id" | "name" | "arguments">[]): Move => ({
  does: "stream",
  scene: { ...saying(""), acts: acts.map((act) => ({ is: "call", ...act })), ends: "tool-calls" },
})

const compacts = (preserve: number, id = "c0mpact01") => ({
  id,
  name: "compact_conversation",
  arguments: JSON.stringify({ summary: "It was about planks.", preserve }),
})
const searches = { id: "search001", name: "search_sessions", arguments: '{"query":"door"}' }

/** A conversation of twelve messages in which the model makes these calls, as it stands when its turn has ended. */
const called = async (...moves: readonly Move[]) => {
  open = await providerAt(store.db, mistral, [...moves, says("I go on.")])
  const record = await recordOf(store.db, talk(6))
  must(await free.panel.say(record, said("make room", { target: "mistral" })))
  const entries = await until(store.db, record, haveEnded(1))
  return { entries, bodies: bodiesOf(open) }
}

const resultsIn = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.kind === "message" && entry.role === "tool" ? entry.blocks : []))

/** What comes from the reply that calls on. */
const fromCall = (entries: readonly Entry[]): readonly string[] =>
  entries.slice(entries.findIndex(({ kind }) => kind === "sent") + 1).map(word)

const closing = ["step start", "sent", "assistant: text", "step end done", "turn end done"]

describe("14: a compaction that is a tool call", () => {
  test.each([0, 1, 2, 3, 8])(
    "that keeps %i messages: call and result stand before it, whole on one side of the boundary",
    async (preserve) => {
      const { entries, bodies } = await called(calls(compacts(preserve)))
      expect(fromCall(entries)).toEqual([
        ...["assistant: tool-call", "step end done", "permission allowed", "tool: tool-result", "compaction"],
        ...closing,
      ])
      const compaction = entries.find((entry) => entry.kind === "compaction")
      expect(compaction).toMatchObject({ summary: "It was about planks.", by: { provider: "mistral" } })
      const seqOf = (text: string): number => entries.find((entry) => word(entry) === text)?.seq ?? 0
      const [call, result] = [seqOf("assistant: tool-call"), seqOf("tool: tool-result")]
      const isCovered = (seq: number): boolean => seq <= (compaction?.covers?.[1] ?? 0)
      expect(isCovered(call)).toBe(isCovered(result))
      const [, next = ""] = bodies
      expect(next).toContain("It was about planks.")
      expect(next).not.toContain("ask plank 0")
      const upTo = entries.slice(0, compaction?.seq)
      for (const target of targets) {
        const projection = project({ entries: upTo }, target, { objects: () => undefined })
        expect(errorsOf(projection), target.id).toEqual([])
        const reasons = projection.crossings.all().map(({ reason }) => reason)
        expect(reasons, target.id).not.toContain("result-outside")
        expect(reasons, target.id).not.toContain("result-orphan")
      }
    },
  )

  test("among others: all results of the reply stand before it", async () => {
    const { entries } = await called(calls(compacts(0), searches))
    expect(fromCall(entries).filter((each) => !each.startsWith("permission"))).toEqual([
      ...["assistant: tool-call tool-call", "step end done", "tool: tool-result", "tool: tool-result"],
      ...["compaction", ...closing],
    ])
    expect(resultsIn(entries)).toMatchObject([{ callId: "search001" }, { callId: "c0mpact01" }])
  })

  test("twice at once: one is run, and the other's result stands before the boundary too", async () => {
    const { entries } = await called(calls(compacts(4), compacts(4, "c0mpact02")))
    expect(
      fromCall(entries)
        .filter((each) => !each.startsWith("permission"))
        .slice(2, 5),
    ).toEqual([...["tool: tool-result", "tool: tool-result", "compaction"]])
    expect(resultsIn(entries)).toMatchObject([
      { callId: "c0mpact02", isError: true },
      { callId: "c0mpact01", isError: false },
    ])
    expect(entries.filter(({ kind }) => kind === "compaction")).toHaveLength(1)
  })

  test("with nothing to do, or nothing to say, is answered with why", async () => {
    const { entries } = await called(calls(compacts(100)))
    expect(entries.some(({ kind }) => kind === "compaction")).toBe(false)
    expect(resultsIn(entries)).toMatchObject([{ isError: true }])
    expect(JSON.stringify(resultsIn(entries))).toContain("nothing for a compaction to do")
    await open?.close()
    const blank = await called(calls({ ...compacts(0), arguments: '{"summary":" "}' }))
    expect(JSON.stringify(resultsIn(blank.entries))).toContain("summary must say something")
  })

  test("is asked for unless a policy says otherwise, and does nothing where it is denied", async () => {
    open = await providerAt(store.db, mistral, [calls(compacts(0)), says("I go on.")])
    const record = await recordOf(store.db, talk(6))
    must(await usual.panel.say(record, said("make room", { target: "mistral" })))
    const isAsked = (entries: readonly Entry[]): boolean =>
      entries.some((entry) => entry.kind === "permission" && entry.action === "asked")
    const asked = (await until(store.db, record, isAsked)).at(-1)
    expect(asked).toMatchObject({ risk: "changes what the next requests hold, and can be undone" })
    must(await usual.panel.decide(record, "c0mpact01", false, "user"))
    await until(store.db, record, haveEnded(1))
    const entries = await entriesOf(store.db, record)
    expect(entries.some(({ kind }) => kind === "compaction")).toBe(false)
    expect(resultsIn(entries)).toMatchObject([{ isError: true }])
  })
})
