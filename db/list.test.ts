import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { agent, call, header, result, text, user } from "#lib/record/build.ts"
import { countsOf, saveCounts, uncounted } from "./counts.ts"
import { append } from "./entries.ts"
import {
  countRecords,
  type Filter,
  facets,
  findEntries,
  getRecord,
  listRecords,
  type RecordPage,
} from "./list.ts"
import { createRecord, updateHeader } from "./records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "./test-store.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

type Draft = Parameters<typeof numbered>[0][number]

const recordOf = async (title: string, drafts: readonly Draft[], format = "claude-code"): Promise<string> => {
  const record = must(
    await createRecord(store.db, testHeader({ title, origin: { format, session: `s-${title}` } })),
  )
  must(await append(store.db, { record, head: 0, entries: numbered(drafts) }))
  return record
}

const list = async (filter: Partial<Filter>, limit = 100): Promise<RecordPage> =>
  must(await listRecords(store.db, { projector: 1, ...filter }, { order: "added", limit }))

const found = async (query: string): Promise<readonly (string | null)[]> =>
  (await list({ query })).records.map((record) => record.title).toSorted()

const noCounts = { carried: 1, altered: 0, dropped: 0, made: 0, findings: 0 }

describe("search", () => {
  beforeAll(async () => {
    await recordOf("english", [
      user("The Quick brown fox"),
      agent([
        text("reading"),
        call("toolu_77", "read_file", '{"path":"src/getUserName.ts","note":"line\\nbreak \\u6771\\u4eac"}'),
      ]),
    ])
    await recordOf("japanese", [
      user("設定ファイルを最新の状態にアップデートしました"),
      agent("東京都に住む"),
    ])
    await recordOf("mixed", [
      user("ＡＢＣ full width, naïve Straße, 🎉 and Привет"),
      result("c1", "HTTP/1.1 404"),
    ])
    await recordOf("hard", [
      user("zero \u0000 lone \ud800 end"),
      agent(`${"filler words ".repeat(20_000)}needle at the end`),
    ])
  })
  const cases: readonly [string, readonly string[]][] = [
    ["quick", ["english"]],
    ["QUICK fox", ["english"]],
    ['"quick brown"', ["english"]],
    ['"brown quick"', []],
    ["quick japanese", []],
    ["username", ["english"]],
    ["getuser", ["english"]],
    ["read_fi", ["english"]],
    ["toolu_77", ["english"]],
    ["break", ["english"]],
    ["ick", []],
    ["ファイル", ["japanese"]],
    ["最新の", ["japanese"]],
    ["京都", ["japanese"]],
    ["都", ["japanese"]],
    ["東京", ["english", "japanese"]],
    ["京東", []],
    ["abc", ["mixed"]],
    ["ｗｉｄｔｈ", ["mixed"]],
    ["NAÏVE", ["mixed"]],
    ["привет", ["mixed"]],
    ["🎉", ["mixed"]],
    ["HTTP/1.1", ["mixed"]],
    ["needle", ["hard"]],
    ["zero lone", ["hard"]],
    ["s-hard", ["hard"]],
    ["%", []],
    ["' or 1=1 --", []],
    ["\\ : & | ! ( ) * <->", []],
  ]
  test.each(cases)("%s", async (query, titles) => {
    expect(await found(query)).toEqual(titles)
  })

  test("shows where, in the text's own case", async () => {
    const [record] = (await list({ query: "quick" })).records
    expect(record?.hit).toEqual({ seq: 1, text: "The Quick brown fox e1" })
    expect((await list({ query: "mixed" })).records[0]?.hit).toEqual({ seq: 0, text: "mixed" })
    expect(await findEntries(store.db, record?.id ?? "", "read path", 10)).toEqual([2])
    expect(await findEntries(store.db, record?.id ?? "", "", 10)).toEqual([])
  })

  test("a title that becomes known later is found, the old one no more", async () => {
    const record = await recordOf("earlier", [user("x")])
    await updateHeader(store.db, testHeader({ id: record, title: "afterwards" }))
    expect(await found("afterwards")).toEqual(["afterwards"])
    expect(await found("earlier")).toEqual([])
  })
})

describe("filters and pages", () => {
  test("pages hold every record once, newest first, also when records come in between", async () => {
    const ids: string[] = []
    for (let n = 0; n < 7; n += 1) ids.unshift(await recordOf(`paged ${n}`, [user("paged")], "paged"))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = must(
        await listRecords(
          store.db,
          { projector: 1, format: "paged" },
          { order: "added", limit: 3, ...(cursor === undefined ? {} : { cursor }) },
        ),
      )
      seen.push(...page.records.map((record) => record.id))
      cursor = page.next ?? undefined
      await recordOf("in between", [user("x")], "paged")
    } while (cursor !== undefined)
    expect(seen).toEqual(ids)
    expect(await countRecords(store.db, { projector: 1, format: "paged" })).toBe(10)
  })

  test("order by what happened last", async () => {
    const at = (day: number): Draft => Object.assign(user("dated"), { at: `2020-01-0${day}T00:00:00.000Z` })
    const old = await recordOf("old", [at(1)], "dated")
    const newer = await recordOf("newer", [at(3), at(2)], "dated")
    const page = must(
      await listRecords(store.db, { projector: 1, format: "dated" }, { order: "active", limit: 9 }),
    )
    expect(page.records.map((record) => [record.id, record.latestAt])).toEqual([
      [newer, "2020-01-03T00:00:00.000Z"],
      [old, "2020-01-01T00:00:00.000Z"],
    ])
  })

  test("a cursor that is none of ours is a problem", async () => {
    for (const cursor of ["", "x", "e30", Buffer.from('{"at":"2020","id":"x"}').toString("base64url")])
      expect(
        problemOf(await listRecords(store.db, { projector: 1 }, { order: "added", limit: 1, cursor })),
      ).toBe("cursor-invalid")
  })

  test("by model, and what there is to filter by", async () => {
    const record = await recordOf(
      "modelled",
      [header({ target: { provider: "x", dialect: "chat", model: "rare-model" } }), agent("x")],
      "rare",
    )
    expect((await list({ model: "rare-model" })).records.map(({ id }) => id)).toEqual([record])
    const { formats, models } = await facets(store.db)
    expect(formats).toContainEqual({ format: "rare", records: 1 })
    expect(models).toContainEqual({ model: "rare-model", records: 1 })
    expect(must(await getRecord(store.db, record, 1)).models).toEqual(["claude-x", "rare-model"])
    expect(problemOf(await getRecord(store.db, "none", 1))).toBe("record-unknown")
  })

  test("counts hold for their head and projector only", async () => {
    const record = await recordOf("counted", [user("x")], "counted")
    const counts = { ...noCounts, target: "anthropic", head: 1, projector: 5, altered: 2, dropped: 3 }
    const all = (filter: Partial<Filter>) =>
      list({ format: "counted", projector: 5, ...filter }).then(({ records }) => records)
    expect(await uncounted(store.db, 5, 1000)).toContain(record)
    expect(await all({ altered: true })).toEqual([])
    await saveCounts(store.db, record, counts, true)
    expect(await uncounted(store.db, 5, 1000)).not.toContain(record)
    expect((await all({ altered: true, dropped: true }))[0]?.counts).toEqual(counts)
    expect(await all({ findings: true })).toEqual([])
    expect(await list({ format: "counted", projector: 6, altered: true })).toMatchObject({ records: [] })
    await saveCounts(store.db, record, { ...counts, target: "openai", altered: 0 }, true)
    expect(await all({ altered: true })).toEqual([])
    expect((await countsOf(store.db, record, 5)).map(({ target }) => target)).toEqual(["anthropic", "openai"])
    must(await append(store.db, { record, head: 1, entries: numbered([user("y")], 1) }))
    expect(await all({ dropped: true })).toEqual([])
    expect((await all({}))[0]?.counts).toBeNull()
    expect(await uncounted(store.db, 5, 1000)).toContain(record)
  })
})
