import { describe, expect, test } from "vitest"
import { append, headOf } from "#db/entries.ts"
import { must, numbered, problemOf } from "#db/test-store.ts"
import type { Move } from "#e2e/fake/provider.ts"
import { askOf, bodiesOf, recordOf, saying, says, talk } from "#e2e/fake/summaries.ts"
import { mistral, summariesHere } from "#e2e/fake/summariser.ts"
import { user } from "#lib/record/build.ts"
import { applyStored } from "../plans.ts"
import { entriesOf, openNode, until } from "../test-panel.ts"
import { askSummary } from "./ask.ts"
import { summaryState } from "./outcome.ts"

const here = summariesHere()
const { at, ask, outcome } = here

describe("what goes wrong is said, and never becomes a compaction", () => {
  const scene = saying("It was about planks and nails.")

  test.each<[string, Move, object]>([
    [
      "a provider that refuses",
      { does: "refuse", status: 400, body: '{"message":"too long"}' },
      { id: "summary-failed", facts: { kind: "request-refused" } },
    ],
    [
      "one that fails in the middle",
      { does: "fail", scene, frames: 2, kind: "overloaded", message: "too many" },
      { id: "summary-failed" },
    ],
    ["one that breaks off", { does: "cut", scene, bytes: 300 }, { id: "summary-failed" }],
    ["an empty reply", says(""), { id: "summary-failed", facts: { kind: "empty-reply" } }],
    ["a blank reply", says(" \n"), { id: "summary-failed", facts: { kind: "empty-reply" } }],
    ["one that is cut at its most tokens", says("It was", "length"), { id: "summary-cut" }],
  ])("%s", async (_, move, problem) => {
    await at(mistral, move)
    const record = await recordOf(here.store().db, talk(6))
    const { conversation } = await ask({ record, to: { target: "mistral" } })
    expect(await outcome(record, conversation)).toMatchObject({ ok: false, problem })
    expect(await headOf(here.store().db, record)).toBe(12)
  })

  test("a call of a tool that was not offered runs nothing", async () => {
    const searches: Move = {
      does: "stream",
      scene: {
        ...scene,
        acts: [{ is: "call", id: "a1B2c3D4e", name: "search_sessions", arguments: '{"query":"plank"}' }],
        ends: "tool-calls",
      },
    }
    const provider = await at(mistral, searches, says("planks"))
    const record = await recordOf(here.store().db, talk(6))
    const { conversation } = await ask({ record, to: { target: "mistral" } })
    expect(must(await outcome(record, conversation)).summary).toBe("planks")
    expect(bodiesOf(provider)[1]).toContain("there is no tool named search_sessions")
  })

  /** Waits until a conversation's first request has left. */
  const sent = (conversation: string) =>
    until(here.store().db, conversation, (entries) => entries.some(({ kind }) => kind === "sent"))

  test("one that is stopped", async () => {
    await at(mistral, { does: "hang", scene, frames: 2 })
    const record = await recordOf(here.store().db, talk(6))
    const { conversation } = await ask({ record, to: { target: "mistral" } })
    const key = { record, conversation }
    expect(must(await summaryState(here.store().db, key))).toEqual({ head: 12, is: "running" })
    await sent(conversation)
    await here.node().panel.stop(conversation)
    expect(problemOf(await outcome(record, conversation))).toBe("summary-stopped")
  })

  test("a process that dies: whoever is left ends it", async () => {
    await at(mistral, { does: "hang", scene, frames: 2 })
    const elsewhere = await here.store().beside()
    const dying = await openNode(elsewhere, { failed: () => undefined })
    const record = await recordOf(here.store().db, talk(6))
    const given = { record, to: { target: "mistral" } }
    const { conversation } = must(await askSummary(dying.panel, elsewhere, given))
    await sent(conversation)
    await elsewhere.close()
    await here.node().panel.resume()
    expect(problemOf(await outcome(record, conversation))).toBe("summary-stopped")
    expect((await entriesOf(here.store().db, conversation)).at(-1)).toMatchObject({ outcome: "interrupted" })
    expect(await headOf(here.store().db, record)).toBe(12)
    await dying.close().catch(() => undefined) // its store is gone
  })

  test("a record that grows while it is written: it is not applied", async () => {
    const record = await recordOf(here.store().db, talk(6))
    const { conversation, head } = await ask({ record, to: { target: "demo" } })
    must(await append(here.store().db, { record, head: 12, entries: numbered([user("more")], 12) }))
    const written = must(await outcome(record, conversation))
    expect(await applyStored(here.store().db, record, askOf(written), head)).toMatchObject({
      problem: { id: "plan-stale", facts: { between: "1 message" } },
    })
    const again = await ask({ record, to: { target: "demo" }, again: conversation })
    expect(again).toMatchObject({ head: 13 })
    expect(again.conversation).not.toBe(conversation)
  })

  test("a conversation in which none was asked for, a record that there is not, a record without older messages", async () => {
    const record = await recordOf(here.store().db, talk(6))
    const other = await recordOf(here.store().db, talk(1))
    const { panel } = here.node()
    const { db } = here.store()
    expect(problemOf(await summaryState(db, { record, conversation: other }))).toBe("summary-unknown")
    expect(problemOf(await summaryState(db, { record, conversation: "none" }))).toBe("summary-unknown")
    const to = { target: "demo" }
    expect(problemOf(await askSummary(panel, db, { record: "none", to }))).toBe("record-unknown")
    expect(problemOf(await askSummary(panel, db, { record: other, to }))).toBe("plan-empty")
    const unknown = await askSummary(panel, db, { record, to: { target: "nobody" } })
    expect(problemOf(unknown)).toBe("target-unknown")
  })
})
