import type { Page } from "@playwright/test"
import type { App } from "./app.ts"
import { ask } from "./ask.ts"
import { cards, draft, field, question, said, send } from "./converse.ts"
import { expect, test } from "./fixture.ts"

/** Live conversations that two processes share, of which one goes; and ones that are deleted while they run. */

/** A new conversation of an app, made by its interface. */
const conversation = async (app: App): Promise<string> => {
  const made = await ask(`${app.url}/v1/conversations`, { method: "POST" })
  return (JSON.parse(made.text) as { readonly id: string }).id
}

const say = async (app: App, id: string, text: string): Promise<void> => {
  const body = Buffer.from(JSON.stringify({ text, to: { target: "demo" } }))
  const headers = { "content-type": "application/json" }
  const answer = await ask(`${app.url}/v1/conversations/${id}/messages`, { method: "POST", headers, body })
  expect(answer.status, answer.text).toBe(202)
}

const open = async (page: Page, app: App, id: string): Promise<void> => {
  await page.goto(`${app.url}/r/${id}/chat`)
  await expect(field(page)).toBeFocused()
}

test("a page sees that the process that answered died, without a reload, and can go on", async ({
  start,
  data,
  page,
  watched,
}) => {
  const [near, far] = [await start({ data }), await start({ data })]
  const id = await conversation(near)
  await open(page, near, id)
  await say(far, id, question)
  await expect(draft(page).getByText("reasoning")).toBeVisible()
  await far.end("SIGKILL")
  await expect(page.getByText("Interrupted: the process that asked ended")).toBeVisible()
  await expect(page.getByText("interrupted", { exact: true })).toHaveCount(1)
  await expect(draft(page)).toHaveCount(0)
  await expect(said(page, question)).toHaveCount(1)
  await page.getByRole("button", { name: "Ask again" }).press("Enter")
  await expect(draft(page)).toBeVisible()
  await expect(page.getByText("Interrupted: the process")).toHaveCount(1)
  watched.complaints.length = 0 // of the usual app's origin, which this page did not open
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

test("what waits for somebody else than is asked says for whom", async ({ start, data, page, watched }) => {
  const app = await start({ data, environment: { MISTRAL_API_KEY: "k" } })
  const id = await conversation(app)
  await open(page, app, id)
  await page.getByLabel("Whom to ask").selectOption("demo")
  await send(page, question)
  await expect(draft(page)).toBeVisible()
  await page.getByLabel("Whom to ask").selectOption({ value: "mistral" })
  await send(page, "And you?")
  await expect(cards(page).filter({ hasText: "And you?" })).toContainText(/waits for .*Mistral/)
  await page.reload()
  await expect(cards(page).filter({ hasText: "And you?" })).toContainText(/waits for .*Mistral/)
  watched.complaints.length = 0 // of the usual app's origin, which this page did not open
})
