import { createHash } from "node:crypto"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crossing } from "#lib/cli/testing/run.ts"
import { targets } from "#lib/dialect/targets.ts"
import { post } from "./act.ts"
import { ask } from "./ask.ts"
import { expect, test } from "./fixture.ts"
import { everyday, noSamples, sample, type Transcript } from "./transcript.ts"

/** One projection, whoever asks for it: the same bytes over HTTP, on the command line, and beside the page's own digest. */

const printed = async (path: string, target: string): Promise<Buffer> =>
  Buffer.from((await crossing(["project", path, "--target", target])).stdout)

const fileOf = ({ name, bytes }: Transcript): string => {
  const path = join(mkdtempSync(join(tmpdir(), "crossing-wire-")), name)
  writeFileSync(path, bytes)
  return path
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

const compare = async (url: string, id: string, file: Transcript): Promise<void> => {
  for (const { id: target } of targets) {
    const answer = await ask(`${url}/v1/conversations/${encodeURIComponent(id)}/wire?target=${target}`)
    expect(answer.status, answer.text.slice(0, 300)).toBe(200)
    expect(answer.headers["x-content-sha256"]).toBe(sha256(answer.bytes))
    const own = await printed(fileOf(file), target)
    const line = own.at(-1) === 10 ? own.subarray(0, -1) : own
    expect(line.equals(answer.bytes), `${target}: HTTP and the command line give the same bytes`).toBe(true)
    const asked = { headers: { "if-none-match": String(answer.headers.etag) } }
    expect(
      (await ask(`${url}/v1/conversations/${encodeURIComponent(id)}/wire?target=${target}`, asked)).status,
    ).toBe(304)
  }
}

test("a session that ships", async ({ app, request }) => {
  test.setTimeout(120_000) // the command line starts once for each target
  const file = everyday()
  const [id = ""] = await post(request, file)
  await compare(app.url, id, file)
})

test("a real session", async ({ app, request }) => {
  test.setTimeout(120_000)
  const file = sample("claude-code/v2.1.47-image-progress-parallel.jsonl")
  test.skip(file === undefined, noSamples)
  if (file === undefined) return
  const [id = ""] = await post(request, file)
  await compare(app.url, id, file)
})

test("the page shows the digest of the bytes that HTTP gives", async ({ app, page }) => {
  const [id = ""] = await post(page.request, everyday())
  const answer = await ask(`${app.url}/v1/conversations/${encodeURIComponent(id)}/wire?target=anthropic`)
  await page.goto(`/r/${encodeURIComponent(id)}?target=anthropic`)
  await expect(page.getByTitle(new RegExp(`^${sha256(answer.bytes)}`))).toBeVisible()
})
