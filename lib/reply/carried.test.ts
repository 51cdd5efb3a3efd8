import { describe, expect, it } from "vitest"
import { chance, cutBy, isCall, type Scene } from "#e2e/fake/scene.ts"
import { calling, silent, spoken } from "#e2e/fake/scenes.ts"
import { streams } from "#e2e/fake/streams/index.ts"
import type { Target, TargetId } from "#lib/dialect/targets.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { streamExtra, transports } from "#lib/live/transport/index.ts"
import { project } from "#lib/project.ts"
import { agent, answer, header, record, tools, user } from "#lib/record/build.ts"
import { readReply, replyReader } from "./index.ts"
import type { Reply } from "./reply.ts"

/** Targets of each dialect, and whether reasoning crosses to them. */
const rows: readonly (readonly [id: TargetId, reasons: boolean])[] = [
  ["openai", false],
  ["kimi", true],
  ["deepseek", true],
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
    const extra = streamExtra(target.dialect)
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
