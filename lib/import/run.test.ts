import { expect, test } from "vitest"
import type { Entry } from "#lib/record/entry.ts"
import { claudeCode } from "./claude-code.ts"
import type { LineImporter, LineReading, Step } from "./importer.ts"
import { readSource } from "./read-source.ts"
import { openRun, type Place } from "./run.ts"

const nothing: Step = { records: [], entries: [], objects: [], fates: [] }
const line = (uuid: string, parentUuid: string | null, more: object): string =>
  JSON.stringify({ uuid, parentUuid, sessionId: "s", timestamp: "2026-03-17T10:00:00.000Z", ...more })
const prompt = (uuid: string, parentUuid: string | null, more: object = {}): string =>
  line(uuid, parentUuid, { type: "user", message: { content: uuid }, ...more })

test("origins name the segment a line stands in, and its number there", () => {
  const old = "a".repeat(64)
  const fresh = "b".repeat(64)
  const place = (at: number): Place =>
    at <= 3 ? { segment: old, line: at } : { segment: fresh, line: at - 3 }
  const run = openRun(claudeCode, { name: "x" }, place)
  const lines = [
    prompt("a", null),
    prompt("b", "a"),
    line("x", null, { type: "system", subtype: "compact_boundary", logicalParentUuid: "b" }),
    prompt("y", "x", { isCompactSummary: true }),
    prompt("c", "y"),
  ]
  const origins = lines.flatMap((one) => run.take(one).entries.map(({ entry }) => entry.origin))
  expect(origins).toEqual([
    { segment: old, lines: [1, 1] },
    { segment: old, lines: [2, 2] },
    { segment: fresh, lines: [1, 1] }, // the boundary before it is in the segment before
    { segment: fresh, lines: [2, 2] },
  ])
})

test("a record is told with its first entry, then when there is more; one without entries is none", () => {
  const run = openRun(claudeCode, { name: "x" }, (at) => ({ segment: "0".repeat(64), line: at }))
  const title = JSON.stringify({ type: "custom-title", customTitle: "T", sessionId: "s" })
  const records = [title, prompt("a", null), title.replace('"T"', '"U"')].map((one) => run.take(one).records)
  expect(records).toMatchObject([
    [],
    [{ n: 1, identity: "s", title: "T" }],
    [{ n: 1, identity: "s", title: "U" }],
  ])
  expect(run.end()).toEqual({ records: [], entries: [], objects: [], fates: [] })
  expect(run.totals()).toMatchObject({
    receipt: { read: 3, kept: 1, structural: 2 },
    structural: { "custom-title": 2 },
  })
  expect(readSource({ name: "x", text: title })).toMatchObject({ ok: true, value: { records: [] } })
})

test("a record without a session is known by its first kept line", () => {
  const lone = JSON.stringify({ type: "user", uuid: "a", message: { content: "x" } })
  const reading = readSource({ name: "x", text: `${lone}\n` })
  const digest = /^claude-code:[0-9a-f]{64}$/
  expect(reading.ok && reading.value.records[0]?.header.id).toMatch(digest)
})

test("what the caller had to put right counts as repaired; a line that is too long is refused alone", () => {
  const run = openRun(claudeCode, { name: "x" }, (at) => ({ segment: "0".repeat(64), line: at }))
  expect(run.take(prompt("a", null), "utf8-invalid").fates).toEqual([
    { fate: "kept", at: 1, repaired: "utf8-invalid" },
  ])
  expect(run.take("", "utf8-invalid").fates).toEqual([{ fate: "structural", at: 2, type: "blank" }])
  expect(run.refuse("line-too-long")).toMatchObject({
    entries: [{ entry: { kind: "unread", raw: "", why: "line-too-long", seq: 2 } }],
    fates: [{ fate: "unread", at: 3, why: "line-too-long" }],
  })
  expect(run.refuse("line-too-long").entries).toMatchObject([{ entry: { seq: 3 } }])
  expect(run.totals().receipt).toMatchObject({ read: 4, kept: 1, structural: 1, unread: 2, repaired: 1 })
})

test("an entry of an importer's own that is not valid becomes unread, and the next still fits", () => {
  const entry = (seq: number, id: string): Entry => ({
    seq,
    id,
    at: null,
    kind: "message",
    role: "user",
    speaker: { kind: "human" },
    blocks: [{ kind: "text", text: "x" }],
  })
  const given = [
    entry(1, "a"),
    entry(2, ""),
    entry(3, "a"),
    entry(4, "d"),
    { ...entry(5, "e"), at: "yesterday" },
    entry(9, "f"),
  ]
  const reading: LineReading = {
    take: (_, at) => {
      const next = given[at - 1]
      const from = { lines: [at, at] } as const
      return next === undefined
        ? nothing
        : { ...nothing, entries: [{ n: 1, entry: next, from, at }], fates: [{ fate: "kept", at }] }
    },
    refuse: () => nothing,
    end: () => nothing,
  }
  const importer: LineImporter = {
    id: "x",
    format: "x",
    label: "x",
    unit: "line",
    detect: () => true,
    open: () => reading,
  }
  const run = openRun(importer, { name: "x" }, (at) => ({ segment: "0".repeat(64), line: at }))
  const batches = given.map((_, index) => run.take(`line ${index}`))
  expect(batches.map(({ fates }) => fates[0]?.fate)).toEqual([
    "kept",
    "unread",
    "unread",
    "kept",
    "unread",
    "unread",
  ])
  expect(batches.flatMap(({ entries }) => entries.map((one) => [one.entry.seq, one.entry.kind]))).toEqual([
    [1, "message"],
    [2, "unread"],
    [3, "unread"],
    [4, "message"],
    [5, "unread"],
    [6, "unread"],
  ])
  expect(batches[1]?.entries[0]?.entry).toMatchObject({
    kind: "unread",
    raw: "line 1",
    origin: { lines: [2, 2] },
  })
  expect(run.totals().receipt).toMatchObject({ read: 6, kept: 2, unread: 4 })
})

test("a line of 60 MB is read", () => {
  const long = "é".repeat(30_000_000)
  const reading = readSource({
    name: "x",
    text: `${prompt("a", null)}\n${prompt("b", "a", { message: { content: long } })}\n`,
  })
  const entry = reading.ok ? reading.value.records[0]?.entries[1] : undefined
  expect(entry?.kind === "message" && entry.blocks[0]?.kind === "text" && entry.blocks[0].text === long).toBe(
    true,
  )
})
