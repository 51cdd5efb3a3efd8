import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { agent, call, header, reasoning, record, result, user } from "#lib/record/build.ts"
import { bodyText } from "./envelope.ts"
import { ruleOf } from "./index.ts"
import { lint } from "./lint.ts"
import { anthropic, chat, gemini } from "./testing/bodies.ts"

const anyTarget = fc.constantFrom(...targets)
const own = (target: Target): string =>
  project(
    record(header(), user("go"), agent([reasoning("hm", "s"), call("a")]), result("a"), user("on")),
    target,
    {
      objects: () => undefined,
    },
  ).wire.text()

/** A value with one of its parts, chosen by a path of numbers, made into another. */
const withPart = (value: unknown, path: readonly number[], other: unknown): unknown => {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== "object" || value === null) return other
  const keys = Object.keys(value)
  const key = keys[step % Math.max(keys.length, 1)]
  if (key === undefined) return other
  const inner: unknown = Reflect.get(value, key)
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === key ? withPart(inner, rest, other) : each))
  return { ...value, [key]: withPart(inner, rest, other) }
}

const sane = (text: string, target: Target, previous?: string): void => {
  for (const { rule, pointer, severity } of lint(text, target, { previous })) {
    expect(ruleOf(rule)).toBeDefined()
    expect(pointer === "" || pointer.startsWith("/")).toBe(true)
    expect(["error", "warning", "hint"]).toContain(severity)
  }
}

describe("whatever the text", () => {
  it.each(["", "{", "[]", "1", "null", '"x"', "<html>", "{}{}", "\u0000"])("%j is one finding", (text) => {
    for (const target of targets)
      expect(lint(text, target).map(({ rule, severity }) => [rule, severity])).toEqual([
        ["common/body-of-target", "error"],
      ])
  })

  it("any JSON is taken", () => {
    fc.assert(
      fc.property(fc.json(), anyTarget, (text, target) => sane(text, target)),
      { numRuns: 500, seed: 1 },
    )
  })

  it("a body of ours with any part made into anything is taken, also as the request before", () => {
    const path = fc.array(fc.nat(5), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(anyTarget, path, fc.jsonValue(), (target, where, other) => {
        const text = own(target)
        const broken = JSON.stringify(withPart(JSON.parse(text), where, other))
        sane(broken, target)
        sane(broken, target, text)
        sane(text, target, broken)
      }),
      { numRuns: 2000, seed: 2 },
    )
  })

  it("a body of one target is taken by every other", () => {
    for (const from of targets) for (const to of targets) sane(own(from), to)
  })

  it.each(["constructor", "toString", "__proto__"])(
    "a role %s, which every object has, is nobody's",
    (role) => {
      const said = ["user", role, "assistant", role].map((each) => ({ role: each, content: "hi" }))
      for (const history of ["messages", "contents", "input"])
        for (const target of targets) sane(JSON.stringify({ model: "any", [history]: said }), target)
    },
  )

  it("deep nesting is taken", () => {
    const deep = `${"[".repeat(100_000)}"\\ud800"${"]".repeat(100_000)}`
    const body = anthropic
      .body([anthropic.user("go")], { metadata: 0 })
      .replace('"metadata":0', `"metadata":${deep}`)
    for (const target of targets) sane(body, target, body.replace("go", "went"))
  })

  it("keys that objects inherit are no fields", () => {
    const body = anthropic.body([{ role: "constructor", content: [{ type: "toString", __proto__: 1 }] }])
    for (const target of targets) sane(body, target)
  })
})

it("a body of another shape is one finding, with both shapes", () => {
  const [anthropicRow, openai] = ["anthropic", "openai"].map((id) => targets.find((each) => each.id === id))
  if (anthropicRow === undefined || openai === undefined) throw new Error("no targets")
  const found = lint(
    chat.body([chat.user("go"), chat.assistant(null, chat.call("a")), chat.tool("a")]),
    anthropicRow,
  )
  expect(found.map(({ rule, facts }) => [rule, facts])).toEqual([
    ["common/body-of-target", { expected: "messages", found: "chat" }],
  ])
  expect(lint(gemini.body([gemini.user("go")]), openai)[0]?.facts).toEqual({
    expected: "chat",
    found: "gemini",
  })
})

describe("the body in a text", () => {
  const body = chat.body([chat.user("go")])

  it.each([
    ["alone", body],
    ["with space around", `\n${body}\n`],
    ["under request and body", `{"request":{"url":"u","body":${body}}}`],
    ["as a string", JSON.stringify({ body })],
    ["under params", `{"params": ${body} }`],
  ])("%s", (_, text) => {
    const found = bodyText(text, "x")
    expect(found.ok && JSON.parse(found.value)).toEqual(JSON.parse(body))
  })

  it("is the whole text where none is found, and a problem where it is no JSON", () => {
    expect(bodyText('{"a":1}', "x")).toEqual({ ok: true, value: '{"a":1}' })
    expect(bodyText("{", "x")).toMatchObject({ ok: false, problem: { id: "json-invalid" } })
  })

  it("keeps the body's own text, numbers and spaces included", () => {
    expect(bodyText('{"body":{"messages" : [ ], "n":1.50}}', "x")).toEqual({
      ok: true,
      value: '{"messages" : [ ], "n":1.50}',
    })
  })
})
