import { readFileSync } from "node:fs"
import { z } from "zod"
import { components } from "#app/server/interface/answers.ts"
import { har } from "#lib/import/har.ts"
import { type Answer, ask } from "./ask.ts"
import { expect, test } from "./fixture.ts"

/** Captured traffic over HTTP and in pages: every byte of a request, and no secret that came with it. */

const sample = (path: string): Buffer =>
  readFileSync(new URL(`../lib/import/samples/${path}`, import.meta.url))
const archive = sample("har/harbour.har")

const post = (
  url: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => ask(url, { method: "POST", headers: { "x-file-name": "capture", ...headers }, body })

const imported = async (url: string, body: Uint8Array): Promise<readonly string[]> => {
  const answer = await post(`${url}/v1/import`, body)
  expect(answer.status, answer.text).toBe(200)
  const { file } = components.Imported.parse(JSON.parse(answer.text))
  return file.records.map(({ id }) => id)
}

const requestsOf = async (url: string, record: string) => {
  const answer = await ask(`${url}/v1/conversations/${record}/requests`)
  return components.Requests.parse(JSON.parse(answer.text)).requests
}

test("an archive's requests come back byte for byte, and pages show none of its secrets", async ({
  app,
  page,
}) => {
  const given = har.exchanges?.(archive.toString()).map(({ body }) => body) ?? []
  const [record = "", ...more] = await imported(app.url, archive)
  expect(more).toHaveLength(4)
  const requests = await requestsOf(app.url, record)
  expect(requests.map(({ sent }) => sent.by)).toEqual(["capture", "capture", "capture"])
  for (const { sent } of requests) {
    const body = await ask(`${app.url}/v1/conversations/${record}/requests/${sent.seq}/body`)
    expect(given).toContain(body.text)
    expect(body.bytes).toHaveLength(sent.length)
  }
  await page.goto(`${app.url}/r/${record}`)
  await expect(page.getByText("I look at the plan.").first()).toBeVisible()
  expect(await page.content()).not.toContain("SYNTHETIC-")
  const log = await ask(`${app.url}/v1/conversations/${record}/log`)
  const objects = log.text.split("\n").flatMap((line) => {
    const object = z.object({ base64: z.string() }).safeParse(line === "" ? {} : JSON.parse(line))
    return object.success ? [Buffer.from(object.data.base64, "base64").toString()] : []
  })
  expect(objects.join()).toContain("masked")
  expect(`${objects.join()}${log.text}`).not.toContain("SYNTHETIC-")
})

test("a capture of more than a proxy keeps is attached whole, and compared request by request", async ({
  fresh,
}) => {
  const [record = ""] = await imported(fresh.url, sample("claude-code/nightly-import.jsonl"))
  const padding = Buffer.from(`${JSON.stringify({ pad: "x".repeat(11 * 1024 * 1024) })}\n`)
  const trace = sample("claude-trace/nightly-import.jsonl")
  const at = `${fresh.url}/v1/conversations/${record}/captures`
  expect((await post(at, trace, { origin: "https://evil.example" })).status).toBe(403)
  const answer = await post(at, Buffer.concat([trace, padding]))
  expect(answer.status, answer.text).toBe(200)
  const told = components.Attached.parse(JSON.parse(answer.text))
  expect(told).toMatchObject({ record, requests: 6, known: 0, foreign: 1 })
  expect(told.attached).toHaveLength(5)
  for (const { seq } of told.attached) {
    const proof = await ask(`${fresh.url}/v1/conversations/${record}/requests/${seq}/verify`)
    expect(components.Proof.parse(JSON.parse(proof.text)).verdict).toMatchObject({
      is: "capture-differs",
      at: { byte: expect.any(Number) },
    })
  }
})

test("a capture is attached on the page of a record's requests, and says what became of it", async ({
  fresh,
  page,
  watched,
}) => {
  const [record = ""] = await imported(fresh.url, sample("claude-code/nightly-import.jsonl"))
  await page.goto(`${fresh.url}/r/${record}/requests`)
  const file = {
    name: "trace.jsonl",
    mimeType: "application/x-ndjson",
    buffer: sample("claude-trace/nightly-import.jsonl"),
  }
  const chosen = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Attach a capture" }).press("Enter")
  await (await chosen).setFiles(file)
  await expect(page.getByText("Attached 5 requests; 1 belong to no part of this record.")).toBeVisible()
  await expect(page.getByRole("row", { name: /captured/ })).toHaveCount(5)
  await page
    .getByLabel("A file of captured traffic")
    .setInputFiles({ ...file, buffer: Buffer.from("no traffic") })
  await expect(page.getByText("No importer knows the format of trace.jsonl")).toBeVisible()
  await page.close()
  watched.complaints.length = 0 // the page is another app's than the usual one, and one file was refused
})
