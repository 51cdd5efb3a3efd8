import type { Page } from "@playwright/test"
import { z } from "zod"
import { ask } from "./ask.ts"
import { isAccessible } from "./axe.ts"
import { saying, says } from "./fake/summaries.ts"
import { expect } from "./fixture.ts"
import { gate } from "./journeys/acts.ts"
import { targetFor, test } from "./journeys/cast.ts"
import { longSession, putRecord } from "./long-session.ts"

/** A compaction's summary, written by a model: on its page, and over HTTP. */

const writer = (page: Page) => page.getByRole("region", { name: "A summary by a model" })
const summary = (page: Page) => page.getByLabel("Summary", { exact: true })
const words = (page: Page) => page.getByRole("region", { name: "The summary as it is written" })

const open = async (page: Page, record: string): Promise<void> => {
  await page.goto(`/r/${encodeURIComponent(record)}/plan/compaction`)
  await expect(writer(page).getByLabel("Who writes the summary")).toBeVisible()
}

const json = async (url: string, body?: object): Promise<{ status: number; value: unknown }> => {
  const post = { method: "POST", headers: { "content-type": "application/json" } }
  const { status, text } = await ask(
    url,
    body === undefined ? {} : { ...post, body: Buffer.from(JSON.stringify(body)) },
  )
  return { status, value: JSON.parse(text) }
}

const newest = async (url: string): Promise<unknown> => {
  const { value } = await json(`${url}/entries?limit=1000`)
  return z
    .object({ entries: z.array(z.unknown()) })
    .parse(value)
    .entries.at(-1)
}

test("the demo writes it: its words come, land in the field, and are applied with its name", async ({
  page,
  app,
}) => {
  const record = await putRecord(app.data, "Written by the demo", longSession(4, 6))
  await open(page, record)
  await writer(page).getByLabel("Who writes the summary").selectOption("demo")
  await writer(page).getByRole("button", { name: "Write it" }).click()
  await expect(words(page)).toContainText("This summary is the demo’s")
  await isAccessible(page)
  await expect(summary(page)).toHaveValue(/^This summary is the demo’s[\s\S]*last line/, { timeout: 30_000 })
  await expect(writer(page)).toContainText("It is written, and you can edit it.")
  await isAccessible(page)
  await expect(page.getByRole("button", { name: "Apply" })).toBeEnabled({ timeout: 30_000 })
  await page.getByRole("button", { name: "Apply" }).click()
  await expect(page.getByText(/^Appended: entry \d+\.$/)).toBeVisible()
  expect(await newest(`${app.url}/v1/conversations/${record}`)).toMatchObject({
    kind: "compaction",
    by: { provider: "demo", model: "demo" },
    promptChars: expect.any(Number),
  })
  await writer(page).getByRole("link", { name: "its conversation" }).click()
  await expect(page.getByRole("heading", { name: "Summary of Written by the demo" })).toBeVisible()
})

test("it is stopped in the middle, and written anew in the same conversation", async ({
  page,
  app,
  play,
}) => {
  const held = gate()
  const scene = saying("It was about the import. Dates were shifted twice.")
  play("chat", [{ does: "hold", scene, before: [{ text: "[DONE]", until: held.isOpen }] }, says("All anew.")])
  const record = await putRecord(app.data, "Written by a model", longSession(4, 6))
  await open(page, record)
  await writer(page).getByLabel("Who writes the summary").selectOption(targetFor("chat").id)
  await writer(page).getByRole("button", { name: "Write it" }).click()
  await expect(words(page)).toHaveText("It was about the import. Dates were shifted twice.")
  await writer(page).getByRole("button", { name: "Stop" }).click()
  await expect(writer(page).getByRole("alert")).toContainText("The summary was stopped before its end")
  held.open()
  await expect(summary(page)).toHaveValue("")
  const conversation = await writer(page).getByRole("link", { name: "its conversation" }).getAttribute("href")
  await writer(page).getByRole("button", { name: "Write it anew" }).click()
  await expect(summary(page)).toHaveValue("All anew.")
  const again = writer(page).getByRole("link", { name: "its conversation" })
  await expect(again).toHaveAttribute("href", conversation ?? "")
})

const stated = z.object({ is: z.enum(["running", "failed", "written"]) }).loose()

test("a program asks for it, waits for it and applies it", async ({ app, play }) => {
  play("chat", [says("It was about the import."), says("", "end")])
  const record = await putRecord(app.data, "Asked for by a program", longSession(2, 3))
  const url = `${app.url}/v1/conversations/${record}`
  const to = { target: targetFor("chat").id }
  const asked = await json(`${url}/summaries`, { preserve: 4, to })
  expect(asked).toMatchObject({ status: 202, value: { head: expect.any(Number), prompt: { omitted: 0 } } })
  const { conversation, head } = z
    .object({ conversation: z.string(), head: z.int() })
    .loose()
    .parse(asked.value)
  const state = async (of: string) => stated.parse((await json(`${url}/summaries/${of}`)).value)
  await expect.poll(async () => (await state(conversation)).is, { timeout: 30_000 }).toBe("written")
  const { summary: text, by } = await state(conversation)
  expect(text).toBe("It was about the import.")
  const plan = { kind: "compaction", preserve: 4, summary: text, by }
  expect(await json(`${url}/plans/apply`, { plan, head })).toMatchObject({ status: 200 })
  expect(await newest(url)).toMatchObject({ kind: "compaction", by: { provider: "moonshot" } })

  const empty = await json(`${url}/summaries`, { preserve: 2, to })
  const failed = z.object({ conversation: z.string() }).loose().parse(empty.value).conversation
  await expect.poll(async () => (await state(failed)).is, { timeout: 30_000 }).toBe("failed")
  expect(await state(failed)).toMatchObject({ error: { id: "summary-failed" } })
  expect(await json(`${url}/summaries/${record}`)).toMatchObject({ status: 404 })
  expect(await json(`${url}/summaries`, { to, preserve: -1 })).toMatchObject({ status: 400 })
  expect(await json(`${url}/summaries`, { to, preserve: 1000 })).toMatchObject({ status: 422 })
})
