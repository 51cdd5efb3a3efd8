import { z } from "zod"
import { type Answer, ask, held } from "./ask.ts"
import { expect, test } from "./fixture.ts"
import { everyday } from "./transcript.ts"

/** What comes in over HTTP: refused in one sentence, or taken whole. */

const refusal = z.object({
  error: z.strictObject({ id: z.string(), message: z.string(), facts: z.record(z.string(), z.unknown()) }),
})

const isOneSentence = /^[^\n]{10,400}[.…]$/

const refused = (answer: Answer): string => {
  const { error } = refusal.parse(JSON.parse(answer.text))
  expect(error.message).toMatch(isOneSentence)
  expect(error.id).toMatch(/^[a-z]+(-[a-z0-9]+)*$/)
  return `${answer.status} ${error.id}`
}

const send = (url: string, body: Uint8Array | Iterable<Uint8Array>, name = "file.jsonl"): Promise<Answer> =>
  ask(`${url}/v1/import`, {
    method: "POST",
    headers: { "x-file-name": name, "content-type": "application/octet-stream" },
    body,
  })

test("files that nobody can read are refused, and leave nothing", async ({ fresh }) => {
  const cut = everyday().bytes.subarray(0, 90)
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  )
  const cases = [
    ["an empty file", Buffer.alloc(0)],
    ["blank lines", Buffer.from("\n \n\t\n")],
    ["a picture", Buffer.concat([png, Buffer.alloc(4000)])],
    ["truncated JSON", cut],
    ["a truncated document", Buffer.from('{"model":"m","messages":[{"role":"user","content":"hi"},{"role"')],
    ["another format", Buffer.from("date,amount\n2026-11-30,12\n")],
    ["other JSON", Buffer.from('{"hello":"world"}\n')],
  ] as const
  for (const [what, bytes] of cases) {
    const answer = await send(fresh.url, bytes)
    expect(answer.status, `${what}: ${answer.text}`).toBeGreaterThanOrEqual(400)
    expect(answer.status, what).toBeLessThan(500)
    refused(answer)
  }
  expect(await held(fresh.url)).toEqual([])
})

test("a bad line among good ones is kept as unread, and counted", async ({ fresh }) => {
  const { bytes } = everyday()
  const answer = await send(
    fresh.url,
    Buffer.concat([bytes, Buffer.from('{"type":"user","message":{"role":"us\n')]),
  )
  expect(answer.status, answer.text).toBe(200)
  const { file } = z
    .object({ file: z.object({ receipt: z.object({ read: z.int(), kept: z.int(), unread: z.int() }) }) })
    .parse(JSON.parse(answer.text))
  expect(file.receipt).toMatchObject({ read: 11, kept: 10, unread: 1 })
})

test("a line of 60 MB is taken, and the app goes on", async ({ fresh }) => {
  test.setTimeout(180_000)
  const head =
    '{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/home/dev","sessionId":"long-line","version":"2.1.47","type":"user","message":{"role":"user","content":"'
  const tail = '"},"uuid":"0c9e5a55-0000-4000-8000-000000000001","timestamp":"2026-11-30T09:00:00.000Z"}\n'
  const megabyte = Buffer.alloc(1_000_000, "word and word ")
  const answer = await send(fresh.url, [
    Buffer.from(head),
    ...Array.from({ length: 60 }, () => megabyte),
    Buffer.from(tail),
  ])
  expect(answer.status, answer.text.slice(0, 300)).toBe(200)
  const [record] = await held(fresh.url)
  const page = await ask(`${fresh.url}/v1/conversations/${record?.id}/messages`)
  expect(page.bytes.length).toBeGreaterThan(60_000_000)
  expect((await ask(`${fresh.url}/`)).status).toBe(200)
})

test("a file over MAX_IMPORT_BYTES is refused, told or not how long it is", async ({ start }) => {
  const app = await start({ environment: { MAX_IMPORT_BYTES: "1000" } })
  const { bytes } = everyday()
  expect(bytes.length).toBeGreaterThan(1000)
  expect(refused(await send(app.url, [bytes]))).toBe("413 body-too-large")
  const stated = await ask(`${app.url}/v1/import`, {
    method: "POST",
    headers: { "content-length": String(bytes.length) },
    body: bytes,
  })
  expect(refused(stated)).toBe("413 body-too-large")
  expect(await held(app.url)).toEqual([])
})

test("an upload that breaks off leaves nothing", async ({ fresh }) => {
  const { bytes } = everyday()
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, bytes.length - 200)
    await new Promise((resolve) => setTimeout(resolve, 300))
    throw new Error("gone")
  }
  const stated = { "content-length": String(bytes.length) }
  await Promise.race([
    ask(`${fresh.url}/v1/import`, { method: "POST", headers: stated, body: half(broken()) }).catch(
      () => undefined,
    ),
    new Promise((resolve) => setTimeout(resolve, 3000)),
  ])
  expect(await held(fresh.url)).toEqual([])
})

/** Ends quietly where its source fails: the request stays short of what it stated. */
async function* half(of: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* of
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
}

test("importing again adds nothing, and what has grown adds what is new", async ({ fresh }) => {
  const { bytes } = everyday()
  const lines = bytes
    .toString()
    .split("\n")
    .filter((line) => line !== "")
  const first = Buffer.from(`${lines.slice(0, 6).join("\n")}\n`)
  await send(fresh.url, first)
  const [before] = await held(fresh.url)
  await send(fresh.url, first)
  expect(await held(fresh.url)).toEqual([before])
  await send(fresh.url, bytes)
  const [after, ...more] = await held(fresh.url)
  expect(more).toEqual([])
  expect(after?.id).toBe(before?.id)
  expect(after?.head).toBeGreaterThan(before?.head ?? 0)
})

test.describe("who may ask", () => {
  test("another Host is refused", async ({ app }) => {
    expect(refused(await ask(`${app.url}/v1/conversations`, { headers: { host: "evil.example" } }))).toBe(
      "403 host-refused",
    )
    const page = await ask(app.url, { headers: { host: "evil.example", accept: "text/html" } })
    expect(page.status).toBe(403)
    expect(page.text).not.toContain("<script")
  })

  test("a page of another origin changes nothing", async ({ fresh }) => {
    const { bytes } = everyday()
    for (const origin of ["http://evil.example", "null", "http://127.0.0.1:1"]) {
      const answer = await ask(`${fresh.url}/v1/import`, { method: "POST", headers: { origin }, body: bytes })
      expect(refused(answer), origin).toBe("403 origin-refused")
      const created = await ask(`${fresh.url}/v1/conversations`, { method: "POST", headers: { origin } })
      expect(refused(created), origin).toBe("403 origin-refused")
    }
    expect(await held(fresh.url)).toEqual([])
  })

  test("unknown records and odd questions are refused in one sentence", async ({ app }) => {
    expect(refused(await ask(`${app.url}/v1/conversations/nobody`))).toBe("404 record-unknown")
    expect(refused(await ask(`${app.url}/v1/conversations/nobody/wire?target=openai`))).toBe(
      "404 record-unknown",
    )
    for (const query of ["limit=0", "limit=many", "nonsense=1", "cursor=%00"])
      expect(refused(await ask(`${app.url}/v1/conversations?${query}`)), query).toMatch(/^4\d\d /)
  })
})
