import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { proof } from "#app/server/interface/answers.ts"
import { GET as body } from "#app/v1/conversations/[id]/requests/[seq]/body/route.ts"
import { GET as one } from "#app/v1/conversations/[id]/requests/[seq]/route.ts"
import { GET as verify } from "#app/v1/conversations/[id]/requests/[seq]/verify/route.ts"
import { GET as list } from "#app/v1/conversations/[id]/requests/route.ts"
import { closeShared } from "#db/shared.ts"
import { openTestStore, type TestStore } from "#db/test-store.ts"
import { damageStore, storedTalk } from "#lib/live/test-requests.ts"
import { crossing, isOneSentence, type Ran } from "./testing/run.ts"
import { serving } from "./testing/served.ts"

/** Proofs as a person and another program ask for them: the command on the store, the routes, the command at a server. */

let store: TestStore
const run = (...args: readonly string[]): Promise<Ran> => crossing(["verify", ...args], store)

const answered = (path: string): Promise<Response> => {
  const [, , , id = "", , seq = "", part] = path.split("?")[0]?.split("/") ?? []
  const request = new Request(`http://127.0.0.1${path}`)
  const params = Promise.resolve({ id: decodeURIComponent(id), seq })
  if (seq === "") return list(request, { params })
  if (part === "body") return body(request, { params })
  return part === "verify" ? verify(request, { params }) : one(request, { params })
}

let record = ""
let seqs: readonly number[] = []
let bytes: readonly Uint8Array[] = []
const server = serving((asked) => answered(asked.url ?? "/"))
let url = ""

beforeAll(async () => {
  store = await openTestStore()
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
  const stored = await storedTalk(store.db)
  record = stored.record
  seqs = stored.seqs
  bytes = stored.on.sent.map((logged) => logged.bytes)
  await server.open()
  url = server.url()
})
afterAll(async () => {
  server.close()
  await closeShared()
  await store.close()
  vi.unstubAllEnvs()
})

describe.sequential("proofs", { timeout: 300_000 }, () => {
  it("of a record are printed, one line a request", async () => {
    const ran = await run(record)
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    expect(ran.stdout.split("\n").slice(0, 3)).toEqual(seqs.map((seq) => `${record}  ${seq}  rebuilt = sent`))
    expect(ran.stdout).toContain("3 requests, 3 proved, 0 not what their record gives")
  })

  it("of every record come without a name, and at a server they are the same", async () => {
    const [all, there] = [await run("--json"), await run(record, "--json", "--url", url)]
    expect([all.code, there.code, there.stderr]).toEqual([0, 0, ""])
    const own = JSON.parse(all.stdout).proofs.filter((each: { record: string }) => each.record === record)
    expect(own).toEqual(JSON.parse(there.stdout).proofs)
    expect(own).toHaveLength(3)
  })

  it("come over HTTP with the list, the request and its exact bytes", async () => {
    const page = await (await answered(`/v1/conversations/${record}/requests`)).json()
    expect(page).toMatchObject({ record, after: 0, next: null })
    expect(page.requests.map((each: { sent: { seq: number } }) => each.sent.seq)).toEqual(seqs)
    const path = `/v1/conversations/${record}/requests/${seqs[1]}`
    expect(await (await answered(path)).json()).toEqual({ record, ...page.requests[1] })
    const exact = await answered(`${path}/body`)
    const got = Buffer.from(await exact.arrayBuffer())
    expect(got).toEqual(Buffer.from(bytes[1] ?? []))
    expect(exact.headers.get("x-content-sha256")).toBe(createHash("sha256").update(got).digest("hex"))
    expect(proof.parse(await (await answered(`${path}/verify`)).json())).toMatchObject({
      record,
      seq: seqs[1],
      verdict: { is: "proved" },
    })
  })

  it("of what is no request are refused", async () => {
    for (const path of ["1", "0", "x", "99999999999999999999", "1/body", "1/verify"]) {
      const answer = await answered(`/v1/conversations/${record}/requests/${path}`)
      expect([path, answer.status, (await answer.json()).error.id]).toEqual([path, 404, "sent-unknown"])
    }
    expect((await answered("/v1/conversations/nobody/requests")).status).toBe(404)
    expect((await answered(`/v1/conversations/${record}/requests?limit=0`)).status).toBe(400)
  })

  it("that fail end with 1, and show both sides", async () => {
    const changed =
      "update entry set json = replace(json::text, 'I will.', 'I wíll.')::json where record = $1"
    await damageStore(store.db, changed, [record])
    const [ran, there] = [await run(record), await run(record, "--url", url)]
    expect([ran.code, ran.stderr]).toEqual([1, ""])
    expect(ran.stdout).toMatch(/rebuilt ≠ sent at byte \d+: .* \(block 5\.0, seq 5\)\n/)
    expect(ran.stdout).toContain('| "ill.')
    expect(ran.stdout).toContain('| "íll.')
    expect(ran.stdout).toContain("3 requests, 1 proved, 2 not what their record gives")
    expect([there.code, there.stdout]).toEqual([1, ran.stdout])
    const answer = await answered(`/v1/conversations/${record}/requests/${seqs[1]}/verify`)
    expect(proof.parse(await answer.json()).verdict).toMatchObject({
      is: "mismatch",
      cause: "entry-differs",
    })
  })

  it("of nobody's record are misuse", async () => {
    for (const args of [["nobody"], [record, "--url", "http://127.0.0.1:9"]]) {
      const ran = await run(...args)
      expect([args, ran.code, ran.stdout]).toEqual([args, 2, ""])
      expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
    }
  })
})
