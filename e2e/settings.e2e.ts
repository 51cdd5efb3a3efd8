import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { crossing } from "#lib/cli/testing/run.ts"
import { post } from "./act.ts"
import type { App } from "./app.ts"
import { ask } from "./ask.ts"
import { expect, test } from "./fixture.ts"
import { everyday } from "./transcript.ts"

/** How targets are used here: keys that go in and never come out, addresses, models, parameters. */

const key = "sk-e2e-Zq7Xw9Jk2Lm4Np6Rs8Tv"
/** Stretches of it, none of which may be met anywhere. */
const parts = [key, key.slice(0, 9), key.slice(-6), key.slice(8, 16)]

const open = async (page: Page, target: string, app?: App): Promise<void> => {
  await page.goto(`${app?.url ?? ""}/settings?target=${target}`)
  await page.waitForLoadState("networkidle")
}
const cell = (page: Page, target: string) => page.locator(`tr[data-target="${target}"] td`).first()
const keyForm = (page: Page) => page.getByRole("form", { name: /^Key of/ })
const requests = (page: Page) => page.getByRole("form", { name: /^Requests to/ })
const field = (page: Page, name: string) => requests(page).getByLabel(name, { exact: true })
const save = async (page: Page): Promise<void> => {
  await requests(page).getByRole("button", { name: "Save" }).click()
  await expect(requests(page).getByText("The settings are stored.")).toBeVisible()
}

const holds = (bytes: Buffer, wanted = parts): boolean => wanted.some((part) => bytes.includes(part))

const filesWith = (folder: string, wanted = parts): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => holds(readFileSync(path), wanted))

const exported = async (data: string): Promise<Buffer> => {
  const environment = { CROSSING_DATA: data, DATABASE_URL: "" }
  return Buffer.from((await crossing(["export", "--all", "--whole"], { environment })).stdout)
}

test("a key is stored, replaced and removed, and nothing of it is ever met again", async ({ page, app }) => {
  const answers: Promise<Buffer>[] = []
  page.on("response", (answer) => answers.push(answer.body().catch(() => Buffer.of())))
  await post(page.request, everyday())
  await open(page, "openai")
  await expect(cell(page, "openai")).toHaveText("missing")

  await keyForm(page).getByLabel("Key", { exact: true }).fill(key)
  await page.keyboard.press("Enter")
  await expect(keyForm(page).getByText("The key is stored.")).toBeVisible()
  await expect(cell(page, "openai")).toHaveText("stored")
  await expect(keyForm(page).getByLabel("Another key")).toHaveValue("")

  await page.reload()
  await expect(cell(page, "openai")).toHaveText("stored")
  await expect(keyForm(page).getByLabel("Another key")).toHaveValue("")
  expect(holds(Buffer.from(await page.content()))).toBe(false)
  expect((await Promise.all(answers)).filter((answer) => holds(answer))).toEqual([])
  expect(answers.length).toBeGreaterThan(5)
  expect(holds(Buffer.from(app.said()))).toBe(false)
  const log = await exported(app.data)
  expect(log.includes('"kind":"record"')).toBe(true)
  expect(holds(log)).toBe(false)
  expect(filesWith(app.data)).toEqual([])
  expect(filesWith(app.data, ["openai"])).not.toEqual([])

  await page.waitForLoadState("networkidle")
  await keyForm(page).getByLabel("Another key").fill(`${key}-2`)
  await keyForm(page).getByRole("button", { name: "Replace key" }).click()
  await expect(keyForm(page).getByText("The key is stored.")).toBeVisible()
  await keyForm(page).getByRole("button", { name: "Remove key" }).click()
  await expect(cell(page, "openai")).toHaveText("missing")
  await expect(keyForm(page).getByRole("button", { name: "Remove key" })).toHaveCount(0)
})

test("a key of the environment is named by its variable, and without SECRET_KEY none is stored", async ({
  page,
  start,
  watched,
}) => {
  const app = await start({ environment: { ANTHROPIC_API_KEY: key } })
  await open(page, "anthropic", app)
  await expect(cell(page, "anthropic")).toHaveText("ANTHROPIC_API_KEY")
  await expect(cell(page, "claude-prompt")).toHaveText("ANTHROPIC_API_KEY")
  await expect(cell(page, "openai")).toHaveText("missing")
  await expect(keyForm(page)).toContainText("SECRET_KEY")
  await expect(keyForm(page).locator("input")).toHaveCount(0)
  expect(holds(Buffer.from(await page.content()))).toBe(false)
  watched.complaints.length = 0 // this app is not the one that is watched
})

test("another SECRET_KEY is said plainly, and the key can be set again", async ({
  page,
  data,
  start,
  watched,
}) => {
  const first = await start({ data, environment: { SECRET_KEY: "the first secret key" } })
  await open(page, "xai", first)
  await keyForm(page).getByLabel("Key", { exact: true }).fill(key)
  await page.keyboard.press("Enter")
  await expect(cell(page, "xai")).toHaveText("stored")
  await first.end()

  const second = await start({ data, environment: { SECRET_KEY: "the second secret key" } })
  await open(page, "xai", second)
  await expect(cell(page, "xai")).toHaveText("stored, unusable")
  await expect(keyForm(page)).toContainText("does not open with this SECRET_KEY")
  await keyForm(page).getByLabel("Another key").fill(key)
  await page.keyboard.press("Enter")
  await expect(cell(page, "xai")).toHaveText("stored")
  watched.complaints.length = 0 // these apps are not the one that is watched
})

test("a SECRET_KEY that is too short does not start, and is not repeated", async ({ start }) => {
  const failed = await start({ environment: { SECRET_KEY: "tooshort" } }).then(
    () => "it started",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  )
  expect(failed).toContain("ended with 2")
  expect(failed).toContain("SECRET_KEY")
  expect(failed).not.toContain("tooshort")
})

test("address, model and parameters are stored, shown, and given back to the target's own", async ({
  page,
}) => {
  await open(page, "anthropic")
  await field(page, "base URL").fill("http://127.0.0.1:4000/v1/messages")
  await field(page, "model").fill("claude-x")
  await field(page, "maxTokens").fill("1000")
  await field(page, "thinking").selectOption("enabled")
  await field(page, "thinking.budget").fill("2000")
  await field(page, "stop").fill("END")
  await field(page, "extra").fill('{"seed": 1}')
  await expect(requests(page)).toContainText("Of a window of 1,000,000 tokens")
  await field(page, "compact at %").fill("80")
  await save(page)
  const row = page.locator('tr[data-target="anthropic"]')
  await expect(row).toContainText("http://127.0.0.1:4000")
  await expect(row).toContainText("claude-x")
  await expect(row).toContainText('maxTokens 1000 · stop ["END"] · thinking {"mode":"enabled","budget":2000}')

  await page.reload()
  await expect(field(page, "base URL")).toHaveValue("http://127.0.0.1:4000")
  await expect(field(page, "thinking")).toHaveValue("enabled")
  await expect(field(page, "stop")).toHaveValue("END")
  await expect(field(page, "extra")).toHaveValue('{"seed": 1}')
  await expect(field(page, "compact at %")).toHaveValue("80")

  await page.waitForLoadState("networkidle")
  for (const name of ["base URL", "model", "maxTokens", "thinking.budget", "stop", "extra", "compact at %"])
    await field(page, name).fill("")
  await field(page, "thinking").selectOption("")
  await save(page)
  await expect(row).toContainText("https://api.anthropic.com")
  await expect(row).not.toContainText("maxTokens")
})

test("what does not fit is refused by its field, and stays to be mended", async ({ page }) => {
  await open(page, "mistral")
  await field(page, "extra").fill("[1]")
  await field(page, "model").fill("m-x")
  await requests(page).getByRole("button", { name: "Save" }).click()
  await expect(requests(page).getByRole("alert")).toContainText("extra")
  await expect(field(page, "extra")).toHaveValue("[1]")
  await field(page, "extra").fill("")
  await field(page, "base URL").fill("http://me:hunter2@localhost/v1")
  await requests(page).getByRole("button", { name: "Save" }).click()
  await expect(requests(page).getByRole("alert")).toContainText("holds a user or a password")
  await page.reload()
  await expect(page.locator('tr[data-target="mistral"]')).not.toContainText("m-x")
})

test("models are those that the server lists, and its refusal is shown in its words", async ({ page }) => {
  let isOpen = true
  const server = createServer((request, response) => {
    if (request.url !== "/v1/models") response.writeHead(404).end()
    else if (isOpen) response.end(JSON.stringify({ data: [{ id: "small" }, { id: "large" }] }))
    else response.writeHead(503).end(JSON.stringify({ error: { message: "the house is full" } }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  await open(page, "openai-compatible")
  await expect(cell(page, "openai-compatible")).toHaveText("none needed")
  await field(page, "base URL").fill(`http://127.0.0.1:${port}/v1`)
  await save(page)
  await requests(page).getByRole("button", { name: "List models" }).click()
  await expect(requests(page).getByText("2 models to choose from.")).toBeVisible()
  await expect(page.locator("datalist#models option")).toHaveCount(2)
  await field(page, "model").fill("large")
  await save(page)
  await expect(page.locator('tr[data-target="openai-compatible"]')).toContainText("large")
  isOpen = false
  await requests(page).getByRole("button", { name: "List models" }).click()
  await expect(requests(page).getByRole("alert")).toContainText("503: the house is full")
  await new Promise((resolve) => server.close(resolve))
})

test("the page opens from the bar, and keys choose a target", async ({ page }) => {
  await page.goto("/")
  await page.getByRole("link", { name: "Settings", exact: true }).press("Enter")
  await expect(page).toHaveURL(/\/settings$/)
  await page.waitForLoadState("networkidle")
  await expect(page.getByRole("region", { name: "Settings of anthropic" })).toBeVisible()
  await page.keyboard.press("j")
  await expect(page.getByRole("region", { name: "Settings of openai", exact: true })).toBeVisible()
  await expect(page).toHaveURL(/target=openai$/)
  await page.keyboard.press("8")
  await expect(page.getByRole("region", { name: "Settings of gemini" })).toBeVisible()
  await page.keyboard.press("k")
  await expect(page.getByRole("region", { name: "Settings of bedrock" })).toBeVisible()
  await page.locator('tr[data-target="ollama"] a').press("Enter")
  await expect(page.getByRole("region", { name: "Settings of ollama" })).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(page.locator(":focus")).toBeVisible()
})

test("a page of another origin changes nothing", async ({ app }) => {
  const refused = await ask(`${app.url}/settings`, {
    method: "POST",
    headers: { origin: "http://evil.example", "next-action": "00", "content-type": "text/plain" },
    body: Buffer.from("[]"),
  })
  expect(refused.status).toBe(403)
})
