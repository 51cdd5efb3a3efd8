import { describe, expect, it } from "vitest"
import { type TargetId, targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import type { Draft } from "#lib/record/build.ts"
import {
  agent,
  answer,
  call,
  claude,
  header,
  reasoning,
  record,
  result,
  tools,
  user,
} from "#lib/record/build.ts"
import { lint } from "./lint.ts"
import { anthropic } from "./testing/bodies.ts"
import { anthropicRows } from "./testing/shapes/anthropic.ts"
import { chatRows } from "./testing/shapes/chat.ts"
import { othersRows } from "./testing/shapes/others.ts"

/** The smallest failing shapes of `wire-rules.md` section 12, each by its number. */

const target = (id: TargetId) => {
  const row = targetOf(id)
  if (row === undefined) throw new Error(`no target ${id}`)
  return row
}

const { user: U, assistant: A, use, result: tr, text } = anthropic
const bash = { name: "bash", input_schema: { type: "object" } }
const rows = { ...anthropicRows, ...chatRows, ...othersRows }

describe("the smallest failing shapes", () => {
  it.each(Object.entries(rows))("row %s", (_, row) => {
    const findings = lint(row.body, target(row.target), { previous: row.previous })
    if (row.rule === undefined) return expect(findings).toEqual([])
    const { rule, also = [], severity = "error" } = row
    const found = findings.filter((finding) => finding.rule === rule)
    expect(findings.map((finding) => finding.rule)).toContain(rule)
    expect(new Set(found.map((finding) => finding.severity))).toEqual(new Set([severity]))
    if (row.pointer !== undefined) expect(found[0]?.pointer).toBe(row.pointer)
    const errors = findings.filter((finding) => finding.severity === "error").map((finding) => finding.rule)
    const earned = new Set(severity === "error" ? [rule, ...also] : also)
    expect(new Set(errors)).toEqual(earned)
    if (severity === "warning")
      expect(new Set(findings.map((finding) => finding.rule))).toEqual(new Set([rule]))
  })

  it("has every row that a body alone can show", () => {
    const others = [10, 19, 23, 66, 67, 68]
    const numbers = new Set(Object.keys(rows).map((key) => Number.parseInt(key, 10)))
    expect([...numbers, ...others].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 68 }, (_, index) => index + 1),
    )
  })

  it("names message, call and tool, and orders by place", () => {
    const findings = lint(
      anthropic.body([U("go"), A(use("a"), use("b", "{")), U("on", text(""))]),
      target("anthropic"),
    )
    expect(
      findings.map(({ rule, pointer, message, callId, tool }) => ({ rule, pointer, message, callId, tool })),
    ).toEqual([
      {
        rule: "anthropic/tool-result-follows",
        pointer: "/messages/1/content/0",
        message: 1,
        callId: "a",
        tool: "bash",
      },
      {
        rule: "anthropic/tool-result-follows",
        pointer: "/messages/1/content/1",
        message: 1,
        callId: "b",
        tool: "bash",
      },
      {
        rule: "anthropic/input-object",
        pointer: "/messages/1/content/1/input",
        message: 1,
        callId: "b",
        tool: "bash",
      },
      {
        rule: "anthropic/text-non-empty",
        pointer: "/messages/2/content/1/text",
        message: 2,
        callId: undefined,
        tool: undefined,
      },
    ])
  })
})

const wire = (drafts: readonly Draft[], id: TargetId = "anthropic"): string =>
  project(record(...drafts), target(id), { objects: () => undefined }).wire.text()

describe("shapes that only the projection can get wrong", () => {
  it("row 10: ids that one character apart stay apart", () => {
    const body = wire([
      header(),
      user("go"),
      agent([call("a.b"), call("a:b")]),
      tools(answer("a.b", "1"), answer("a:b", "2")),
    ])
    const { messages } = JSON.parse(body)
    const [first, second] = messages[1].content
    expect(first.id).not.toBe(second.id)
    expect(messages[2].content.map((part: { readonly tool_use_id: string }) => part.tool_use_id)).toEqual([
      first.id,
      second.id,
    ])
    expect(lint(body, target("anthropic"))).toEqual([])
  })

  it("row 19: thinking of another model is left out", () => {
    const other = { ...claude, model: "claude-y" }
    const body = wire([
      header(),
      user("go"),
      agent([reasoning("hm", "sig"), call("a")], { maker: other }),
      result("a"),
    ])
    expect(body).not.toContain('"thinking"')
    expect(lint(body, target("anthropic"))).toEqual([])
  })

  it("row 23: signed text crosses as it was received", () => {
    const body = wire([header(), user("go"), agent([reasoning("  hm \n", "sig"), call("a")]), result("a")])
    expect(JSON.parse(body).messages[1].content[0]).toEqual({
      type: "thinking",
      thinking: "  hm \n",
      signature: "sig",
    })
  })

  it("row 67: one tool has one name", () => {
    const declared = { name: "mcp__srv__x", inputSchema: '{"type":"object"}' }
    const body = wire([
      header({ tools: [declared] }),
      user("go"),
      agent([call("a", "mcp__srv__mcp__srv__x")]),
      tools(answer("a", "ok", "mcp__srv__mcp__srv__x")),
    ])
    expect(JSON.parse(body).messages[1].content[0].name).toBe("mcp__srv__x")
    expect(lint(body, target("anthropic"))).toEqual([])
    const foreign = lint(
      anthropic.body([U("go"), A(use("a", {}, "mcp__srv__mcp__srv__x")), U(tr("a"))], {
        tools: [{ ...bash, name: "mcp__srv__x" }],
      }),
      target("anthropic"),
    )
    expect(foreign.map(({ rule, severity }) => [rule, severity])).toEqual([
      ["common/double-namespace", "warning"],
    ])
  })

  it("row 68: an aborted turn keeps its call, and the one result that came", () => {
    const body = wire([
      header(),
      user("go"),
      agent([call("a"), call("b")], { stop: "aborted" }),
      result("a", "came"),
      user("on"),
    ])
    const answers = JSON.parse(body).messages[2].content
    expect(answers.map((part: { readonly tool_use_id?: string }) => part.tool_use_id)).toEqual([
      "a",
      "b",
      undefined,
    ])
    expect(JSON.stringify(answers[0])).toContain("came")
    expect(answers[1].is_error).toBe(true)
    expect(lint(body, target("anthropic"))).toEqual([])
  })
})
