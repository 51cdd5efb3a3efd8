import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { append } from "#db/entries.ts"
import { createRecord } from "#db/records.ts"
import { must, numbered, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { agent, call, image, reasoning, result, text, user } from "#lib/record/build.ts"
import { noServers } from "../config.ts"
import { openToolbox } from "../toolbox.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

type Draft = Parameters<typeof numbered>[0][number]

const recordOf = async (title: string, ...drafts: readonly Draft[]): Promise<string> => {
  const id = must(await createRecord(store.db, testHeader({ title })))
  must(await append(store.db, { record: id, head: 0, entries: numbered(drafts) }))
  return id
}

const run = async (name: string, given: unknown) => {
  const box = openToolbox({ config: noServers, db: store.db })
  const ran = await box.runTool(call("c1", name, JSON.stringify(given)), {
    signal: new AbortController().signal,
  })
  if (ran.outcome !== "answered") throw new Error(ran.outcome)
  const [first] = ran.result.content
  return { isError: ran.result.isError, text: first?.kind === "text" ? first.text : "" }
}

it("are declared like any other tool, by text that does not change", async () => {
  const { tools } = await openToolbox({ config: noServers, db: store.db }).tools()
  expect(tools.map(({ declared }) => declared.name)).toEqual([
    "search_sessions",
    "read_session",
    "compact_conversation",
  ])
  expect(tools.map(({ declared }) => JSON.parse(declared.inputSchema))).toMatchObject([
    { type: "object", required: ["query"], additionalProperties: false },
    { type: "object", required: ["record"], properties: { from: { type: "integer", default: 1 } } },
    { type: "object", required: ["summary"], properties: { preserve: { type: "integer", default: 8 } } },
  ])
})

describe("search_sessions", () => {
  it("finds sessions by words, each with the place of the first one", async () => {
    const one = await recordOf("Pumps", user("the red valve leaks"), agent("which valve?"), user("red one"))
    await recordOf("Other", user("a red door"))
    const { text: json, isError } = await run("search_sessions", { query: 'valve "red"' })
    expect(isError).toBe(false)
    expect(JSON.parse(json)).toEqual({
      hits: [
        {
          record: one,
          title: "Pumps",
          latestAt: null,
          seq: 1,
          excerpt: expect.stringContaining("the red valve leaks"),
          entries: [1],
        },
      ],
    })
  })

  it("goes on where a page ends", async () => {
    for (const n of [1, 2, 3]) await recordOf(`Paged ${n}`, user("zebra crossing"))
    const first = JSON.parse((await run("search_sessions", { query: "zebra", limit: 2 })).text)
    const second = JSON.parse(
      (await run("search_sessions", { query: "zebra", limit: 2, cursor: first.next })).text,
    )
    const titles = [...first.hits, ...second.hits].map(({ title }: { readonly title: string }) => title)
    expect(titles.toSorted()).toEqual(["Paged 1", "Paged 2", "Paged 3"])
    expect(second.next).toBeUndefined()
  })

  it("says what is wrong with what it is given", async () => {
    expect(await run("search_sessions", {})).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^This call was not run: its arguments do not fit \(query/),
    })
    expect(await run("search_sessions", { query: " " })).toMatchObject({ isError: true })
    expect(await run("search_sessions", { query: "x", cursor: "none" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("cursor"),
    })
    expect((await run("search_sessions", { query: "nowhere-to-be-found" })).text).toContain('"hits": []')
  })
})

describe("read_session", () => {
  it("gives messages as plain text, each part said for what it is", async () => {
    const picture = image("a".repeat(64))
    const id = await recordOf(
      "Read me",
      user([text("look"), picture]),
      agent([reasoning("let me see"), text("reading"), call("c9", "bash", '{"command":"ls"}')]),
      result("c9", "a.txt"),
      agent("done"),
    )
    const all = await run("read_session", { record: id })
    expect(all.isError).toBe(false)
    expect(all.text).toBe(
      [
        `Record ${id}, "Read me": 4 entries.`,
        "",
        "#1 · user · role user\nlook\n[image: image/png]",
        "",
        '#2 · model · role assistant\n[reasoning] let me see\nreading\n[call c9 of bash] {"command":"ls"}',
        "",
        "#3 · tool · role tool\n[result c9 of bash]\na.txt",
        "",
        "#4 · model · role assistant\ndone",
      ].join("\n"),
    )
    const part = await run("read_session", { record: id, from: 3, to: 3 })
    expect(part.text).toContain("#3 · tool")
    expect(part.text).not.toMatch(/#2|#4/)
    expect((await run("read_session", { record: id, from: 9 })).text).toContain(
      "No messages in entries 9 to 4",
    )
  })

  it("stops between messages where it is long, and says where to go on", async () => {
    const long = "x".repeat(20_000)
    const id = await recordOf("Long", user(long), agent("short"), user(long), user("y".repeat(40_000)))
    const first = await run("read_session", { record: id })
    expect(first.text).toContain("Stopped after entry 2; go on with from 3.")
    expect(first.text).toContain("#2 · model")
    expect(first.text.length).toBeLessThan(31_000)
    const last = await run("read_session", { record: id, from: 4 })
    expect(last.text).toMatch(/Message 4 is cut: 100\d\d characters of its end are left out\./)
    expect(last.text).not.toContain("go on")
  })

  it("says that there is no such record", async () => {
    expect(await run("read_session", { record: "none" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("There is no record none"),
    })
  })
})
