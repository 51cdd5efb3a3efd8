import { describe, expect, test } from "vitest"
import { append, readLog } from "#db/entries.ts"
import { readHeader } from "#db/records.ts"
import { readSent } from "#db/sent.ts"
import { must, numbered } from "#db/test-store.ts"
import { askOf, bodiesOf, recordOf, says, talk } from "#e2e/fake/summaries.ts"
import { mistral, summariesHere } from "#e2e/fake/summariser.ts"
import { targets } from "#lib/dialect/targets.ts"
import { lineOf } from "#lib/line/line.ts"
import { agent, call, type Draft, result, rewind, user } from "#lib/record/build.ts"
import { applyStored } from "../plans.ts"
import { verifyRecord } from "../requests.ts"
import { entriesOf, word } from "../test-panel.ts"
import type { SummaryAsk } from "./ask.ts"

const here = summariesHere()
const { at, ask, outcome } = here

/** Asks for a summary, waits for it and applies it: the conversation it was written in. */
const compact = async (given: SummaryAsk): Promise<string> => {
  const { conversation, head } = await ask(given)
  const written = must(await outcome(given.record, conversation))
  must(await applyStored(here.store().db, given.record, askOf(written, given.preserve), head))
  return conversation
}

/** A row of each dialect. */
const rows = [...new Map(targets.toReversed().map((target) => [target.dialect, target])).values()].map(
  (target) => [target.dialect, target] as const,
)

describe.each(rows)("a summary by a model of dialect %s", (_, target) => {
  test("is asked for in a conversation of its own, linted, logged and proved like any other", async () => {
    const provider = await at(target, says("They talked of planks."))
    const record = await recordOf(here.store().db, talk(6))
    const { conversation, head, covers, prompt } = await ask({ record, to: { target: target.id } })
    expect({ head, covers }).toEqual({ head: 12, covers: [1, 4] })
    const written = must(await outcome(record, conversation))
    expect(written).toMatchObject({ summary: "They talked of planks.", prompt })
    expect(must(await readHeader(here.store().db, conversation))).toMatchObject({
      title: "Summary of Shed",
      parent: { record, seq: 12, how: "subagent" },
    })
    const entries = await entriesOf(here.store().db, conversation)
    expect(entries.map(word)).toEqual([
      ...["turn start", "user: text", "header", "step start", "sent"],
      ...["assistant: text", "step end done", "turn end done"],
    ])
    const header = entries.find((entry) => entry.kind === "header")
    expect(header).toMatchObject({ principal: { agent: "crossing" } })
    expect(header).not.toHaveProperty("tools")
    expect(written.by).toEqual({ provider: header?.target.provider, model: header?.target.model })
    const [body = ""] = bodiesOf(provider)
    expect(body).toBe(Buffer.from(must(await readSent(here.store().db, conversation, 5))).toString())
    expect(body).toContain("2 assistant: answer plank 0")
    expect(body).not.toContain("plank 2")
    for (const proof of must(await verifyRecord(here.store().db, conversation)))
      expect(proof.verdict).toMatchObject({ is: "proved" })
    const said = entries.find((entry) => entry.kind === "message")
    const own = header?.principal
    for (const fact of [own?.account, own?.node, "crossing"])
      expect(JSON.stringify(said?.blocks)).not.toContain(`${fact}`)
  })
})

describe("what was written", () => {
  test("is applied with its writer and what it was given, and the newest messages stay", async () => {
    const record = await recordOf(here.store().db, talk(6))
    const conversation = await compact({ record, preserve: 2, to: { target: "demo" } })
    const entries = await entriesOf(here.store().db, record)
    const prompt = (await entriesOf(here.store().db, conversation)).find(({ kind }) => kind === "message")
    const text = prompt?.kind === "message" && prompt.blocks[0]?.kind === "text" ? prompt.blocks[0].text : ""
    expect(entries.at(-1)).toMatchObject({
      kind: "compaction",
      covers: [1, 10],
      preserveLast: 2,
      promptChars: text.length,
      truncated: false,
      by: { provider: "demo", model: "demo" },
      summary: expect.stringContaining("a script put it together from 10 lines"),
    })
    expect(lineOf(entries).items).toHaveLength(3)
  })

  test("holds no secret that was in the record: nothing of it is sent", async () => {
    const key = `sk-ant-api03-${"aB3dE6gH9k".repeat(9)}-AAAA_AA`
    const provider = await at(mistral, says("A key was used."))
    const record = await recordOf(here.store().db, [user(`use ${key} please`), ...talk(4)])
    const { conversation } = await ask({ record, to: { target: "mistral" } })
    expect(must(await outcome(record, conversation)).prompt.omitted).toBe(1)
    expect(bodiesOf(provider)[0]).toContain("[redacted: ")
    expect(bodiesOf(provider)[0]).not.toContain(key.slice(10, 40))
  })

  test("is written anew in the same conversation, from before the reply, where the cut is the same", async () => {
    const provider = await at(mistral, says("the first"), says("the second"), says("the third"))
    const record = await recordOf(here.store().db, talk(6))
    const given: SummaryAsk = { record, to: { target: "mistral" } }
    const { conversation } = await ask(given)
    must(await outcome(record, conversation))
    const again = await ask({ ...given, again: conversation })
    expect(again.conversation).toBe(conversation)
    expect(must(await outcome(record, conversation)).summary).toBe("the second")
    expect(bodiesOf(provider)[1]).not.toContain("the first")
    expect((await entriesOf(here.store().db, conversation)).some(({ kind }) => kind === "rewind")).toBe(true)
    const fewer = await ask({ ...given, preserve: 2, again: conversation })
    expect(fewer.conversation).not.toBe(conversation)
    expect(must(await outcome(record, fewer.conversation)).summary).toBe("the third")
  })
})

describe("a record that was compacted before", () => {
  test("hands the older summary on, and the newest stands alone", async () => {
    const record = await recordOf(here.store().db, talk(6))
    const provider = await at(mistral, says("SUMMARY ONE"), says("SUMMARY TWO"))
    const to = { target: "mistral" }
    await compact({ record, to })
    must(await append(here.store().db, { record, head: 13, entries: numbered(talk(6, "nail"), 13) }))
    await compact({ record, to })
    const [first = "", second = ""] = bodiesOf(provider)
    expect(first).toContain("1 user: ask plank 0")
    expect(second).toContain("summary of what came before: SUMMARY ONE")
    expect(second).not.toContain("ask plank 0")
    const { items } = lineOf(await entriesOf(here.store().db, record))
    expect(items.map((item) => (item.kind === "summary" ? item.entry.summary : item.kind))).toEqual([
      "SUMMARY TWO",
      ...Array(8).fill("message"),
    ])
  })

  test("that went back before its compaction is summarised from its messages", async () => {
    const record = await recordOf(here.store().db, talk(6))
    const provider = await at(mistral, says("SUMMARY ONE"), says("SUMMARY TWO"))
    const to = { target: "mistral" }
    await compact({ record, to })
    const back: readonly Draft[] = [rewind(12, true), ...talk(1, "nail")]
    must(await append(here.store().db, { record, head: 13, entries: numbered(back, 13) }))
    await compact({ record, to })
    expect(bodiesOf(provider)[1]).toContain("1 user: ask plank 0")
    expect(bodiesOf(provider)[1]).not.toContain("SUMMARY ONE")
    const entries = await entriesOf(here.store().db, record)
    const texts = lineOf(entries).items.map((item) => (item.kind === "summary" ? item.entry.summary : ""))
    expect(texts.filter((text) => text !== "")).toEqual(["SUMMARY TWO"])
  })

  test("within a stretch that is left again is as it was before", async () => {
    const record = await recordOf(here.store().db, [...talk(6), ...talk(3, "nail")])
    const before = lineOf((await entriesOf(here.store().db, record)).slice(0, 12)).items
    await compact({ record, preserve: 2, to: { target: "demo" } })
    must(await append(here.store().db, { record, head: 19, entries: numbered([rewind(12, true)], 19) }))
    const { items } = lineOf(await entriesOf(here.store().db, record))
    expect(items.map(({ entry }) => entry.seq)).toEqual(before.map(({ entry }) => entry.seq))
    const provider = await at(mistral, says("of twelve"))
    await compact({ record, to: { target: "mistral" } })
    expect(bodiesOf(provider)[0]).not.toContain("nail")
  })
})

describe("8, 18: a summary is asked for in a request of its own, which splits nothing", () => {
  test("calls on the far side of the cut come with their results, and the body holds no tool traffic", async () => {
    const provider = await at(mistral, says("short"))
    const drafts = [
      user("go"),
      agent([call("c1")]),
      result("c1", "one"),
      agent([call("c2")]),
      result("c2", "two"),
    ]
    const record = await recordOf(here.store().db, [...drafts, agent("done"), ...talk(2)])
    await ask({ record, preserve: 6, to: { target: "mistral" } }).then(({ conversation, covers }) => {
      expect(covers).toEqual([1, 3]) // 2 to 4 would part c2 from its result
      return outcome(record, conversation)
    })
    const body: { readonly messages: readonly { readonly role: string }[] } = JSON.parse(
      bodiesOf(provider)[0] ?? "",
    )
    expect(body.messages.map(({ role }) => role)).toEqual(["system", "user"])
    const log = must(await readLog(here.store().db, record))
    expect(log.entries).toHaveLength(10)
  })
})
