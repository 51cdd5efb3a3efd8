import { readdirSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { listImports } from "#db/imports.ts"
import { openTestStore, problemOf, type TestStore } from "#db/test-store.ts"
import { importStream } from "./import.ts"
import { door, file, limit, newSession, streamOf, transcript } from "./test-import.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const { send, reportOf, total } = door(() => store.db)

describe("refusals", () => {
  const cases: readonly [string, string | Uint8Array, string][] = [
    ["an empty file", "", "file-empty"],
    ["a binary file", Buffer.from([0, 1, 2, 3, 0, 0, 255, 254]), "file-binary"],
    ["an unknown format", "hello\nworld\n", "format-unknown"],
    ["a document that is cut off", '{"loglines":[{"type":"user"', "json-invalid"],
  ]
  test.each(cases)("%s leaves nothing behind", async (_, content, problem) => {
    const before = await total()
    const imports = (await listImports(store.db, { limit: 1000 })).length
    expect(problemOf(await send(content))).toBe(problem)
    expect(await total()).toBe(before)
    expect(await listImports(store.db, { limit: 1000 })).toHaveLength(imports)
    expect(readdirSync(store.db.spool)).toEqual([])
  })

  test("over the limit, and cut off by its sender", async () => {
    const before = await total()
    const stream = streamOf(Buffer.from(file(transcript(newSession(), 50))), 1000)
    expect(await importStream(store.db, { name: "big", stream, limit: 5000 })).toEqual({
      ok: false,
      problem: { id: "body-too-large", facts: { limit: 5000 } },
    })
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(file(transcript(newSession(), 3)))
      throw Object.assign(new Error("gone"), { code: "ECONNRESET" })
    }
    expect(problemOf(await importStream(store.db, { name: "cut", stream: broken(), limit }))).toBe(
      "body-interrupted",
    )
    expect(await total()).toBe(before)
    expect(readdirSync(store.db.spool)).toEqual([])
  })

  test("an import that is not there", async () => {
    expect(problemOf(await send(file(transcript(newSession(), 1)), "x", "nowhere"))).toBe("import-unknown")
  })

  test("a failure in the middle leaves nothing half-written", async () => {
    const before = await total()
    const lines = transcript(newSession(), 4_000)
    await store.db.sql.unsafe(`
      create function fail_late() returns trigger language plpgsql as $$
      begin if new.seq > 3500 then raise exception 'disk full' using errcode = '53100'; end if; return new; end $$;
      create trigger fail_late before insert on entry for each row execute function fail_late();`)
    await expect(send(file(lines))).rejects.toMatchObject({ code: "53100" })
    await store.db.sql.unsafe("drop trigger fail_late on entry; drop function fail_late")
    expect(await total()).toBe(before)
    expect(await reportOf(file(lines))).toMatchObject({ status: "new", records: [{ head: 4_000 }] })
  })
})
