import { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { components } from "#app/server/interface/answers.ts"
import { POST } from "#app/v1/conversations/[id]/captures/route.ts"
import { closeShared } from "#db/shared.ts"
import { openTestStore, type TestStore } from "#db/test-store.ts"
import { crossing, isOneSentence, type Ran } from "./testing/run.ts"
import { serving } from "./testing/served.ts"

/** Captures as a person attaches them: the command on the store, the route, the command at a server. */

let store: TestStore
const run = (...args: readonly string[]): Promise<Ran> => crossing(args, store)
const sample = (path: string): string => fileURLToPath(new URL(`../import/samples/${path}`, import.meta.url))
const session = sample("claude-code/nightly-import.jsonl")
const trace = sample("claude-trace/nightly-import.jsonl")

const server = serving((asked) => {
  const body = Readable.toWeb(asked) as ReadableStream<Uint8Array> // Node's own type of the same stream
  const headers = { "x-file-name": String(asked.headers["x-file-name"]), host: String(asked.headers.host) }
  const init = { method: "POST", headers, body, duplex: "half" }
  const request = new Request(`http://127.0.0.1${asked.url}`, init)
  const id = decodeURIComponent(asked.url?.split("/")[3] ?? "")
  return POST(request, { params: Promise.resolve({ id }) })
})

let url = ""
beforeAll(async () => {
  store = await openTestStore()
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
  await server.open()
  url = server.url()
})
afterAll(async () => {
  server.close()
  await closeShared()
  await store.close()
  vi.unstubAllEnvs()
})

describe.sequential("a capture", () => {
  let record = ""
  it("joins the record of its session, and is no fault of the record", async () => {
    const imported = JSON.parse((await run("import", session, "--json")).stdout)
    record = imported.files[0].outcome.value.records[0].id
    const ran = await run("import", trace, "--attach", record)
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    expect(ran.stdout).toContain("requests 6 = attached 5 + known 0 + foreign 1; other 0, unread 0")
    const verified = await run("verify", record)
    expect(verified.code).toBe(0)
    expect(verified.stdout).toContain("captured from another program")
  })
  it("adds nothing at a server when it is known, and the answer is as it is described", async () => {
    const ran = await run("import", trace, "--attach", record, "--url", url, "--json")
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    const told = components.Attached.parse(JSON.parse(ran.stdout))
    expect(told).toMatchObject({ record, attached: [], known: 5, foreign: 1 })
  })
  it.each([
    ["a file without traffic", session, () => record],
    ["a record that is not there", trace, () => "nobody"],
  ])("is refused in one sentence: %s", async (_, path, id) => {
    for (const more of [[], ["--url", url]]) {
      const ran = await run("import", path, "--attach", id(), ...more)
      expect(ran.code).toBe(2)
      expect(isOneSentence(ran.stderr)).toBe(true)
    }
  })
})
