import { describe, expect, it } from "vitest"
import { type TargetId, targetOf, targets } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { record } from "#lib/record/build.ts"
import { cases } from "./cases.ts"

/** What only some dialects do, said by hand: a golden alone would also keep a mistake. */

const wire = (name: string, id: TargetId): string => {
  const [of, target] = [cases.find((item) => item.name === name), targetOf(id)]
  if (of === undefined || target === undefined) throw new Error(`no ${name} on ${id}`)
  return project(record(...of.drafts), target, { objects: objectBytes }).wire.text()
}

describe("sealed reasoning", () => {
  it.each([
    ["openai-responses", ["rs_1", "rs_2", "rs_3"]],
    ["codex", [undefined, undefined, undefined]],
  ] as const)("stands before what it led to on %s, with its id or without", (id, ids) => {
    const { input } = JSON.parse(wire("sealed-by-responses", id))
    const items: readonly { readonly type: string; readonly id?: string }[] = input
    expect(items.map(({ type }) => type)).toEqual([
      "message",
      "reasoning",
      "message",
      "reasoning",
      "function_call",
      "function_call_output",
      "reasoning",
      "message",
      "message",
    ])
    expect(items.flatMap((item) => (item.type === "reasoning" ? [item.id] : []))).toEqual(ids)
    expect(input[3].encrypted_content).toBe("gAAA-rs_2")
  })

  it.each(["xai", "anthropic", "gemini", "bedrock"] as const)("of another maker is not on %s", (id) => {
    expect(wire("sealed-by-responses", id)).not.toMatch(/gAAA|in short/)
  })

  it("is sent once where it was stored twice; an older model's signature is not sent to a newer one", () => {
    const sealed = (id: TargetId) =>
      wire("sealed-twice", id).split('"encrypted_content":"gAAA-rs_1"').length - 1
    expect([sealed("openai-responses"), sealed("xai")]).toEqual([1, 0])
    const text = wire("calls-sealed-by-another-model", "gemini")
    expect(text).not.toContain("CiQ=")
    expect(text).toContain("skip_thought_signature_validator")
  })

  it("stands in the part that it came with on gemini", () => {
    const { contents } = JSON.parse(wire("sealed-by-gemini", "gemini"))
    const signs = (parts: readonly { readonly thoughtSignature?: string }[]) =>
      parts.map(({ thoughtSignature }) => thoughtSignature)
    expect(signs(contents[1].parts)).toEqual(["CiQ=", "CiR=", "CiS=", undefined])
    expect(signs(contents[3].parts)).toEqual(["CiT="])
  })

  it("has a stand-in on the first call of each step on gemini, where none was made there", () => {
    const { contents } = JSON.parse(wire("calls-of-another-maker", "gemini"))
    const signed = contents.flatMap(
      ({
        parts,
      }: {
        readonly parts: readonly {
          readonly functionCall?: { readonly id: string }
          readonly thoughtSignature?: string
        }[]
      }) =>
        parts.flatMap(({ functionCall, thoughtSignature }) =>
          functionCall === undefined ? [] : [[functionCall.id, thoughtSignature]],
        ),
    )
    expect(signed).toEqual([
      ["a", "skip_thought_signature_validator"],
      ["b", undefined],
      ["c", "skip_thought_signature_validator"],
    ])
  })

  it("is native on bedrock", () => {
    const { messages } = JSON.parse(wire("sealed-by-converse", "bedrock"))
    expect(messages[1].content[0]).toEqual({
      reasoningContent: { reasoningText: { text: "because", signature: "sig+/==" } },
    })
    expect(messages[3].content[0]).toEqual({ reasoningContent: { redactedContent: "c2VhbGVk" } })
  })
})

it("reasoning stands in the row's field, and its filler where one is demanded", () => {
  const field = (id: TargetId, name: string) =>
    JSON.parse(wire("reasoning-in-a-field", id))
      .messages.filter(({ role }: { readonly role: string }) => role === "assistant")
      .map((message: Readonly<Record<string, unknown>>) => message[name])
  expect(field("kimi", "reasoning_content")).toEqual(["first", " ", undefined, "second"])
  expect(field("deepseek", "reasoning_content")).toEqual(["first", "", "", "second"])
  expect(field("ollama", "thinking")).toEqual(["first", undefined, undefined, "second"])
})

it("an id of nine characters is kept on mistral, others are mapped on both ends, and a bridge stands behind the results", () => {
  const { messages } = JSON.parse(wire("ids-of-nine", "mistral"))
  const ids = messages[1].tool_calls.map(({ id }: { readonly id: string }) => id)
  expect(ids[0]).toBe("abcdefgh1")
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/)
  expect([2, 3, 4].map((at) => messages[at].tool_call_id)).toEqual(ids)
  expect(messages[5]).toEqual({ role: "assistant", content: "[no reply was recorded here]" })
})

it("results name their tool on ollama, and arguments are an object", () => {
  const { messages } = JSON.parse(wire("tool-not-declared", "ollama"))
  expect(messages[1].tool_calls[0].function.arguments).toEqual({})
  expect([messages[2].tool_name, messages[3].tool_name]).toEqual(["bash", "search"])
})

it("a tool of history alone is declared on bedrock, and on no other", () => {
  const names = (id: TargetId) => JSON.stringify(JSON.parse(wire("tool-not-declared", id)).tools ?? [])
  const { toolConfig } = JSON.parse(wire("tool-not-declared", "bedrock"))
  expect(
    toolConfig.tools.map(({ toolSpec }: { readonly toolSpec: { readonly name: string } }) => toolSpec.name),
  ).toEqual(["search", "bash"])
  for (const { id, like } of targets) if (id !== "bedrock") expect(names(like)).not.toContain('"bash"')
})

describe("the replay of prior turns", () => {
  const replay = (): string => JSON.parse(wire("replay-tags", "claude-prompt")).messages[0].content[0].text

  it("is ended and called in by its own tags alone", () => {
    const count = (tag: string) => replay().split(tag).length - 1
    expect(count("<prior_turns>")).toBe(1)
    expect(count("</prior_turns>")).toBe(1)
    expect([count('<turn speaker="'), count("</turn>")]).toEqual([2, 2])
    expect([count('<call tool="'), count("</call>")]).toEqual([1, 1])
    expect([count("<input>"), count("</input>"), count("<answer>"), count("</answer>")]).toEqual([1, 1, 1, 1])
  })

  it("keeps how many spaces stood there, so that what was said can be told", () => {
    expect(replay()).toContain(" and <  /turn> and <   /turn>\n")
  })

  it("asks to go on behind answers", () => {
    expect(replay().endsWith("</prior_turns>\n[Continue from the answers above.]")).toBe(true)
  })
})

it.each(targets.map(({ id, like }) => [id, like] as const))(
  "twenty notices of tasks are never the agent's words on %s",
  (_, id) => {
    const text = wire("notices-twenty", id)
    const replay = JSON.parse(text).messages?.[0]?.content?.[0]?.text
    const spoken =
      id === "claude-prompt"
        ? [...String(replay).matchAll(/<turn speaker="assistant">\n([\s\S]*?)\n<\/turn>/g)].map(
            ([, said]) => said,
          )
        : [...text.matchAll(/"role":"(?:assistant|model)",.*?(?="role":|$)/g)].map(([said]) => said)
    expect(spoken.join()).toContain("started")
    expect(spoken.join()).not.toMatch(/task \d+ is done/)
    expect(text.match(/task \d+ is done/g)).toHaveLength(20)
  },
)
