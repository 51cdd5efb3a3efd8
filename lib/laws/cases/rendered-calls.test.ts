import { describe, expect, it } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { pictures } from "#lib/record/arbitrary/media.ts"
import {
  agent,
  answer,
  call,
  compaction,
  failure,
  header,
  image,
  notice,
  record,
  result,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import { anthropic, body, chat, ids, types } from "./crossed.ts"

/** What failed in the field, as records: how each crosses, by its number in `cases.md`. */

const go = user("go")
const seen = image(pictures[0]?.object.sha256 ?? "")
const on = user("on")

describe("calls and results", () => {
  it("1: a call whose input was cut off crosses empty, with a result that says so", () => {
    const [, asked, answered] = anthropic(
      go,
      agent([call("a", "write", '{"path":"x')], { stop: "aborted" }),
      on,
    )
    expect(asked?.content[0]?.["input"]).toEqual({})
    expect(answered?.content[0]).toMatchObject({ tool_use_id: "a", is_error: true })
  })

  it("2: two interrupted results stand in front, the real one stays", () => {
    const [, , answered] = anthropic(go, agent([call("a"), call("b"), call("c")]), result("a", "came"), on)
    expect(ids(answered)).toEqual(["a", "b", "c"])
    expect(types(answered)).toEqual(["tool_result", "tool_result", "tool_result", "text"])
    expect(JSON.stringify(answered?.content[0])).toContain("came")
  })

  it("3: calls without results far back get interrupted ones", () => {
    const messages = anthropic(go, agent([call("x_3"), call("x_5")]), on, agent("so"), user("and"))
    expect(ids(messages[2])).toEqual(["x_3", "x_5"])
  })

  it("4: on chat a tool message says interrupted before the user speaks", () => {
    expect(chat("openai-compatible", go, agent([call("a")]), on).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
    ])
  })

  it("11: what was made for an unanswered call goes with it when it is summarised", () => {
    const drafts = [go, agent([call("a")]), user("then"), compaction("sum", [1, 3]), on]
    expect(JSON.stringify(anthropic(...drafts))).not.toMatch(/tool_result|did not complete/)
    expect(JSON.stringify(anthropic(...drafts.slice(0, 3)))).toMatch(/tool_result.*did not complete/)
  })

  it("12: the note stays, the result whose call was summarised becomes text", () => {
    const messages = anthropic(
      go,
      agent([call("a")]),
      result("a", "found"),
      user("note"),
      compaction("sum", [1, 3]),
      on,
    )
    expect(messages.flatMap(types)).not.toContain("tool_result")
    expect(JSON.stringify(messages)).toContain("found")
    expect(JSON.stringify(messages)).toContain("note")
  })

  it("19, 20: an id that returns is rewritten on the later call and its result", () => {
    const messages = anthropic(go, agent([call("x:0")]), result("x:0"), agent([call("x:0")]), result("x:0"))
    const [first, second] = [ids(messages[1])[0], ids(messages[3])[0]]
    expect(first).not.toBe(second)
    expect([ids(messages[2])[0], ids(messages[4])[0]]).toEqual([first, second])
  })

  it("21: calls without ids get stable ones by their place", () => {
    const drafts = [go, agent([call(""), call("")]), tools(answer(""), answer(""))] as const
    const asked = ids(anthropic(...drafts)[1])
    expect(new Set(asked).size).toBe(2)
    expect(ids(anthropic(...drafts)[1])).toEqual(asked)
    expect(ids(anthropic(...drafts)[2])).toEqual(asked)
  })

  it("23: parallel calls with one id are told apart", () => {
    const { messages } = body(
      [header(), go, agent([call("http"), call("http")]), tools(answer("http"), answer("http"))],
      "bedrock",
    )
    const asked = messages[1].content.map(
      (part: { readonly toolUse: { readonly toolUseId: string } }) => part.toolUse.toolUseId,
    )
    expect(new Set(asked).size).toBe(2)
  })

  it("24: the result first, then what was said meanwhile; one result only", () => {
    const [, , answered] = anthropic(go, agent([call("a")]), user("also"), result("a"))
    expect(types(answered)).toEqual(["tool_result", "text"])
  })

  it("25: results first, the notice behind", () => {
    const [, , answered] = anthropic(
      go,
      agent([call("a"), call("b")]),
      result("a"),
      notice("job ended"),
      result("b"),
    )
    expect(types(answered)).toEqual(["tool_result", "tool_result", "text"])
  })

  it("27: a stale result goes to its own call, never to the newest", () => {
    const messages = anthropic(
      go,
      agent([call("a")]),
      on,
      agent([call("b")]),
      result("b", "new"),
      result("a", "old"),
    )
    expect(JSON.stringify(messages[2]?.content[0])).toContain("old")
    expect(ids(messages[4])).toEqual(["b"])
  })

  it("28: a picture stands inside its result", () => {
    const [, , answered] = anthropic(
      go,
      agent([call("a"), call("b")]),
      tools(answer("a", [seen]), answer("b")),
    )
    expect(types(answered)).toEqual(["tool_result", "tool_result"])
    expect(JSON.stringify(answered?.content[0])).toContain('"type":"image"')
  })

  it("64: among parallel responses no picture stands beside them", () => {
    const { contents } = body(
      [header(), go, agent([call("a"), call("b")]), tools(answer("a", [seen]), answer("b"))],
      "gemini",
    )
    expect(contents[2].parts.map((part: object) => Object.keys(part)[0])).toEqual([
      "functionResponse",
      "functionResponse",
    ])
  })
})

describe("empty content", () => {
  it("29, 30: an empty text before a call is left out", () => {
    expect(types(anthropic(go, agent([text(""), call("a")]), result("a"))[1])).toEqual(["tool_use"])
  })

  it("31: an empty reply is left out; an empty failure says that there was no output", () => {
    expect(anthropic(go, agent(""), on)).toHaveLength(1)
    const [, , answered] = anthropic(go, agent([call("a")]), tools(failure("a", "")))
    expect(JSON.stringify(answered)).toContain("(no output)")
  })

  it("33: a reply of nothing but an empty text is omitted, and its neighbours merge", () => {
    expect(anthropic(go, agent([text("")]), on).map(types)).toEqual([["text", "text"]])
  })

  it("34: a reply of calls alone has no empty content on chat", () => {
    expect(chat("openai-compatible", go, agent([call("a")]), result("a"))[1]?.content ?? null).toBeNull()
  })

  it("35: no mark stands on an empty text", () => {
    const target = targetOf("anthropic")
    if (target === undefined) throw new Error("no anthropic")
    const drafts = record(header(), user([text("see"), text("")]))
    const { wire } = project(drafts, target, { objects: () => undefined, cacheMarks: true })
    expect(JSON.parse(wire.text()).messages[0].content).toEqual([
      { type: "text", text: "see", cache_control: { type: "ephemeral" } },
    ])
  })

  it("36: no filler stands between reasoning and its call", () => {
    const { input } = body([header(), go, agent([text(""), call("a")]), result("a")], "xai")
    expect(input.map((item: { readonly type: string }) => item.type)).toEqual([
      "message",
      "function_call",
      "function_call_output",
    ])
  })
})
