import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Draft, user } from "#lib/record/build.ts"
import type { RecordHeader } from "#lib/record/record.ts"
import { append } from "./entries.ts"
import { type GroupPage, listGroups, titlesOf } from "./groups.ts"
import { countRecords, type Filter, type Page } from "./list.ts"
import { createRecord } from "./records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "./test-store.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

type Parent = NonNullable<RecordHeader["parent"]>
const forkOf = (record: string, seq = 1): Parent => ({ record, seq, how: "fork" })

/** A record that says its words on a day of January. */
const recordOf = async (id: string, day: number, words = "go", parent?: Parent): Promise<void> => {
  const header = testHeader({
    id,
    title: id,
    origin: { format: id.split("-")[0] ?? "" },
    ...(parent === undefined ? {} : { parent }),
  })
  must(await createRecord(store.db, header))
  const said: Draft = Object.assign(user(words), {
    at: `2020-01-${String(day).padStart(2, "0")}T00:00:00.000Z`,
  })
  must(await append(store.db, { record: id, head: 0, entries: numbered([said]) }))
}

const page = async (filter: Partial<Filter>, more: Partial<Page> = {}): Promise<GroupPage> =>
  must(await listGroups(store.db, { projector: 1, ...filter }, { order: "active", limit: 100, ...more }))

/** A group a line: its first, and the others each behind as many dots as it stands below. */
const drawn = ({ groups }: GroupPage): readonly string[] =>
  groups.map(({ first, members }) =>
    [first.id, ...members.map(({ record, depth }) => ".".repeat(depth) + record.id)].join(" "),
  )

describe("a list in groups", () => {
  it("has forks below their parent, which stands where the newest of them stands", async () => {
    await recordOf("tree-root", 1)
    await recordOf("tree-alone", 5)
    await recordOf("tree-old", 2, "go", forkOf("tree-root"))
    await recordOf("tree-new", 8, "go", { record: "tree-root", how: "subagent" })
    await recordOf("tree-deep", 3, "go", forkOf("tree-old"))
    expect(drawn(await page({ format: "tree" }))).toEqual([
      "tree-root .tree-new .tree-old ..tree-deep",
      "tree-alone",
    ])
    const [group] = (await page({ format: "tree" })).groups
    expect(group?.members.map(({ record }) => record.parent)).toEqual([
      { record: "tree-root", how: "subagent" },
      forkOf("tree-root"),
      forkOf("tree-old"),
    ])
  })

  it("shows a fork by itself where its parent is not like what is asked, or not stored", async () => {
    await recordOf("part-root", 1)
    await recordOf("part-middle", 2, "zebra", forkOf("part-root"))
    await recordOf("part-low", 3, "zebra", forkOf("part-middle"))
    await recordOf("part-other", 4, "zebra", forkOf("part-root"))
    await recordOf("part-orphan", 5, "zebra", forkOf("nobody"))
    const found = await page({ format: "part", query: "zebra" })
    expect(drawn(found)).toEqual(["part-orphan", "part-other", "part-middle .part-low"])
    expect(found.groups.map(({ first }) => first.parent?.record)).toEqual([
      "nobody",
      "part-root",
      "part-root",
    ])
    expect(found.groups[2]?.members[0]?.record.hit?.text).toContain("zebra")
    expect(await titlesOf(store.db, ["part-root", "nobody"])).toEqual(new Map([["part-root", "part-root"]]))
    expect(await countRecords(store.db, { projector: 1, format: "part", query: "zebra" })).toBe(4)
  })

  it("holds every group once over its pages, also when one grows meanwhile", async () => {
    for (let n = 1; n <= 7; n++) {
      await recordOf(`paged-${n}`, n)
      if (n % 2 === 0) await recordOf(`paged-${n}-fork`, n, "go", forkOf(`paged-${n}`))
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const found = await page({ format: "paged" }, { limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...drawn(found))
      cursor = found.next ?? undefined
      await recordOf(`paged-7-late-${seen.length}`, 20, "go", forkOf("paged-7"))
    } while (cursor !== undefined)
    expect(seen).toEqual([
      "paged-7",
      "paged-6 .paged-6-fork",
      "paged-5",
      "paged-4 .paged-4-fork",
      "paged-3",
      "paged-2 .paged-2-fork",
      "paged-1",
    ])
  })

  it("loses none of those that name each other as parents", async () => {
    await recordOf("ring-a", 1, "go", forkOf("ring-b"))
    await recordOf("ring-b", 2, "go", forkOf("ring-a"))
    await recordOf("ring-c", 3, "go", forkOf("ring-b"))
    await recordOf("ring-self", 4, "go", forkOf("ring-self"))
    expect(drawn(await page({ format: "ring" }))).toEqual(["ring-self", "ring-a .ring-b ..ring-c"])
  })

  it("begins at no cursor that is none of ours", async () => {
    const asked = { order: "added", limit: 1, cursor: "x" } as const
    expect(problemOf(await listGroups(store.db, { projector: 1 }, asked))).toBe("cursor-invalid")
  })
})
