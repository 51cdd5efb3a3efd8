import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import type { App } from "./app.ts"
import { ask } from "./ask.ts"
import { cards, closing, draft, field, question, said, send } from "./converse.ts"
import { type FakeProvider, fakeProvider } from "./fake/provider.ts"
import { spoken } from "./fake/scenes.ts"
import { expect, test, type Watch } from "./fixture.ts"

/** Live conversations that two processes share, of which one goes; and ones that are deleted while they run. */

/** A new conversation of an app, made by its interface. */
const conversation = async (app: App): Promise<string> => {
  const made = await ask(`${app.url}/v1/conversations`, { method: "POST" })
  return (JSON.parse(made.text) as { readonly id: string }).id
}

const say = async (app: App, id: string, text: string, target = "demo"): Promise<void> => {
  const body = Buffer.from(JSON.stringify({ text, to: { target } }))
  const headers = { "content-type": "application/json" }
  const answer = await ask(`${app.url}/v1/conversations/${id}/messages`, { method: "POST", headers, body })
  expect(answer.status, answer.text).toBe(202)
}

const open = async (page: Page, app: App, id: string): Promise<void> => {
  await page.goto(`${app.url}/r/${id}/chat`)
  await expect(field(page)).toBeFocused()
}

/** Of the usual app's origin, which these pages did not open, is nothing to complain of. */
const leave = async (page: Page, watched: Watch): Promise<void> => {
  await page.close()
  watched.complaints.length = 0
}

/** Settings of an app in which *Mine* is a fake provider's target. */
const mineAt = (provider: FakeProvider, data: string): Readonly<Record<string, string>> => {
  const url = provider.at("http://provider.example/v1/chat/completions")
  const targets = join(data, "targets.json")
  writeFileSync(targets, JSON.stringify({ mine: { like: "openai-compatible", label: "Mine", url } }))
  return { CROSSING_TARGETS: targets }
}

test("a page sees that the process that answered died, without a reload, and can go on", async ({
  start,
  data,
  page,
  watched,
}) => {
  const held = { text: "backslash", until: new Promise<void>(() => undefined) }
  const provider = await fakeProvider("chat", [
    { does: "hold", scene: spoken, before: [held] },
    { does: "stream", scene: spoken },
  ])
  const environment = mineAt(provider, data)
  const [near, far] = [await start({ data, environment }), await start({ data, environment })]
  const id = await conversation(near)
  await open(page, near, id)
  await say(far, id, question, "mine")
  await expect(draft(page)).toContainText("with a line")
  await page.reload()
  await expect(draft(page), "the store has it").toContainText("with a line")
  await far.end("SIGKILL")
  await expect(page.getByText("Interrupted: the process that asked ended")).toBeVisible()
  await expect(page.getByText("interrupted", { exact: true })).toHaveCount(1)
  await expect(draft(page)).toHaveCount(0)
  await expect(said(page, question)).toHaveCount(1)
  await page.getByRole("button", { name: "Ask again" }).press("Enter")
  await expect(page.getByText("backslash.")).toBeVisible()
  await expect(page.getByText("Interrupted: the process"), "gone back before it").toHaveCount(0)
  await provider.close()
  await leave(page, watched)
})

test("a record is deleted while another process answers in it, and nothing of it comes back", async ({
  start,
  data,
}) => {
  const [near, far] = [await start({ data }), await start({ data })]
  const id = await conversation(near)
  await say(far, id, question)
  await say(far, id, "And of zebras?")
  const deleted = await ask(`${near.url}/v1/conversations/${id}`, { method: "DELETE" })
  expect(deleted.status, deleted.text).toBe(200)
  for (const app of [near, far]) expect((await ask(`${app.url}/v1/conversations/${id}`)).status).toBe(404)
  expect(await far.end()).toBe(0)
  expect(far.said()).not.toContain("failed")
})

test("what waits for somebody else than is asked says for whom, and is answered by them", async ({
  start,
  data,
  page,
  watched,
}) => {
  const provider = await fakeProvider("chat", [{ does: "stream", scene: spoken }])
  const tools = join(data, "tools.json")
  writeFileSync(tools, JSON.stringify({ policies: { search_sessions: "ask" } })) // so that the first turn stays open
  const app = await start({ environment: { ...mineAt(provider, data), CROSSING_TOOLS: tools } })
  const id = await conversation(app)
  await open(page, app, id)
  await page.getByLabel("Whom to ask").selectOption("demo")
  await send(page, question)
  const call = page.getByRole("region", { name: "call of search_sessions" })
  await expect(call).toContainText("waits for you", { timeout: 40_000 })
  await page.getByLabel("Whom to ask").selectOption({ label: "Mine" })
  const taken = page.waitForResponse((answer) => answer.url().endsWith("/messages")) // before that, only the page knows of it
  await send(page, "And you?")
  await taken
  const waiting = cards(page).filter({ hasText: "And you?" })
  await expect(waiting).toContainText("waits for Mine")
  await page.reload()
  await expect(waiting).toContainText("waits for Mine")
  await call.getByRole("button", { name: "Allow" }).press("d")
  await expect(page.getByText(closing)).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText("with a line")).toBeVisible({ timeout: 40_000 })
  await expect(waiting).not.toContainText("waits")
  expect(provider.received).toHaveLength(1)
  await provider.close()
  await leave(page, watched)
})
