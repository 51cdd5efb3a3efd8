import { describe, expect, test } from "vitest"
import { entries, type Fields, line, prompt, read, said, system, text, use } from "./build.ts"

describe("compaction", () => {
  const before = [
    prompt("a", null),
    said("b", "a", [text("one")]),
    prompt("c", "b"),
    said("d", "c", [text("two")]),
  ]
  const boundary = (metadata: Fields = {}): string =>
    line("x", null, {
      type: "system",
      subtype: "compact_boundary",
      logicalParentUuid: "d",
      compactMetadata: metadata,
    })
  const summary = prompt("y", "x", "Summary of it", {
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
  })

  test("covers what was before it", () => {
    const reading = read(...before, boundary(), summary, prompt("z", "y"))
    expect(reading.records[0]?.entries[4]).toMatchObject({
      kind: "compaction",
      id: "y",
      summary: "Summary of it",
      covers: [1, 4],
      origin: { lines: [5, 6] },
    })
    expect(reading.structural).toEqual({ system: 1 })
  })
  test("less the messages that it keeps as they are", () => {
    const kept = boundary({
      preservedSegment: { headUuid: "c", tailUuid: "d" },
      preservedMessages: { uuids: ["c", "d"] },
    })
    expect(entries(...before, kept, summary)[4]).toMatchObject({ covers: [1, 2] })
    const later = boundary({ preservedMessages: { uuids: ["gone", "d"] } })
    expect(entries(...before, later, summary)[4]).toMatchObject({ covers: [1, 3] })
  })
  test("covers nothing where what it covered is not in the file", () => {
    const queued = JSON.stringify({
      type: "queue-operation",
      operation: "enqueue",
      content: "later",
      sessionId: "s1",
    })
    expect(entries(queued, boundary(), summary).find(({ kind }) => kind === "compaction")).toMatchObject({
      covers: null,
    })
    const all = boundary({ preservedSegment: { headUuid: "a", tailUuid: "d" } })
    expect(entries(...before, all, summary)[4]).toMatchObject({ covers: null })
  })
  test("a summary without a boundary covers all before it", () => {
    expect(entries(...before, summary)[4]).toMatchObject({ kind: "compaction", covers: [1, 4] })
  })
  test("what comes between boundary and summary stays out of it", () => {
    const reminder = line("h", "x", {
      type: "attachment",
      attachment: { type: "task_reminder", content: [] },
    })
    expect(entries(...before, boundary(), reminder, summary)[5]).toMatchObject({
      covers: [1, 4],
      origin: { lines: [7, 7] },
    })
  })
  test("cleared results are replaced by a marker that says what stood there", () => {
    const of = entries(
      prompt("a", null),
      said("b", "a", [use("t1"), use("t2", "Read")]),
      prompt("c", "b", [
        { type: "tool_result", tool_use_id: "t1", content: "12345", is_error: true },
        { type: "tool_result", tool_use_id: "t2", content: [{ type: "text", text: "x" }] },
      ]),
      system("m", "c", "microcompact_boundary", {
        microcompactMetadata: { compactedToolIds: ["t2", "t1", "gone"] },
      }),
    )
    expect(of.slice(3)).toMatchObject([
      { kind: "replacement", id: "m", of: "3.1", reason: "cleared", with: { name: "Read", isError: false } },
      {
        id: "m#2",
        of: "3.0",
        with: {
          name: "Bash",
          isError: true,
          content: [{ text: "Output of Bash cleared: 5 characters stood here." }],
        },
      },
    ])
  })
})
