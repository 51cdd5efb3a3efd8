import { describe, expect, it } from "vitest"
import { type TargetId, targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import {
  agent,
  answer,
  call,
  claude,
  compaction,
  header,
  image,
  reasoning,
  record,
  result,
  spoken,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import { anthropic, body, type Chat, callsOf, chat, ids, projected, types } from "./crossed.ts"

/** What failed in the field, as records: how each crosses, by its number in `cases.md`. */

const go = user("go")
const on = user("on")

describe("thinking", () => {
  const signed = [reasoning("hm", "sig"), text("yes")]

  it("37: another model's blocks are left out", () => {
    expect(types(anthropic(go, agent(signed, { maker: { ...claude, model: "claude-y" } }), on)[1])).toEqual([
      "text",
    ])
  })

  it("38: another provider's blocks are left out", () => {
    expect(types(anthropic(go, agent(signed, { maker: { ...claude, provider: "zai" } }), on)[1])).toEqual([
      "text",
    ])
  })

  it("39: the blocks of one response keep their order", () => {
    const of = { responseId: "m" }
    const messages = anthropic(
      go,
      agent([reasoning("1", "s1"), call("a")], of),
      result("a"),
      agent([call("b"), reasoning("2", "s2"), call("c")], of),
      tools(answer("b"), answer("c")),
    )
    expect(types(messages[1])).toEqual(["thinking", "tool_use", "tool_use", "thinking", "tool_use"])
  })

  it("43: reasoning at the very end is left out", () => {
    expect(anthropic(go, agent([reasoning("hm", "sig")])).flatMap(types)).not.toContain("thinking")
  })

  it("44, 46: reasoning crosses in its field, on every turn of the loop", () => {
    const drafts = [go, agent([reasoning("hm"), call("bash:0")]), result("bash:0"), agent("so"), on]
    expect(chat("kimi", ...drafts)[1]?.["reasoning_content"]).toBe("hm")
    expect(chat("deepseek", ...drafts).map((message) => message["reasoning_content"])).toEqual([
      undefined,
      "hm",
      undefined,
      "",
      undefined,
    ])
  })

  it("51, 68: no signature is borrowed: another maker's call has the documented stand-in", () => {
    const { contents } = body([header(), go, agent([call("a")]), result("a")], "gemini")
    expect(contents[1].parts[0].thoughtSignature).toBe("skip_thought_signature_validator")
  })
})

describe("arguments and names", () => {
  const asked = (id: TargetId, json: string) =>
    callsOf(chat(id, go, agent([call("a", "bash", json)]), result("a"))[1])[0]

  it.each([
    ["52: cut off", '{"command":"cd ', "{}"],
    ["53: empty", "", "{}"],
    ["54: encoded twice", JSON.stringify('{"city":"x"}'), '{"city":"x"}'],
    ["56: leaked words", "…</think>…", "{}"],
  ])("%s", (_, stored, sent) => {
    expect(asked("openai", stored)?.function.arguments).toBe(sent)
  })

  it("59: a name with a dot is renamed on declaration and history alike", () => {
    const tool = { name: "catalog.get-entity", inputSchema: '{"type":"object"}' }
    const sent = body(
      [header({ tools: [tool] }), go, agent([call("a", tool.name)]), tools(answer("a", "ok", tool.name))],
      "anthropic",
    )
    expect(sent.tools[0].name).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect(sent.messages[1].content[0].name).toBe(sent.tools[0].name)
  })
})

describe("pictures, other providers, templates", () => {
  it("60: a marker stands where the model sees no pictures", () => {
    const picture = image("0".repeat(64))
    const sent = JSON.stringify(
      chat("deepseek", user([text("see"), picture]), agent([call("a")]), result("a", [picture])),
    )
    expect(sent).not.toContain("image_url")
    expect(sent.match(/Image not seen/g)).toHaveLength(2)
  })

  it("65, 66: calls in one content, and their responses in one", () => {
    const { contents } = body(
      [header(), go, agent([call("a"), call("b")]), result("a"), result("b")],
      "gemini",
    )
    expect(contents.map(({ parts }: { readonly parts: readonly unknown[] }) => parts.length)).toEqual([
      1, 2, 2,
    ])
  })

  it.each([
    ["69", "anthropic", "functions.Bash:0"],
    ["70", "openai", "i".repeat(43)],
    ["77", "mistral", "call_0fypS1hVX"],
  ] as const)("%s: an id that the target refuses is rewritten on both ends", (_, id, callId) => {
    const sent = projected([header(), go, agent([call(callId)]), result(callId)], id)
    expect(sent.wire.text()).not.toContain(`"${callId}"`)
  })

  it("71: a long id is shortened although the server made it", () => {
    const { input } = body([header(), go, agent([call("c".repeat(69))]), result("c".repeat(69))], "codex")
    expect(input[1].call_id.length).toBeLessThanOrEqual(64)
    expect(input[2].call_id).toBe(input[1].call_id)
  })

  it.each(["glm", "openai-compatible", "anthropic", "openai"] as const)(
    "73, 74, 88: a system entry inside is the user's text, never the assistant's, on %s",
    (id) => {
      const sent = body(
        [header(), go, agent("so"), spoken("system", { kind: "notice", label: "x" }, "mind"), on],
        id,
      )
      const messages: readonly Chat[] = sent.messages
      expect(messages.slice(1).some(({ role }) => role === "system")).toBe(false)
      expect(JSON.stringify(messages.filter(({ role }) => role === "assistant"))).not.toContain("mind")
    },
  )

  it("75: a user's turn is there", () => {
    expect(chat("openai-compatible", agent([call("a")]), result("a"))[0]?.role).toBe("user")
  })

  it("76: a bridge where the row demands it", () => {
    expect(
      chat("mistral", go, agent([call("abcdefgh1")]), result("abcdefgh1"), on).map(({ role }) => role),
    ).toEqual(["user", "assistant", "tool", "assistant", "user"])
  })

  it("78: an object where the target wants one", () => {
    const { messages } = body([header(), go, agent([call("a", "bash", '{"x":1}')]), result("a")], "ollama")
    expect(messages[1].tool_calls[0].function.arguments).toEqual({ x: 1 })
  })

  it("79: tools that history uses are declared", () => {
    const { toolConfig } = body(
      [header(), go, agent([call("a", "old")]), tools(answer("a", "ok", "old"))],
      "bedrock",
    )
    expect(toolConfig.tools[0].toolSpec.name).toBe("old")
  })

  it("81: what stands behind a summary is all that crosses", () => {
    const sent = projected(
      [header(), user("first"), agent("second"), compaction("short", [1, 2]), on],
      "anthropic",
    )
    expect(sent.wire.text()).toContain("short")
    expect(
      projected(
        [header(), user("first"), agent("second"), compaction("short", [2, 3]), on],
        "anthropic",
      ).wire.text(),
    ).not.toContain("second")
  })

  it("92, 94: half an emoji becomes U+FFFD, whole ones stay", () => {
    const sent = projected([header(), user("cut \ud83d and \u{1f600}")], "anthropic").wire.text()
    expect(sent).toContain("cut \ufffd and \u{1f600}")
  })

  it("95: a policy holds an output short on the wire alone", () => {
    const log = record(header(), go, agent([call("a")]), result("a", "x".repeat(2_400_000)))
    const target = targetOf("gemini")
    if (target === undefined) throw new Error("no gemini")
    const sent = project(log, target, { objects: objectBytes, maxToolChars: 10_000 })
    expect(sent.wire.length).toBeLessThan(11_000)
    expect(sent.crossings.all().find(({ reason }) => reason === "output-cut")?.facts).toEqual({
      cut: 2_390_000,
    })
    expect(JSON.stringify(log)).toContain("x".repeat(2_400_000))
  })

  it("96: an output longer than the server takes is cut, head and tail", () => {
    const { input } = body(
      [header(), go, agent([call("a")]), result("a", "x".repeat(11_400_000))],
      "openai-responses",
    )
    expect(input[2].output[0].text.length).toBeLessThanOrEqual(10_485_760)
  })

  it("102: a string where lists are mirrored", () => {
    expect(chat("openai-compatible", user([text("a"), text("b")]))[0]?.content).toBe("a\n\nb")
  })

  it("103: an agent's words at the end are one message, and a user's turn stands behind them", () => {
    expect(
      chat("openai-compatible", go, agent("step"), agent("report")).map(({ role, content }) => [
        role,
        content,
      ]),
    ).toEqual([
      ["user", "go"],
      ["assistant", "step\n\nreport"],
      ["user", "[Continue]"],
    ])
  })

  it("105: a call and its result are paired over the whole record", () => {
    const messages = anthropic(go, agent([call("a")]), compaction("sum", [1, 2]), result("a", "late"), on)
    expect(ids(messages[1] ?? messages[0])).toContain("a")
  })
})
