import { describe, expect, test } from "vitest"
import { type Fields, line, messages, prompt, read, result, said, text, use } from "./build.ts"

describe("responses", () => {
  test("lines of one response share its id; usage and stop are in our terms", () => {
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 20,
      cache_read_input_tokens: 100,
      output_tokens: 7,
    }
    const of = messages(
      said("a", null, [{ type: "thinking", thinking: "", signature: "c2ln" }], {
        id: "m1",
        stop_reason: null,
      }),
      said("b", "a", [use("t")], { id: "m1", stop_reason: "tool_use", usage }),
      said("c", "b", [{ type: "redacted_thinking", data: "ZGF0YQ==" }], {
        id: "m1",
        usage: { output_tokens: -1 },
      }),
    )
    expect(of.map((one) => one.responseId)).toEqual(["m1", "m1", "m1"])
    expect(of[0]?.blocks).toEqual([
      { kind: "reasoning", text: "", proof: { kind: "anthropic-signature", value: "c2ln" } },
    ])
    expect(of[1]).toMatchObject({
      stop: "tool-calls",
      usage: { input: 123, cacheRead: 100, cacheWrite: 20, output: 7 },
    })
    expect(of[1]?.maker).toEqual({ provider: "anthropic", api: "messages", model: "claude-x" })
    expect(of[2]).not.toHaveProperty("usage")
    expect(of[2]?.blocks[0]).toMatchObject({ proof: { kind: "anthropic-redacted", value: "ZGF0YQ==" } })
  })
  test("arguments and native JSON are the source's own text", () => {
    const raw =
      '{"type":"assistant","uuid":"a","message":{"content":[{"type":"tool_use","id":"t","name":"Calc","input":{"b":1.10, "a" : 12345678901234567890,"\\u00e9":"\\u2028"}}, {"type":"server_tool_use","id":"s","name":"web_search","input":{ }},{"type":"web_search_tool_result","tool_use_id":"s","content":{"type":"web_search_tool_result_error","error_code":"max_uses"}},{"type":"text","text":"x","citations":[{"n":1.0}]},{"type":"fallback" , "n":1e3}]}}'
    const [message] = messages(raw)
    expect(message?.blocks).toEqual([
      {
        kind: "tool-call",
        callId: "t",
        name: "Calc",
        arguments: '{"b":1.10, "a" : 12345678901234567890,"\\u00e9":"\\u2028"}',
      },
      {
        kind: "tool-call",
        callId: "s",
        name: "web_search",
        arguments: "{ }",
        providerExecuted: true,
        native: {
          api: "messages",
          json: '{"type":"server_tool_use","id":"s","name":"web_search","input":{ }}',
        },
      },
      {
        kind: "tool-result",
        callId: "s",
        name: "web_search",
        isError: true,
        content: [{ kind: "text", text: "max_uses" }],
        providerExecuted: true,
        native: {
          api: "messages",
          json: '{"type":"web_search_tool_result","tool_use_id":"s","content":{"type":"web_search_tool_result_error","error_code":"max_uses"}}',
        },
      },
      {
        kind: "text",
        text: "x",
        native: { api: "messages", json: '{"type":"text","text":"x","citations":[{"n":1.0}]}' },
      },
      { kind: "opaque", source: "messages", json: '{"type":"fallback" , "n":1e3}' },
    ])
  })
  test("a result is named after its call; the rich result of the tool is no block", () => {
    const rich = prompt(
      "c",
      "b",
      [{ type: "tool_result", tool_use_id: "t", content: "sent", is_error: false }],
      {
        toolUseResult: { stdout: "never sent" },
      },
    )
    const of = messages(
      prompt("a", null),
      said("b", "a", [use("t", "Grep")]),
      rich,
      result("d", "c", "unknown-call"),
    )
    expect(of[2]?.blocks[0]).toMatchObject({ name: "Grep", isError: false, content: [{ text: "sent" }] })
    expect(of[3]?.blocks[0]).toMatchObject({ name: "unknown" })
    expect(JSON.stringify(of)).not.toContain("never sent")
  })
})

describe("identity", () => {
  test("the same again is a duplicate, whatever its links; other content gets an id of its own", () => {
    const first = prompt("a", null, "hello")
    const copy = prompt("a", "z", "hello", { timestamp: "2026-03-18T10:00:00.000Z" })
    const other = prompt("a", null, "hello, again")
    const reading = read(first, copy, other, other, prompt("b", "a"))
    expect(reading.receipt).toMatchObject({ read: 5, kept: 3, duplicate: 2 })
    expect(reading.records[0]?.entries.map(({ id }) => id)).toEqual([
      "a",
      expect.stringMatching(/^a~[0-9a-f]{8}$/),
      "b",
    ])
  })
  test("lines without an id are known by their digest, broken ones by it and their count", () => {
    const loose = JSON.stringify({ type: "user", sessionId: "s1", message: { role: "user", content: "x" } })
    const reading = read(loose, loose, "oops", "oops", "oops", "42", '{"type":"of-tomorrow"}')
    expect(reading.receipt).toMatchObject({ read: 7, kept: 1, duplicate: 1, unread: 5 })
    expect(reading.unread.map(({ why }) => why)).toEqual([
      "json-invalid",
      "json-invalid",
      "json-invalid",
      "not-an-object",
      "type-unknown",
    ])
    const ids = reading.records[0]?.entries.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(6)
    expect(reading.records[0]?.entries[1]).toMatchObject({ kind: "unread", raw: "oops", why: "json-invalid" })
  })
  test("the title is the newest one that counts most", () => {
    const titled = (type: string, key: string, title: string) =>
      JSON.stringify({ type, [key]: title, sessionId: "s1" })
    const leaf = (uuid: string, summary: string) =>
      JSON.stringify({ type: "summary", summary, leafUuid: uuid })
    const titleOf = (...lines: readonly string[]) => read(...lines).records[0]?.header.title
    expect(titleOf(leaf("a", "by leaf"), prompt("a", null))).toBe("by leaf")
    expect(titleOf(leaf("elsewhere", "of another"), prompt("a", null))).toBeUndefined()
    expect(titleOf(prompt("a", null), titled("custom-title", "customTitle", "mine"), leaf("a", "late"))).toBe(
      "mine",
    )
    expect(
      titleOf(
        titled("custom-title", "customTitle", "old"),
        prompt("a", null),
        titled("custom-title", "customTitle", "new"),
      ),
    ).toBe("new")
  })
})

describe("sub-agents", () => {
  const side = { isSidechain: true }
  test("inline chains are records of their own, joined to the call that has their prompt", () => {
    const reading = read(
      prompt("a", null),
      said("b", "a", [
        use("t1", "Task", { prompt: "look left", description: "Left" }),
        use("t2", "Task", { prompt: "look right" }),
      ]),
      prompt("r", null, "look right", side),
      prompt("l", null, "look left", side),
      line("l2", "l", { type: "assistant", isSidechain: true, message: { content: [text("nothing left")] } }),
      line("x", "gone", { type: "assistant", isSidechain: true, message: { content: [text("still left")] } }),
      result("c", "b", "t1"),
    )
    expect(
      reading.records.map(({ header, entries: of }) => [header.title, header.parent?.seq, of.length]),
    ).toEqual([
      [undefined, undefined, 3],
      [undefined, 2, 1],
      ["Left", 2, 3],
    ])
    const main = reading.records[0]?.header.id
    expect(reading.records.slice(1).map(({ header }) => header.parent)).toEqual([
      { record: main, seq: 2, how: "subagent" },
      { record: main, seq: 2, how: "subagent" },
    ])
    expect(reading.records[2]?.entries[0]).toMatchObject({
      role: "user",
      speaker: { kind: "agent", label: "as-sent" },
    })
  })
  test("a file of one sub-agent belongs to its session", () => {
    const own = { isSidechain: true, agentId: "ag1" }
    const reading = read(
      prompt("a", null, "find it", own),
      line("b", "a", { type: "assistant", ...own, message: { content: [text("found")] } }),
    )
    expect(reading.records).toHaveLength(1)
    expect(reading.records[0]?.header).toMatchObject({
      id: "claude-code:s1/agent-ag1",
      origin: { session: "s1/agent-ag1" },
      parent: { record: "claude-code:s1", how: "subagent" },
    })
  })
  test("messages that progress repeats go to the sub-agent's record", () => {
    const inner = {
      type: "assistant",
      uuid: "i1",
      message: { id: "m9", model: "claude-y", content: [use("ti", "Read", { f: 1.0 })] },
    }
    const progress = (u: string) =>
      line(u, "b", {
        type: "progress",
        parentToolUseID: "t1",
        data: { type: "agent_progress", agentId: "ag1", message: inner },
      })
    const reading = read(
      prompt("a", null),
      said("b", "a", [use("t1", "Task", { prompt: "p", description: "Dig" })]),
      progress("p1"),
      progress("p2"),
      prompt("c", "p2"),
    )
    expect(reading.receipt).toMatchObject({ kept: 4, duplicate: 1 })
    expect(reading.records[1]?.header).toMatchObject({ title: "Dig", parent: { seq: 2, how: "subagent" } })
    expect(reading.records[1]?.entries).toMatchObject([{ id: "i1", blocks: [{ arguments: '{"f":1}' }] }])
    expect(reading.records[0]?.entries).toHaveLength(3)
  })
  test("what the tool prints while it runs goes by the call", () => {
    const printed = (fields: Fields): string => JSON.stringify({ session_id: "s1", ...fields })
    const message = (content: readonly unknown[], more: Fields = {}) =>
      printed({
        type: "assistant",
        message: { id: "m", model: "claude-x", content },
        parent_tool_use_id: null,
        ...more,
      })
    const reading = read(
      printed({ type: "system", subtype: "init", tools: ["Bash"] }),
      message([use("t1", "Task", { prompt: "p", description: "Dig" })]),
      message([text("digging")], { parent_tool_use_id: "t1" }),
      message([text("done")]),
      printed({ type: "result", subtype: "success", result: "done" }),
    )
    expect(reading.receipt).toMatchObject({ kept: 4, structural: 1 })
    expect(
      reading.records.map(({ header, entries: of }) => [header.origin?.session, header.title, of.length]),
    ).toEqual([
      ["s1", undefined, 3],
      [undefined, "Dig", 1],
    ])
    expect(reading.records[0]?.entries[2]).toMatchObject({
      audience: "surface",
      speaker: { label: "result" },
    })
  })
})
