import { describe, expect, it } from "vitest"
import { type TargetId, targetOf } from "#lib/dialect/targets.ts"
import { pngOfSize } from "#lib/record/arbitrary/media.ts"
import { type Beside, lint } from "./lint.ts"
import {
  anthropic as a,
  converse as b,
  chat as c,
  gemini as g,
  ollama as o,
  responses as r,
} from "./testing/bodies.ts"
import { calls } from "./testing/cases/calls.ts"
import { elsewhere } from "./testing/cases/elsewhere.ts"
import { reasoning } from "./testing/cases/reasoning.ts"

/** What failed in the field, as bodies of our own, each by its number in `cases.md`: the rule and its place. */

const { user: U, assistant: A, use, result: tr } = a
const asked = [
  c.user("go"),
  c.assistant(null, c.call("a"), c.call("b")),
  c.tool("a"),
  c.assistant("so"),
  c.user("on"),
]
const many = (...last: readonly unknown[]) => [
  ...Array.from({ length: 250 }, () => [c.user("go"), c.assistant("so")]).flat(),
  c.user("go"),
  ...last,
]

const turn = (system: string, name: string) => ({
  system,
  tools: [{ name, input_schema: { type: "object" } }],
})

const findings = (body: string, id: TargetId, beside?: Beside) => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`no target ${id}`)
  return lint(body, target, beside)
}

describe("what failed in the field is named at its place", () => {
  it.each([...calls, ...reasoning, ...elsewhere])("%s: %s", (_, __, target, body, expected, beside) => {
    expect(findings(body, target, beside).map(({ rule, pointer }) => [rule, pointer])).toEqual(expected)
  })

  it("5: a hole near the end of a long history, by index, id and tool", () => {
    const body = c.body(many(c.assistant(null, c.call("a", "{}", "read")), c.user("on")))
    expect(findings(body, "openai")).toEqual([
      expect.objectContaining({
        rule: "openai-chat/tool-after-calls",
        message: 501,
        callId: "a",
        tool: "read",
      }),
    ])
  })

  it("6: the same history passes where nobody checks, with a warning", () => {
    const found = findings(
      JSON.stringify({ model: "m", messages: JSON.parse(c.body(asked)).messages.map(unencoded) }),
      "ollama",
    )
    expect(found.map(({ severity }) => severity)).toEqual(["warning"])
  })

  it("25: results in another order than their calls pass", () => {
    expect(
      findings(a.body([U("go"), A(use("a"), use("b")), U(tr("b")), U(tr("a"), "notice")]), "anthropic"),
    ).toEqual([])
  })

  it.each([
    ["anthropic", a.body([U("go"), A(use("a", "x")), U(tr("a"))])],
    ["openai", c.body([c.user("go"), c.assistant(null, c.call("a", '"</think>"')), c.tool("a")])],
    ["openai-responses", r.body([r.user("go"), r.call("a", '"</think>"'), r.output("a")])],
    ["bedrock", b.body([b.user("go"), b.assistant(b.use("a", "x")), b.user(b.result("a"))])],
    ["gemini", g.body([g.user("go"), g.model(g.call("a", "CiQ=", "…</think>")), g.user(g.response("a"))])],
    [
      "ollama",
      o.body([c.user("go"), { role: "assistant", tool_calls: [o.call("a", "…</think>")] }, o.tool("a")]),
    ],
    [
      "mistral",
      c.body([c.user("go"), c.assistant(null, c.call("abcdefgh1", '"</think>"')), c.tool("abcdefgh1")]),
    ],
  ] as const)("56: arguments that are no object, on %s", (target, body) => {
    expect(findings(body, target).map(({ severity }) => severity)).toEqual(["error"])
  })

  it("89: the first byte that differs", () => {
    const previous = a.body([U("go")], turn("it is 10:00", "bash"))
    const body = a.body([U("go"), A("so"), U("on")], turn("it is 10:01", "bash"))
    const [finding] = findings(body, "anthropic", { previous })
    expect(finding?.facts["byte"]).toBe(body.indexOf("10:01") + 4)
    expect(finding?.facts["differs"]).toBe("system")
  })

  it("62, 63: a picture too large for how many there are, or at all", () => {
    const picture = (width: number) => a.image(Buffer.from(pngOfSize(width, 8)).toString("base64"))
    const many = Array.from({ length: 20 }, () => picture(8))
    expect(findings(a.body([U(...many, picture(2400))]), "anthropic")).toEqual([
      expect.objectContaining({
        rule: "anthropic/image-2000-many",
        pointer: "/messages/0/content/20",
        facts: { side: 2400, limit: 2000, pictures: 21 },
      }),
    ])
    expect(findings(a.body([U(picture(8570))]), "anthropic").map(({ rule }) => rule)).toEqual([
      "anthropic/image-8000",
    ])
  })

  it("96: an output over the limit, with how long it is", () => {
    const body = r.body([r.user("go"), r.call("a"), r.output("a", "x".repeat(11_400_000))])
    expect(findings(body, "openai-responses")).toEqual([
      expect.objectContaining({
        rule: "responses/output-10mib",
        facts: { characters: 11_400_000, limit: 10_485_760 },
      }),
    ])
  })
})

/** A chat message in Ollama's shape, where arguments are objects. */
const unencoded = (message: { readonly tool_calls?: readonly { readonly function: object }[] }) =>
  message.tool_calls === undefined
    ? message
    : {
        ...message,
        tool_calls: message.tool_calls.map((call) => ({
          ...call,
          function: { ...call.function, arguments: {} },
        })),
      }
