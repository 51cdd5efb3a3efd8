import { describe, expect, test } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import type { Finding } from "#lib/lint/finding.ts"
import { project } from "#lib/project.ts"
import { agent, call, header, notice, record, result, user } from "#lib/record/build.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { parseFilter } from "./filter.ts"
import { found } from "./find.ts"
import { byRow, placed, severityCounts, worst } from "./findings.ts"
import { type Sheet, sheet } from "./sheet.ts"

const laidOut = (log: RecordLog, id: string): Sheet => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`no target ${id}`)
  return sheet(log, project(log, target, { objects: () => undefined }))
}

const keyOf = (laid: Sheet, row: number | undefined): string | undefined => laid.rows[row ?? -1]?.key

const log = record(
  header({ params: { temperature: 0.5 } }),
  user("go"),
  agent([call("a")]),
  result("a"),
  notice("worker gone"),
  agent("done"),
  user("on"),
)

describe("findings of a wire of ours", () => {
  test("stand at the row that holds their place", () => {
    const laid = laidOut(log, "kimi")
    expect(laid.findings().map(({ rule, row }) => [rule, keyOf(laid, row)])).toEqual([
      ["kimi/reasoning-empty", "+/messages/1/reasoning_content"],
      ["kimi/id-style", "3.0"],
      ["kimi/reasoning-on-all", "6.0"],
    ])
    for (const { row } of laid.findings())
      expect(laid.findingsAt(row)).toEqual(laid.findings().filter((each) => each.row === row))
  })

  test("are what the filter finds, by severity and by rule, in both orders", () => {
    const laid = laidOut(log, "kimi")
    const keys = (filter: string, order: "rows" | "wire" = "rows") =>
      found(laid, order, parseFilter(filter)).map((number) => keyOf(laid, number))
    expect(keys("finding:warning")).toEqual(["+/messages/1/reasoning_content", "3.0", "6.0"])
    expect(keys("finding:warning", "wire").toSorted()).toEqual(keys("finding:warning").toSorted())
    expect(keys("finding:kimi/id-style")).toEqual(["3.0"])
    expect(keys("finding:error,hint")).toEqual([])
    expect(keys("-finding:warning")).toHaveLength(laid.rows.length - 3)
  })

  test("are none where the lint has nothing to say", () => {
    const laid = laidOut(log, "anthropic")
    expect(laid.findings()).toEqual([])
    expect(found(laid, "rows", parseFilter("finding:error,warning,hint"))).toEqual([])
  })
})

const finding = (pointer: string, severity: Finding["severity"] = "error"): Finding => ({
  rule: "a/rule",
  severity,
  pointer,
  facts: {},
})

describe("a place", () => {
  const laid = laidOut(log, "anthropic")
  const keys = (...pointers: readonly string[]) =>
    placed(
      pointers.map((each) => finding(each)),
      laid.rows,
    ).map(({ row }) => keyOf(laid, row))

  test("inside a piece, or around none, belongs to the nearest piece around it", () => {
    expect(keys("/messages/1/content/0/input/x/y", "/messages/1")).toEqual(["3.0", "3.0"])
  })

  test("of all the request stands where the request begins", () => {
    const [first] = laid.rows.filter((row) => row.is === "crossing")
    expect(keys("", "/messages", "/no/such")).toEqual([first?.key, first?.key, first?.key])
  })

  test("in a text that a label introduces belongs to what is introduced", () => {
    const notices = placed([finding("/messages/2/content/1/text")], laid.rows)
    expect(notices.map(({ row }) => keyOf(laid, row))).toEqual(["5.0"])
  })
})

test("the worst counts first", () => {
  const all = [finding("/a", "hint"), finding("/b", "warning"), finding("/c", "warning")]
  expect(worst(all)).toBe("warning")
  expect(worst([])).toBeUndefined()
  expect(severityCounts(all)).toEqual([
    ["warning", 2],
    ["hint", 1],
  ])
  const groups = byRow(all.map((each, index) => ({ ...each, row: index % 2 })))
  expect([...groups].map(([row, { length }]) => [row, length])).toEqual([
    [0, 2],
    [1, 1],
  ])
})
