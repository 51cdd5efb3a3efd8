import { describe, expect, test } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import {
  agent,
  call,
  header,
  notice,
  reasoning,
  record,
  result,
  rewind,
  text,
  user,
} from "#lib/record/build.ts"
import { parseFilter } from "./filter.ts"
import { found } from "./find.ts"
import { sheet } from "./sheet.ts"

const target = targetOf("anthropic")
if (target === undefined) throw new Error("no such target")
const log = record(
  header({ system: "Be brief." }),
  user("Find the Grüße file"),
  agent([
    reasoning("unsigned"),
    text("I look."),
    call("a", "bash", '{"command":"ls https://x.example"}'),
    call("b", "read"),
  ]),
  result("a", "two words here"),
  notice("worker gone"),
  user("stop"),
  rewind(5),
  user("go on"),
)
const laid = sheet(log, project(log, target, { objects: () => undefined }))
const keys = (filter: string): readonly string[] =>
  found(laid, "rows", parseFilter(filter)).map((number) => laid.rows[number]?.key ?? "")

describe("the filter's language", () => {
  test.each([
    ["kind:reasoning", ["3.0"]],
    ["kind:reasoning,tool-call", ["3.0", "3.2", "3.3"]],
    ["how:dropped", ["3.0", "6.0"]],
    ["reason:rewound", ["6.0"]],
    ["how:dropped -reason:rewound", ["3.0"]],
    ["speaker:notice", ["5.0"]],
    ["tool:bash", ["3.2", "4.0"]],
    ["entry:2", ["2.0"]],
    ["entry:5-7", ["5.0", "6.0", "e7"]],
    ["entry:-2 kind:text", ["2.0"]],
    ["kind:entry", ["e1", "e7"]],
    ["grüsse", []],
    ["GRÜSSE", []],
    ["grüße", ["2.0"]],
    ['"two words"', ["4.0", "4.0.0"]],
    ["words two", ["4.0", "4.0.0"]],
    ['tool:bash "two words"', ["4.0"]],
    ["https://x.example", ["3.2"]],
    ["finding:error", []],
  ])("%s", (filter, expected) => expect(keys(filter)).toEqual(expected))

  test("what demands nothing leaves everything", () => {
    for (const filter of ["", "  ", "*", "kind:*", "how:", "how:*,dropped"])
      expect(keys(filter)).toHaveLength(laid.rows.length)
  })

  test("not turns a demand round", () => {
    const all = laid.rows.length
    expect(keys("how:dropped").length + keys("-how:dropped").length).toBe(all)
    expect(keys("look").length + keys("-look").length).toBe(all)
  })

  test("both orders find the same crossings", () => {
    for (const filter of ["how:made", "kind:tool-call", "how:dropped", "look"]) {
      const aligned = found(laid, "rows", parseFilter(filter)).filter(
        (number) => laid.rows[number]?.is === "crossing",
      )
      expect([...found(laid, "wire", parseFilter(filter))].sort((a, b) => a - b)).toEqual(aligned)
    }
  })
})
