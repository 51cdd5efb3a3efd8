import { describe, expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { agent, call, header, record, result, text, user } from "#lib/record/build.ts"
import { spans } from "#lib/wire/print.ts"
import { detectTarget } from "./detect.ts"
import { excerpt } from "./excerpt.ts"
import { anthropic, chat } from "./testing/bodies.ts"

/** Targets that share a shape and whose models' names say nothing. */
const seenAs: { readonly [target: string]: string } = { "claude-prompt": "anthropic" }

describe("the target that a body seems to be for", () => {
  it.each(targets)("is $id for a body of ours", (target) => {
    const log = record(header(), user("go"), agent([text("so"), call("a")]), result("a"), user("on"))
    const { wire } = project(log, target, { model: target.model, objects: () => undefined })
    expect(detectTarget(wire.text())).toBe(seenAs[target.id] ?? target.id)
  })

  it.each([
    ["anthropic", anthropic.body([anthropic.user("go")], { tools: undefined })],
    ["anthropic", '{"model":"claude-x","messages":[{"role":"user","content":"go"}]}'],
    ["openai-compatible", chat.body([chat.user("go")], { model: "claude-x" })],
    ["openai-compatible", '{"messages":[]}'],
    ["kimi", chat.body([chat.user("go")], { model: "moonshotai/kimi-k2" })],
    [undefined, "{}"],
    [undefined, "["],
  ])("is %s for %s", (target, body) => {
    expect(detectTarget(body)).toBe(target)
  })
})

describe("an excerpt", () => {
  const body = `{"model":"m","messages":[{"role":"user","content":"${"x".repeat(300)}"},{"role":"user","content":"go"}]}`

  it("has the value and a little around it", () => {
    expect(excerpt(spans(body), "/messages/1/content")).toMatchObject({ at: '"go"', after: "}]}" })
    expect(excerpt(spans(body), "/model")).toMatchObject({ before: '{"model":', at: '"m"' })
  })

  it("is cut where the value is long, and marks the place of all of it", () => {
    const found = excerpt(spans(body), "/messages/0/content")
    expect(found.at).toBe(`"${"x".repeat(199)}…`)
    expect(found.end - found.start).toBe(302)
  })

  it("is of what holds the place where the body has no such place", () => {
    expect(excerpt(spans(body), "/messages/1/tool_calls").at).toBe('{"role":"user","content":"go"}')
    expect(excerpt(spans("[]"), "/a/b").at).toBe("[]")
  })

  it("is one line of an indented body, its strings untouched", () => {
    const messages = [{ role: "user", content: "go  on" }, { role: "user" }]
    const indented = JSON.stringify({ model: "m", messages }, null, 4)
    const found = excerpt(spans(indented), "/messages/0")
    expect(found).toMatchObject({
      before: '{ "model": "m", "messages": [ ',
      at: '{ "role": "user", "content": "go  on" }',
      after: ', { "role": "user" } ] }',
    })
    expect(JSON.parse(indented.slice(found.start, found.end))).toEqual(messages[0])
  })

  it("parts no pair", () => {
    const emoji = JSON.stringify({ a: `x${"😀".repeat(200)}` })
    for (const at of ["", "/a"]) {
      const { before, at: shown, after } = excerpt(spans(emoji), at)
      expect([before, shown, after].every((each) => each.isWellFormed())).toBe(true)
    }
  })
})
