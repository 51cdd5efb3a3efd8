import { describe, expect, it } from "vitest"
import { chance, cutBy, isCall, type Scene } from "#e2e/fake/scene.ts"
import { calling, silent, spoken } from "#e2e/fake/scenes.ts"
import { streams } from "#e2e/fake/streams/index.ts"
import type { Target, TargetId } from "#lib/dialect/targets.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { streamExtra, transports } from "#lib/live/transport/index.ts"
import { project } from "#lib/project.ts"
import { agent, answer, header, record, tools, user } from "#lib/record/build.ts"
import { readReply, replyReader } from "./reader.ts"
import type { Reply } from "./reply.ts"

/** Targets of each dialect, and whether reasoning crosses to them. */
const rows: readonly (readonly [id: TargetId, reasons: boolean])[] = [
  ["openai", false],
  ["kimi", true],
  ["deepseek", true],
  ["mistral", false],
  ["openai-responses", true],
  ["codex", true],
  ["xai", true],
  ["anthropic", true],
  ["gemini", true],
  ["ollama", true],
  ["bedrock", true],
  ["claude-prompt", false],
]

const named = (id: TargetId): Target => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`There is no target ${id}.`)
  return target
}

const streamed = ({ dialect }: Target, scene: Scene): Reply => {
  const framing = transports[dialect].framing()
  const reader = replyReader(dialect)
  for (const bytes of streams[dialect].frames(scene, cutBy(chance(5))))
    for (const frame of framing.push(bytes)) reader.read(frame)
  return reader.end()
}

const tool = { name: "read_file", inputSchema: '{"type":"object","properties":{}}' }

/** A record that holds a reply of the target's own model, with the answers to its calls. */
const recordOf = ({ provider, api, dialect, model }: Target, reply: Reply, extra?: string) => {
  const calls = reply.blocks.filter((block) => block.kind === "tool-call")
  return record(
    header({
      target: { provider, dialect, model },
      params: { maxTokens: 4096, ...(extra === undefined ? {} : { extra }) },
      tools: [tool],
    }),
    user("go"),
    agent(reply.blocks, { responseId: reply.responseId ?? "r", maker: { provider, api, model } }),
    tools(...calls.map((call) => answer(call.callId, "ok", call.name))),
  )
}

const crossed = (target: Target, reply: Reply) => {
  const projection = project(recordOf(target, reply), target, { objects: () => undefined })
  const fates = reply.blocks.map(({ kind }, index) => {
    const from = `3.${index}`
    const crossing = projection.crossings
      .all()
      .find((each) => each.from !== undefined && "block" in each.from && each.from.block === from)
    return [kind, crossing?.how, crossing?.reason]
  })
  return { fates, wire: projection.wire.text() }
}

describe.each(rows)("a reply for %s", (id, reasons) => {
  const target = named(id)

  it("holds what the model said, thought and called, in its order", () => {
    const { blocks, failure } = streamed(target, calling)
    const said = blocks.map((block) =>
      "text" in block ? block.text : block.kind === "tool-call" ? block.arguments : "",
    )
    expect(said).toEqual(
      calling.acts.map((act) => ("text" in act ? act.text : isCall(act) ? act.arguments : "")),
    )
    expect(failure).toBeUndefined()
  })

  it("crosses to the same target as it came", () => {
    const { fates, wire } = crossed(target, streamed(target, calling))
    for (const [kind, how, reason] of fates)
      expect([kind, how, reason]).toEqual(
        kind === "reasoning" && !reasons
          ? [kind, "dropped", expect.anything()]
          : [kind, "carried", undefined],
      )
    for (const act of calling.acts)
      if (isCall(act))
        expect(
          wire.includes(act.arguments) || wire.includes(JSON.stringify(act.arguments).slice(1, -1)),
        ).toBe(true)
  })

  it("is the same in one piece as in a stream", () => {
    for (const scene of [spoken, calling, silent])
      expect(readReply(target.dialect, streams[target.dialect].whole(scene))).toEqual(streamed(target, scene))
  })

  it("says nothing where the model said nothing", () =>
    expect(streamed(target, silent).failure).toEqual({ kind: "empty-reply", message: "" }))

  it("counts tokens in our meaning", () => {
    const { usage } = streamed(target, spoken)
    expect(usage?.input).toBe(spoken.tokens.input)
    expect(usage?.output).toBe(spoken.tokens.output)
    for (const [name, count] of Object.entries(usage ?? {}))
      expect([name, count]).toEqual([name, spoken.tokens[name as keyof typeof spoken.tokens]])
  })

  it("asks for a stream by fields that cross", () => {
    const extra = streamExtra(target)
    const { wire, crossings } = project(recordOf(target, streamed(target, spoken), extra), target, {
      objects: () => undefined,
    })
    const body = JSON.parse(wire.text())
    expect(body).toMatchObject(JSON.parse(extra ?? "{}"))
    const dropped = crossings
      .all()
      .filter((each) => each.how === "dropped" && each.from !== undefined && "path" in each.from)
    expect(dropped).toEqual([])
  })
})

/** What providers send that our kinds do not hold all of, and that goes back as it came. */
const kept: readonly (readonly [what: string, id: TargetId, reply: Reply, wire: readonly string[]])[] = [
  [
    "thoughts that only their maker reads",
    "anthropic",
    streamed(named("anthropic"), {
      ...calling,
      acts: [{ is: "hidden", sealed: "c2VhbA==" }, ...calling.acts],
    }),
    ['{"type":"redacted_thinking","data":"c2VhbA=="}'],
  ],
  [
    "such thoughts behind Bedrock",
    "bedrock",
    streamed(named("bedrock"), { ...calling, acts: [{ is: "hidden", sealed: "c2VhbA==" }, ...calling.acts] }),
    ['{"reasoningContent":{"redactedContent":"c2VhbA=="}}'],
  ],
  [
    "a server's search, its result, and a text that cites",
    "anthropic",
    readReply(
      "messages",
      `{"id":"msg_1","model":"m","stop_reason":"end_turn","content":[${[
        '{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query": "x"}}',
        '{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","url":"https://a.example","title":"A","encrypted_content":"Eo=="}]}',
        '{"type":"text","text":"A.","citations":[{"type":"web_search_result_location","url":"https://a.example","encrypted_index":"Eo=="}]}',
      ].join(",")}]}`,
    ),
    ['"input":{"query": "x"}', '"encrypted_content":"Eo=="', '"encrypted_index":"Eo=="'],
  ],
  [
    "items of server tools",
    "openai-responses",
    readReply(
      "responses",
      '{"id":"resp_1","model":"m","status":"completed","output":[{"id":"ws_1","type":"web_search_call","status":"completed"},{"id":"msg_1","type":"message","role":"assistant","phase":"final_answer","content":[{"type":"output_text","text":"A.","annotations":[]}]}]}',
    ),
    ['{"id":"ws_1","type":"web_search_call","status":"completed"}', '"phase":"final_answer"'],
  ],
  [
    "code that ran, and a signature behind a text",
    "gemini",
    readReply(
      "gemini",
      '{"candidates":[{"content":{"parts":[{"executableCode":{"language":"PYTHON","code":"1"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1"}},{"text":"One."},{"text":"","thoughtSignature":"c2ln"}]},"finishReason":"STOP"}]}',
    ),
    ['{"executableCode":{"language":"PYTHON","code":"1"}}', '{"text":"One.","thoughtSignature":"c2ln"}'],
  ],
  [
    "a signature beside a call",
    "openai-compatible",
    readReply(
      "chat",
      '{"id":"c1","model":"m","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"x1","type":"function","function":{"name":"read_file","arguments":"{\\"a\\": 1}"},"extra_content":{"google":{"thought_signature":"c2ln"}}}]}}]}',
    ),
    ['"extra_content":{"google":{"thought_signature":"c2ln"}}'],
  ],
]

it.each(kept)("%s: goes back as it came (%s)", (_, id, reply, parts) => {
  expect(reply.failure).toBeUndefined()
  const { fates, wire } = crossed(named(id), reply)
  expect(fates.map(([, how]) => how)).toEqual(fates.map(() => "carried"))
  for (const part of parts) expect(wire).toContain(part)
})

it("asks for usage only who tells it on request, and for a stream only where the address does not", () => {
  expect(streamExtra(named("openai"))).toBe('{"stream":true,"stream_options":{"include_usage":true}}')
  expect(streamExtra(named("mistral"))).toBe('{"stream":true}')
  expect(streamExtra(named("gemini"))).toBeUndefined()
  expect(streamExtra(named("bedrock"))).toBeUndefined()
})
