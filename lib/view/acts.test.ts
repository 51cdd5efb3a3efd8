import { expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import {
  agent,
  answer,
  call,
  compaction,
  type Draft,
  record,
  replacement,
  result,
  rewind,
  undo,
  user,
} from "#lib/record/build.ts"
import { sheet } from "./sheet.ts"
import { type RowView, windowOf } from "./window.ts"

const [target] = targets

const laid = (...drafts: readonly Draft[]) => {
  if (target === undefined) throw new Error("There is a target.")
  const log = record(...drafts)
  return sheet(log, project(log, target, { objects: () => undefined }))
}

const viewsOf = (...drafts: readonly Draft[]): ReadonlyMap<string, RowView> => {
  const made = laid(...drafts)
  const views = windowOf(made, made.order.rows, 0, made.rows.length, { order: "rows", columns: 80 })
  return new Map(views.map((view) => [view.key, view]))
}

const outOf = (view: RowView | undefined) =>
  view?.is === "crossing" ? [view.reason, view.by, view.undo] : undefined
const lineOf = (view: RowView | undefined) =>
  view?.is === "entry" ? view.lines.map(({ text, undo: of }) => [text, of]) : undefined

const talk = [user("one"), agent("two"), user("three"), agent("four")]

it("a short stretch says row by row what let it go, and offers to take that back", () => {
  const views = viewsOf(...talk, rewind(2))
  expect(outOf(views.get("3.0"))).toEqual(["rewound", 5, [5]])
  expect(lineOf(views.get("e5"))).toEqual([["rewind · to entry 2, which stays", [5]]])
})

it("an act that acts no more says what became of it, and offers nothing", () => {
  const views = viewsOf(...talk, rewind(2), undo(5))
  expect(outOf(views.get("3.0"))).toEqual([undefined, undefined, undefined])
  expect(lineOf(views.get("e5"))).toEqual([
    ["rewind · to entry 2, which stays · taken back by entry 6", undefined],
  ])
  expect(lineOf(viewsOf(...talk, rewind(2), rewind(1)).get("e5"))).toEqual([
    ["rewind · to entry 2, which stays · rewound by entry 6", undefined],
  ])
})

it("what a summary covers leads to its compaction, and so does the summary", () => {
  const views = viewsOf(...talk, compaction("both", [1, 2]))
  expect(outOf(views.get("1.0"))).toEqual(["compacted", 5, [5]])
  const summary = views.get("5.0")
  expect(summary?.is === "crossing" ? summary.undo : undefined).toEqual([5])
})

it("what was replaced leads to its replacement", () => {
  const views = viewsOf(
    user("go"),
    agent([call("a")]),
    result("a", "long"),
    replacement("3.0", answer("a", "[cleared]")),
  )
  expect(outOf(views.get("3.0"))).toEqual(["replaced", 4, [4]])
})

it("long stretches fold apart by what let them go", () => {
  const { folds } = laid(...talk, ...talk, rewind(4), ...talk, user("on"), rewind(9))
  expect(folds.rows.map(({ label, undo: of }) => [label, of])).toEqual([
    ["4 entries, rewound by entry 9", [9]],
    ["5 entries, rewound by entry 15", [15]],
  ])
})
