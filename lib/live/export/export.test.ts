import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { append } from "#db/entries.ts"
import { digestOf } from "#db/objects.ts"
import { createRecord } from "#db/records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import { caseFaults } from "#lib/laws/same-case.ts"
import { cutFor } from "#lib/plan/compaction.ts"
import { promptTexts, summaryPrompt } from "#lib/plan/summary-prompt.ts"
import {
  agent,
  answer,
  call,
  compaction,
  type Draft,
  file,
  header,
  reasoning,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import { parseLog } from "#lib/record/log.ts"
import { type ExportFormat, exportFormatIds } from "#lib/view/export-formats.ts"
import { logLines } from "../log-lines.ts"
import { scan } from "../secrets/scan.ts"
import { around, planted } from "../secrets/testing/planted.ts"
import { type ExportAsk, exportStored } from "./export.ts"
import { reviewStored } from "./review.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const all = async (lines: AsyncIterable<string>): Promise<string> => {
  let gathered = ""
  for await (const line of lines) gathered += `${line}\n`
  return gathered
}

const exported = async (record: string, format: ExportFormat, more: Partial<ExportAsk> = {}) => {
  const made = must(await exportStored(store.db, { record, format, keep: [], ...more }))
  return { text: await all(made.lines), omitted: made.omitted }
}

/** A secret of each kind, in each sort of place: one record a place, so that no place is cleaned for another's sake. */
const object = (content: string, mediaType = "text/plain") => {
  const bytes = Buffer.from(content)
  return { sha256: digestOf(bytes), mediaType, bytes }
}

type Planting = {
  readonly drafts: (said: string) => readonly Draft[]
  readonly objects?: (said: string) => readonly ReturnType<typeof object>[]
  readonly title?: (said: string) => string
}

const round = (json: string, output: string): readonly Draft[] => [
  agent([call("a", "bash", json)]),
  tools(answer("a", output)),
]

const places: Readonly<Record<string, Planting>> = {
  "an input": { drafts: (said) => round(JSON.stringify({ command: said }), "ok") },
  "an output": { drafts: (said) => round("{}", said) },
  "an output that is JSON": { drafts: (said) => round("{}", JSON.stringify({ out: [said] })) },
  "a text": { drafts: (said) => [user(said)] },
  "an answer": { drafts: (said) => [agent(said)] },
  reasoning: { drafts: (said) => [agent([reasoning(said, "SIGNATURE"), text("so")])] },
  "a summary": { drafts: (said) => [user("1"), compaction(said, [1, 1])] },
  "a system prompt": { drafts: (said) => [header({ system: said })] },
  "a tool's description": {
    drafts: (said) => [header({ tools: [{ name: "bash", description: said, inputSchema: "{}" }] })],
  },
  "a parameter": { drafts: (said) => [header({ params: { extra: JSON.stringify({ note: said }) } })] },
  "a line that was not read": {
    drafts: (said) => [{ kind: "unread", raw: JSON.stringify({ said }), why: "odd" }],
  },
  "a title": { drafts: () => [user("go")], title: (said) => said },
  "an object": {
    drafts: (said) => [user([file(object(said).sha256, "text/plain")])],
    objects: (said) => [object(said)],
  },
  "the source": {
    drafts: (said) => [
      {
        ...user("go"),
        origin: { segment: object(`{"said":1}\n${JSON.stringify({ said })}\n`).sha256, lines: [2, 2] },
      },
    ],
    objects: (said) => [object(`{"said":1}\n${JSON.stringify({ said })}\n`, "application/x-ndjson")],
  },
}

const plant = async ({ drafts, objects, title }: Planting, said: string): Promise<string> => {
  const named = title === undefined ? {} : { title: title(said) }
  const record = must(await createRecord(store.db, testHeader(named)))
  const entries = numbered([user("before"), ...drafts(said)].map((draft) => draft))
  must(await append(store.db, { record, head: 0, entries, objects: objects?.(said) ?? [] }))
  return record
}

/** A secret's longest line, as it stands in a text and as JSON writes it. */
const traces = (secret: string): readonly string[] => {
  const line = secret.split("\n").toSorted((a, b) => b.length - a.length)[0] ?? ""
  return [line, JSON.stringify(line).slice(1, -1)]
}

const leaks = (text: string, secret: string): boolean => {
  const plain =
    text +
    [...text.matchAll(/"base64":"([^"]*)"/g)]
      .map(([, bytes = ""]) => Buffer.from(bytes, "base64").toString())
      .join("\n")
  return traces(secret).some((trace) => plain.includes(trace))
}

describe.each(Object.entries(places))("secrets of every kind in %s", (_, planting) => {
  it("reach no export of any format", async () => {
    for (const [kind, secret] of Object.entries(planted)) {
      const record = await plant(planting, around(kind, secret))
      for (const format of exportFormatIds) {
        const { text, omitted } = await exported(record, format)
        expect(leaks(text, secret), `${kind} in ${format}:\n${text}`).toBe(false)
        if (format === "case") continue
        expect(omitted.secrets, kind).toBeGreaterThan(0)
        const counted = format === "log" ? '"redacted":{"secrets":' : "left out, in"
        expect(text.replaceAll("\\", ""), kind).toContain(counted)
      }
      expect(leaks(await all(must(await logLines(store.db, record))), secret), kind).toBe(true)
    }
  }, 60_000)

  it("reach no summary prompt, and leave a log that reads back", async () => {
    for (const [kind, secret] of Object.entries(planted)) {
      const record = await plant(planting, around(kind, secret))
      const [log] = must(parseLog((await exported(record, "log")).text)).records
      const [stored] = must(parseLog(await all(must(await logLines(store.db, record))))).records
      expect(log?.entries.map(({ kind: each, seq }) => [seq, each])).toEqual(
        stored?.entries.map(({ kind: each, seq }) => [seq, each]),
      )
      const cut = cutFor(stored?.entries ?? [], 0)
      if (stored === undefined || !cut.ok) continue
      const prompt = summaryPrompt(stored.entries, cut.value, await scan(promptTexts(cut.value)))
      expect(leaks(prompt.text, secret), kind).toBe(false)
    }
  })
})

const key = planted["github token"] ?? ""
const talk = async (drafts: readonly Draft[]): Promise<string> => {
  const record = must(await createRecord(store.db, testHeader({ title: "Keys" })))
  must(await append(store.db, { record, head: 0, entries: numbered(drafts) }))
  return record
}

it("case 100: a key that its result masks goes from the recorded input too, wherever it stands", async () => {
  const record = await talk([
    user("store my key"),
    agent([call("a", "set_key", JSON.stringify({ provider: "github", key })), text(`stored as x-${key}`)]),
    tools(answer("a", "stored ghp_****")),
  ])
  const { text: log, omitted } = await exported(record, "log")
  expect(log).not.toContain(key)
  expect(log).toContain(String.raw`{\"provider\":\"github\",\"key\":\"[redacted: github]\"}`)
  expect(omitted).toEqual({ secrets: 1, places: 2 })
})

it("case 101: a signature that holds what looks like a key is neither found nor touched", async () => {
  const signed = `Eo+${key}/==`
  const native = {
    api: "messages",
    json: JSON.stringify({ type: "text", text: "so", signature: `x ${key} y` }),
  }
  const record = await talk([
    user("go"),
    agent([
      reasoning("hm", signed),
      {
        ...reasoning("hm"),
        native: { api: "responses", json: JSON.stringify({ encrypted_content: ` ${key} ` }) },
      },
      { ...text("so"), native },
    ]),
  ])
  expect(must(await reviewStored(store.db, record)).found).toEqual([])
  const { text: log, omitted } = await exported(record, "log")
  expect(omitted.secrets).toBe(0)
  expect(`${log}`).toBe(await all(must(await logLines(store.db, record))))
})

it("case 101: nor where the same key is left out elsewhere", async () => {
  const record = await talk([
    user(`my key ${key}`),
    agent([reasoning(`it is ${key}`, `a ${key} b`), text("so")]),
  ])
  const [log] = must(parseLog((await exported(record, "log")).text)).records
  expect(log?.entries[1]).toMatchObject({
    blocks: [{ text: "it is [redacted: github]", proof: { value: `a ${key} b` } }, {}],
  })
})

it("a false alarm stays where somebody says so, and nothing else does", async () => {
  const other = planted["npm token"] ?? ""
  const record = await talk([user(`one ${key}`), user(`two ${other}`), user(`again ${key}`)])
  const { found } = must(await reviewStored(store.db, record))
  expect(found.map(({ rule, count }) => [rule, count])).toEqual([
    ["github", 2],
    ["npm", 1],
  ])
  const [github] = found
  expect(github?.masked).toBe(`${key.slice(0, 4)}…${key.slice(-4)}`)
  expect(github?.places[0]).toEqual({
    seq: 1,
    path: "/blocks/0/text",
    block: "1.0",
    before: "one ",
    after: "",
  })
  expect(JSON.stringify(found)).not.toContain(key)
  const { text: log, omitted } = await exported(record, "log", { keep: [github?.id ?? ""] })
  expect([log.includes(key), log.includes(other), omitted]).toEqual([true, false, { secrets: 1, places: 1 }])
  expect((await exported(record, "log", { keep: "all" })).text).toBe(
    await all(must(await logLines(store.db, record))),
  )
})

it("a case shows the same crossings as its record", async () => {
  const record = await talk([
    header({ system: `Use ${key}.`, tools: [{ name: "mcp__a__b", inputSchema: '{"type":"object"}' }] }),
    user("go"),
    agent([
      reasoning("hm", "sig"),
      call("a", "b", '{"n":12345678901234567890}'),
      call("a", "mcp__a__b", "{'x"),
    ]),
    tools(answer("a"), answer("z", " ")),
  ])
  const [stored] = must(parseLog(await all(must(await logLines(store.db, record))))).records
  const [made] = must(parseLog((await exported(record, "case")).text)).records
  expect(made?.header).toMatchObject({ id: "case", title: "Lore" })
  expect(stored === undefined ? ["nothing stored"] : caseFaults(stored, () => undefined)).toEqual([])
})

it("what is not there is refused", async () => {
  for (const format of exportFormatIds)
    expect(problemOf(await exportStored(store.db, { record: "nobody", format, keep: [] }))).toBe(
      "record-unknown",
    )
  const record = await talk([user("go")])
  for (const format of exportFormatIds)
    expect(problemOf(await exportStored(store.db, { record, format, keep: [], asOf: 9 }))).toBe("as-of-ahead")
  const ask = { record, format: "html", keep: [], target: "nobody" } as const
  expect(problemOf(await exportStored(store.db, ask))).toBe("target-unknown")
})
