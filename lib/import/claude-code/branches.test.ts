import { describe, expect, test } from "vitest"
import type { Entry } from "#lib/record/entry.ts"
import { entries, line, prompt, result, said, system, text, use } from "./build.ts"

const kinds = (of: readonly Entry[]): readonly string[] => of.map((entry) => entry.kind)
const rewinds = (of: readonly Entry[]) => of.filter((entry) => entry.kind === "rewind")

describe("branches", () => {
  const trunk = [prompt("a", null), said("b", "a", [text("hi")])]

  test("another prompt from where a prompt went on goes back there first", () => {
    const of = entries(
      ...trunk,
      prompt("c", "b"),
      said("d", "c", [text("one")]),
      prompt("e", "b"),
      said("f", "e", [text("two")]),
    )
    expect(kinds(of)).toEqual(["message", "message", "message", "message", "rewind", "message", "message"])
    expect(rewinds(of)).toMatchObject([{ id: "e#rewind", to: 2, keep: true, at: "2026-03-17T10:00:00.000Z" }])
  })
  test("each further branch goes back too", () => {
    expect(
      rewinds(entries(...trunk, prompt("c", "b"), prompt("d", "b"), prompt("e", "b"))).map(({ to }) => to),
    ).toEqual([2, 2])
  })
  test("progress, attachments, system lines and results are looked through", () => {
    const hung = [
      said("c", "b", [use("t")]),
      line("p", "c", { type: "progress", data: { type: "hook_progress" } }),
      result("r", "p", "t"),
      system("s", "r", "turn_duration"),
      line("h", "s", { type: "attachment", attachment: { type: "task_reminder", content: [] } }),
    ]
    const of = entries(...trunk, ...hung, prompt("d", "h"), prompt("e", "s"))
    expect(rewinds(of)).toMatchObject([{ to: 4 }]) // the result stays, the reminder was not above the second prompt
  })
  test("an interrupt stands between: it is what both prompts follow", () => {
    const stopped = prompt("i", "b", [text("[Request interrupted by user]")])
    expect(rewinds(entries(...trunk, stopped, prompt("c", "i"), prompt("d", "i")))).toMatchObject([{ to: 3 }])
    expect(rewinds(entries(...trunk, stopped, prompt("c", "i"), prompt("d", "b")))).toEqual([])
  })
  test("parallel results, roots, and parents that are not in the file are no branches", () => {
    const parallel = [
      said("c", "b", [use("t1")]),
      said("d", "c", [use("t2")]),
      result("r1", "c", "t1"),
      result("r2", "d", "t2"),
      said("e", "r2", [text("done")]),
    ]
    expect(rewinds(entries(...trunk, ...parallel, prompt("f", "e")))).toEqual([])
    expect(
      rewinds(entries(prompt("a", null), prompt("b", null), prompt("c", "gone"), prompt("d", "gone"))),
    ).toEqual([])
  })
  test("machine-made lines are no prompts", () => {
    const notice = prompt("n", "b", "<task-notification>\n<task-id>1</task-id>\n</task-notification>")
    const meta = prompt("m", "b", "Caveat", { isMeta: true })
    expect(rewinds(entries(...trunk, prompt("c", "b"), notice, meta))).toEqual([])
  })
  test("a boundary goes by its logical parent", () => {
    const boundary = line("x", null, { type: "system", subtype: "compact_boundary", logicalParentUuid: "b" })
    const of = entries(...trunk, prompt("c", "b"), boundary, prompt("d", "x"))
    expect(rewinds(of)).toMatchObject([{ to: 2 }])
  })
})
