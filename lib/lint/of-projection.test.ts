import { expect, it } from "vitest"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import {
  agent,
  call,
  claude,
  compaction,
  type Draft,
  header,
  reasoning,
  record,
  result,
  text,
  user,
} from "#lib/record/build.ts"
import { lint } from "./lint.ts"
import { errorsOf, findingsOf, type Projected } from "./of-projection.ts"

const target = (id: string): Target => {
  const row = targets.find((each) => each.id === id)
  if (row === undefined) throw new Error(`no target ${id}`)
  return row
}

const projected = (id: string, ...drafts: readonly Draft[]) =>
  project(record(header(), ...drafts), target(id), { objects: () => undefined })

/** The projection with another text on its wire: what a fault of ours would look like. */
const faulty = (of: Projected, from: string, to: string): Projected => {
  const wire = of.wire.text()
  expect(wire).toContain(from)
  return { ...of, wire: { text: () => wire.replace(from, to) } }
}

const round = [user("go"), agent([reasoning("hm", "sig"), call("a")]), result("a")] as const

it("names the block behind a finding", () => {
  const of = faulty(projected("anthropic", ...round), '"input":{}', '"input":[]')
  expect(errorsOf(of)).toEqual([
    expect.objectContaining({
      rule: "anthropic/input-object",
      pointer: "/messages/1/content/1/input",
      block: "3.1",
    }),
  ])
})

it("notices signed bytes that are not the stored ones", () => {
  const of = projected("anthropic", ...round)
  expect(errorsOf(of)).toEqual([])
  expect(errorsOf(faulty(of, '"thinking":"hm"', '"thinking":"hm."'))).toEqual([
    expect.objectContaining({ rule: "anthropic/thinking-unmodified", block: "3.0" }),
  ])
})

it("notices a maker that is not the wire's", () => {
  const of = projected(
    "anthropic",
    user("go"),
    agent([text("yes")], { maker: { ...claude, provider: "zai" } }),
    user("on"),
  )
  const forged = faulty(
    of,
    '[{"type":"text","text":"yes"}]',
    '[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"yes"}]',
  )
  expect(errorsOf(forged).map(({ rule }) => rule)).toContain("glm-anthropic/foreign-thinking")
})

it("compares with the request before", () => {
  const before = projected("anthropic", user("go"), agent("so"), user("on"))
  const after = projected("anthropic", user("go"), agent("so"), compaction("sum", [2, 3]), user("on"))
  expect(findingsOf(after, before.wire.text()).map(({ rule }) => rule)).toEqual(["common/stable-prefix"])
})

it.each(targets)("finds the same in a projection as in its text, on $id", (row) => {
  const of = projected(row.id, ...round, user("on"))
  const alone = lint(of.wire.text(), row, { model: of.model })
  expect(findingsOf(of).map(({ block: _, ...finding }) => finding)).toEqual(alone)
})
