import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { claimRecord } from "#db/claims.ts"
import { addToDraft } from "#db/drafts.ts"
import { createRecord } from "#db/records.ts"
import { must, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import type { Entry } from "#lib/record/entry.ts"
import { entriesOf, haveEnded, type Node, openNode, said, until as untilIn, word } from "../test-panel.ts"
import { openWriter } from "./writer.ts"

let store: TestStore
let near: Node
/** Another process, where somebody has to be asked before a search. */
let far: Node

beforeAll(async () => {
  store = await openTestStore()
  near = await openNode(store.db)
  far = await openNode(await store.beside(), { policies: { search_sessions: "ask" } })
})
afterAll(async () => {
  await near.close()
  await far.close()
  await store.close()
})

const all = (record: string): Promise<readonly Entry[]> => entriesOf(store.db, record)
const until = (record: string, test: (entries: readonly Entry[]) => boolean): Promise<readonly Entry[]> =>
  untilIn(store.db, record, test)
const hasEnded = haveEnded(1)

describe("a turn with the demo", () => {
  test("is logged from what was said to its end, every request proved before it left", async () => {
    const record = must(await createRecord(store.db, testHeader()))
    must(await near.panel.say(record, said("Where did we speak of migrations?")))
    const entries = await until(record, hasEnded)
    expect(entries.map(word)).toEqual([
      "turn start",
      "user: text",
      "header",
      "step start",
      "sent",
      "assistant: reasoning text tool-call",
      "step end done",
      "permission allowed",
      "tool: tool-result",
      "step start",
      "sent",
      "assistant: reasoning text",
      "step end done",
      "turn end done",
    ])
    for (const entry of entries) if (entry.kind === "sent") expect(entry.proved).toBe(true)
  })

  test("that is stopped keeps what had arrived, and goes on from there", async () => {
    const record = must(await createRecord(store.db, testHeader()))
    must(await near.panel.say(record, said("Where did we speak of migrations?")))
    await until(record, (entries) => entries.some(({ kind }) => kind === "sent"))
    await pause(300)
    await near.panel.stop(record)
    const entries = await until(record, hasEnded)
    expect(entries.map(word).slice(-3)).toEqual([
      "assistant: reasoning",
      "step end stopped",
      "turn end stopped",
    ])
    must(await near.panel.say(record, said("Go on")))
    const more = await until(record, (now) => now.filter((entry) => entry.kind === "turn").length === 4)
    expect(more.at(-1)).toMatchObject({ kind: "turn", outcome: "done" })
  })
})

const asks = (entries: readonly Entry[]): string | undefined => {
  const asked = entries.find((entry) => entry.kind === "permission" && entry.action === "asked")
  return asked?.kind === "permission" ? asked.callId : undefined
}

/** A turn in which a search was asked for, and decided on another process than the one that runs it. */
const decided = async (allowed: boolean): Promise<readonly Entry[]> => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await far.panel.say(record, said("Where did we speak of migrations?")))
  const callId = asks(await until(record, (entries) => asks(entries) !== undefined)) ?? ""
  must(await near.panel.decide(record, callId, allowed, "user"))
  expect(problemOf(await near.panel.decide(record, callId, !allowed, "user"))).toBe("call-decided")
  return until(record, hasEnded)
}

const resultIn = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.kind === "message" && entry.role === "tool" ? entry.blocks : []))[0]

describe("a call that is asked for", () => {
  test("runs when somebody has allowed it", async () => {
    const entries = await decided(true)
    expect(entries.map(word)).toContain("permission allowed")
    expect(resultIn(entries)).toMatchObject({ isError: false })
  })

  test("is answered with who denied it", async () =>
    expect(resultIn(await decided(false))).toMatchObject({ isError: true }))

  test("waits for nobody when the turn is stopped, and stays unanswered", async () => {
    const record = must(await createRecord(store.db, testHeader()))
    must(await far.panel.say(record, said("Where did we speak of migrations?")))
    await until(record, (entries) => asks(entries) !== undefined)
    await near.panel.stop(record)
    const entries = await until(record, hasEnded)
    expect(entries.at(-1)).toMatchObject({ outcome: "stopped" })
    expect(resultIn(entries)).toBeUndefined()
  })

  test("is none where nothing was asked", async () => {
    const record = must(await createRecord(store.db, testHeader()))
    expect(problemOf(await near.panel.decide(record, "c1", true, "user"))).toBe("call-not-asked")
  })
})

describe("what is said on two processes at once", () => {
  test("is all answered, by one turn at a time", async () => {
    const record = must(await createRecord(store.db, testHeader()))
    const words = ["one", "two", "three", "four"]
    await Promise.all(words.map((text, n) => (n % 2 === 0 ? near : far).panel.say(record, said(text))))
    const isAll = (entries: readonly Entry[]): boolean =>
      entries.filter((entry) => entry.kind === "message" && entry.role === "user").length === words.length &&
      entries.at(-1)?.kind === "turn"
    const decide = async (entries: readonly Entry[]): Promise<void> => {
      for (const entry of entries)
        if (entry.kind === "permission" && entry.action === "asked")
          await near.panel.decide(record, entry.callId, true, "user")
    }
    let entries = await all(record)
    for (let times = 0; times < 600 && !isAll(entries); times++) {
      await decide(entries)
      await pause(50)
      entries = await all(record)
    }
    const texts = entries.flatMap((entry) =>
      entry.kind === "message" && entry.role === "user"
        ? entry.blocks.map((block) => (block.kind === "text" ? block.text : ""))
        : [],
    )
    expect(texts.toSorted()).toEqual(words.toSorted())
    const phases = entries.flatMap((entry) => (entry.kind === "turn" ? [entry.phase] : []))
    expect(phases).toEqual(phases.map((_, n) => (n % 2 === 0 ? "start" : "end")))
  })
})

describe("what a dead process left", () => {
  test("becomes an interrupted message, and its step and turn end so", async () => {
    const dead = await store.beside()
    const record = must(await createRecord(dead, testHeader()))
    expect(await claimRecord(dead, record)).toBe(true)
    const writer = await openWriter(dead, record)
    await writer.append([
      { kind: "turn", turn: 1, phase: "start" },
      { kind: "message", role: "user", speaker: { kind: "human" }, blocks: [{ kind: "text", text: "go" }] },
      { kind: "step", step: 1, phase: "start" },
    ])
    const deltas = [
      { kind: "text", index: 0, text: "I was just " },
      { kind: "text", index: 0, text: "about to" },
      { kind: "call", index: 1, callId: "c1", name: "bash" },
      { kind: "arguments", index: 1, text: '{"comm' },
    ].map((delta) => JSON.stringify(delta))
    await addToDraft(dead, { record, after: 3 }, { from: 1, deltas })
    await near.panel.resume()
    await pause(300)
    expect(await all(record)).toHaveLength(3) // its process lives
    await dead.close()
    await near.panel.resume()
    const entries = await until(record, hasEnded)
    expect(entries.slice(3)).toMatchObject([
      {
        kind: "message",
        stop: "aborted",
        blocks: [{ text: "I was just about to" }, { callId: "c1", arguments: '{"comm' }],
      },
      { kind: "step", outcome: "interrupted" },
      { kind: "turn", outcome: "interrupted" },
    ])
  })
})
