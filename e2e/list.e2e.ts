import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { awake, drop, openRecord, post, ready } from "./act.ts"
import type { App } from "./app.ts"
import { ask, held } from "./ask.ts"
import { test as base, expect } from "./fixture.ts"
import { claudeCode, everyday, type Transcript } from "./transcript.ts"

/** The list: what it begins with, how it is narrowed, and how a session leaves it. Each test has a store of its own. */

const test = base.extend({ baseURL: async ({ fresh }, use) => use(fresh.url) })

const rows = (page: Page) => page.locator("a[data-session]")

const openAiChat = (): Transcript => ({
  name: "chat.json",
  bytes: Buffer.from(
    JSON.stringify({
      model: "gpt-5.5",
      messages: [
        { role: "user", content: "A zebra asked." },
        { role: "assistant", content: "And was answered." },
      ],
    }),
  ),
})

test("an empty list says what to do next, and opens the session that ships", async ({ page }) => {
  await page.goto("/")
  await expect(page.getByText("No session is stored yet")).toBeVisible()
  await page.getByRole("button", { name: "Open the sample session" }).focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/r\/./)
  await ready(page)
  await page.keyboard.press("]")
  await expect(page.locator("li[aria-current=true]")).toBeVisible()
  await page.goto("/")
  await expect(rows(page)).not.toHaveCount(0)
})

test("words, format and model narrow it, by keyboard, and the address keeps it", async ({ page }) => {
  await post(page.request, everyday("11111111-aaaa-4aaa-8aaa-111111111111"))
  await post(page.request, openAiChat())
  await page.goto("/")
  await expect(rows(page)).toHaveCount(2)
  await awake(page)

  await page.keyboard.press("/")
  await page.keyboard.type("zebra")
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/q=zebra/)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole("searchbox")).toHaveValue("zebra")

  await page.goto("/")
  await page.getByLabel("format").selectOption("claude-code")
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/format=claude-code/)

  await page.goto("/?q=nothing-of-the-kind")
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByRole("link", { name: "Show all sessions" })).toBeVisible()
})

test("what crosses altered or dropped is a filter too", async ({ page }) => {
  const plain = claudeCode("22222222-bbbb-4bbb-8bbb-222222222222", [{ user: "Hello" }, { say: "Hello." }])
  await post(page.request, plain)
  await post(page.request, everyday("33333333-cccc-4ccc-8ccc-333333333333"))
  await page.goto("/?has=dropped")
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(/importer lose the last line|33333333/)
})

/** A record of its own target, which warns of what was stored. */
const forKimi = (): Transcript => {
  const lines = [
    { kind: "record", version: 1, id: "kimi-of-the-list", createdAt: null, title: "Asked of Kimi" },
    {
      seq: 1,
      id: "a",
      at: null,
      kind: "header",
      reason: "initial",
      target: { provider: "moonshot", dialect: "chat", model: "kimi-k2.6" },
      params: {},
    },
    {
      seq: 2,
      id: "b",
      at: null,
      kind: "message",
      role: "user",
      speaker: { kind: "human" },
      blocks: [{ kind: "text", text: "What is in the log?" }],
    },
    {
      seq: 3,
      id: "c",
      at: null,
      kind: "message",
      role: "assistant",
      speaker: { kind: "agent" },
      blocks: [{ kind: "tool-call", callId: "call_1", name: "read", arguments: "{}" }],
    },
  ]
  return {
    name: "kimi.crossing.jsonl",
    bytes: Buffer.from(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`),
  }
}

test("what the lint warns of is a filter too", async ({ page }) => {
  await post(
    page.request,
    claudeCode("44444444-dddd-4ddd-8ddd-444444444444", [{ user: "Hi" }, { say: "Hi." }]),
  )
  await post(page.request, forKimi())
  await page.goto("/?has=findings")
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText("Asked of Kimi")
})

test("j, k and Enter open a session", async ({ page }) => {
  await post(page.request, everyday())
  await post(page.request, everyday())
  await page.goto("/")
  await expect(rows(page)).toHaveCount(2)
  await awake(page)
  await page.keyboard.press("j")
  await page.keyboard.press("j")
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press("k")
  await expect(rows(page).nth(0)).toBeFocused()
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/r\/./)
})

test("a folder comes in with all that is in it, on one receipt", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "crossing-folder-"))
  mkdirSync(join(folder, "project", "deep"), { recursive: true })
  for (const [path, { bytes }] of [
    ["project/one.jsonl", everyday()],
    ["project/deep/two.json", openAiChat()],
    ["project/notes.txt", { bytes: Buffer.from("not a transcript\n") }],
  ] as const)
    writeFileSync(join(folder, path), bytes)
  await page.goto("/")
  await page.getByLabel("Folder to import").setInputFiles(join(folder, "project"))
  await page.waitForURL(/\/import\/./)
  await expect(page.getByText("3 files · 1 refused · 2 records")).toBeVisible()
  await expect(page.getByRole("region", { name: "project/notes.txt" })).toContainText("No importer")
  await page.goto("/")
  await expect(rows(page)).toHaveCount(2)
  rmSync(folder, { recursive: true })
})

test("a file that cannot be read is told in one sentence, and the list stays", async ({ page, watched }) => {
  await page.goto("/")
  await drop(page, [{ name: "cat.png", bytes: Buffer.alloc(3000, 0) }])
  await expect(page.getByRole("alert").filter({ hasText: "cat.png" })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(watched.complaints.every((each) => each.includes("status of 4"))).toBe(true)
  watched.complaints.length = 0
})

const counts = async (app: App, id: string) => {
  const { text } = await ask(`${app.url}/v1/conversations/${encodeURIComponent(id)}/entries?limit=1000`)
  return [...text.matchAll(/"seq":/g)].length
}

test("deleting says what goes, then it is gone; its source can come in again", async ({ page, fresh }) => {
  const file = everyday()
  const [id = ""] = await post(page.request, file)
  const [other = ""] = await post(page.request, everyday())
  const entries = await counts(fresh, id)
  await openRecord(page, id)
  await page.keyboard.press("Control+k")
  await page.keyboard.type("delete")
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("alertdialog")
  await expect(dialog).toContainText(`${entries} entries`)
  await dialog.getByRole("button", { name: "Keep it" }).press("Enter")
  await expect(dialog).toBeHidden()
  expect(await held(fresh.url)).toHaveLength(2)

  await page.keyboard.press("Control+k")
  await page.keyboard.type("delete")
  await page.keyboard.press("Enter")
  await dialog.getByRole("button", { name: "Delete", exact: true }).press("Enter")
  await page.waitForURL(/\/$/)
  await expect(rows(page)).toHaveCount(1)
  expect((await held(fresh.url)).map((record) => record.id)).toEqual([other])

  await post(page.request, file)
  expect(await held(fresh.url)).toHaveLength(2)
})
