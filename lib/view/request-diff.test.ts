import { expect, it } from "vitest"
import { bodyOf } from "#lib/sent/body.ts"
import { partsOf } from "#lib/sent/parts.ts"
import { type DiffRow, diffRows } from "./request-diff.ts"

const body = (value: unknown) => bodyOf(Buffer.from(JSON.stringify(value)))
const rows = (before: unknown, now: unknown): readonly DiffRow[] =>
  diffRows(partsOf("messages", body(before), body(now)))

const said = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    role: n % 2 === 0 ? "user" : "assistant",
    content: `words ${n}`,
  }))

const tools = [{ name: "a" }, { name: "b" }, { name: "c" }]

it("folds what is the same into one row a stretch, with counts", () => {
  const before = { model: "m", tools, messages: said(40) }
  expect(rows(before, { ...before, messages: said(42) })).toMatchObject([
    { is: "same", words: "model, 3 tools, 40 messages", pieces: 44 },
    { is: "added", kind: "message", name: "user", now: { pointer: "/messages/40" } },
    { is: "added", kind: "message", name: "assistant" },
  ])
  expect(rows(before, before)).toMatchObject([{ is: "same", pieces: 44 }])
})

it("shows the lines around a difference, and how many there are between", () => {
  const system = (day: string): string =>
    Array.from({ length: 60 }, (_, n) => (n === 30 ? `It is ${day}.` : `Rule ${n}.`)).join("\n")
  const [row] = rows({ system: system("Monday") }, { system: system("Tuesday") })
  if (row?.is !== "changed") throw new Error("not changed")
  expect(row.lines.map(({ is }) => is)).toEqual(["fold", "same", "same", "other", "same", "same", "fold"])
  expect(row.lines[0]).toEqual({ is: "fold", lines: 28 })
  expect(row.lines[3]).toMatchObject({
    before: { bits: [{ text: "It is " }, { text: "Mon", differs: true }, { text: "day.\\n" }] },
  })
})

it("names what was moved by its first words, and where it stood", () => {
  const [, row] = rows({ tools, messages: [] }, { tools: [tools[0], tools[2], tools[1]], messages: [] })
  expect(row).toMatchObject({ is: "moved", name: "b", preview: '{"name":"b"}', now: { pointer: "/tools/2" } })
})

it("tells a long row of pieces that only one side has by its first ones and a count", () => {
  const messages = said(40)
  expect(rows({ messages }, { messages: [messages[0], ...messages.slice(30)] })).toMatchObject([
    { is: "same", words: "1 message" },
    { is: "removed" },
    { is: "removed" },
    { is: "removed", before: { pointer: "/messages/3" } },
    { is: "run", of: "removed", words: "26 messages", pieces: 26 },
    { is: "same", words: "10 messages" },
  ])
  expect(rows({ messages }, { messages: [messages[0], ...messages.slice(6)] }).map(({ is }) => is)).toEqual([
    "same",
    ...Array(5).fill("removed"),
    "same",
  ])
})

it("stays small, however much differs", () => {
  const long = (word: string) =>
    Array.from({ length: 3_000 }, (_, n) => ({ role: "user", content: `${word} ${n}` }))
  expect(rows({ messages: long("one") }, { messages: long("other") }).length).toBeLessThanOrEqual(201)
  const [row] = rows({ system: "x\n".repeat(9_000) }, { system: "y\n".repeat(9_000) })
  if (row?.is !== "changed") throw new Error("not changed")
  expect(row.lines.length).toBeLessThan(200)
})
