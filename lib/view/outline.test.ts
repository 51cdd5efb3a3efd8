import { expect, test } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { agent, call, compaction, notice, reasoning, record, result, text, user } from "#lib/record/build.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { type OutlineItem, outline } from "./outline.ts"
import { packOutline, unpackOutline } from "./packed.ts"
import { sheet } from "./sheet.ts"

const outlined = (log: RecordLog): readonly OutlineItem[] => {
  const target = targetOf("anthropic")
  if (target === undefined) throw new Error("no such target")
  return sheet(log, project(log, target, { objects: () => undefined })).outline
}

const drawn = (log: RecordLog): readonly string[] =>
  outlined(log).map(
    ({ title, level, marks }) => `${"  ".repeat(level)}${title}${marks === "" ? "" : ` ${marks}`}`,
  )

test("what was said is named by its words, a silent reply by its calls", () => {
  expect(
    drawn(
      record(
        user("Find out why\nit fails"),
        agent([reasoning("hm"), text("I will look."), call("a", "bash", '{"command":"ls -la"}')], {
          responseId: "1",
        }),
        result("a"),
        notice("[worker] gone"),
        agent([call("b", "mcp__files__read", '{"path": "/srv/app/src/dates.ts"}'), call("c", "bash", "{}")], {
          responseId: "2",
        }),
        result("b"),
        result("c"),
        user("thanks"),
      ),
    ),
  ).toEqual(["Request +", "Find out why it fails", "  I will look. ×+", "  2 calls: read dates.ts", "thanks"])
})

test("a covered run is one line", () => {
  const log = record(
    user("one"),
    agent("two"),
    user("three"),
    agent("four"),
    user("kept"),
    compaction("Counted.", [1, 4]),
  )
  expect(drawn(log)).toEqual([
    "Request +",
    "4 entries, covered by the summary of entry 6",
    "Counted. +",
    "kept",
  ])
})

test("an outline survives packing", () => {
  const items = outlined(record(user("a"), agent([call("x")]), user("   ")))
  expect(unpackOutline(packOutline(items))).toEqual(items)
  expect(unpackOutline(packOutline([]))).toEqual([])
})

test("lines come in the order of their rows, and each row belongs to the last one before it", () => {
  const items = outlined(record(user("a"), agent("b"), user("c")))
  expect(items.map(({ row }) => row)).toEqual([...items.map(({ row }) => row)].sort((a, b) => a - b))
  expect(outline([], [])).toEqual([])
})
