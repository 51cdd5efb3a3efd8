import type { Page } from "@playwright/test"
import { z } from "zod"
import { post } from "./act.ts"
import { ask } from "./ask.ts"
import { answered, closing, draft, send } from "./converse.ts"
import { saying, says } from "./fake/summaries.ts"
import { isFit } from "./fit.ts"
import { expect } from "./fixture.ts"
import { gate } from "./journeys/acts.ts"
import { targetFor, test } from "./journeys/cast.ts"
import { longSession, putRecord } from "./long-session.ts"
import { apply, compared, summary, wire, wireOf } from "./plan-page.ts"
import { noSamples, sample } from "./transcript.ts"

/** A compaction's summary, written by a model: on its page, and over HTTP. */

const writer = (page: Page) => page.getByRole("region", { name: "A summary by a model" })
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
  await isFit(page)
  await expect(summary(page)).toHaveValue(/^This summary is the demo’s[\s\S]*last line/, { timeout: 30_000 })
  await expect(writer(page)).toContainText("It is written, and you can edit it.")
  await isFit(page)
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

test("a real long session is compacted by the demo, talked on with, and taken back", async ({
  page,
  app,
}) => {
  const real = sample("claude-code/v2.1.219-compact-preserved-segment.jsonl")
  test.skip(real === undefined, noSamples)
  if (real === undefined) return
  test.setTimeout(180_000)
  const [record = ""] = await post(page.request, real)
  await page.goto(`/r/${record}/chat`)
  await page.getByLabel("Whom to ask").selectOption("demo")
  await send(page, "Which sessions speak of elephants?")
  await answered(page)
  const before = await wireOf(app, record)

  await open(page, record)
  await writer(page).getByLabel("Who writes the summary").selectOption("demo")
  await writer(page).getByRole("button", { name: "Write it" }).click()
  await expect(summary(page)).toHaveValue(/^This summary is the demo’s[\s\S]*last line/, { timeout: 60_000 })
  await compared(page)
  await expect(wire(page)).toContainText("lose their cache")
  await apply(page).click()
  await expect(page.getByText(/^Appended: entry \d+\.$/)).toBeVisible()
  expect((await wireOf(app, record)).length).toBeLessThan(before.length / 10)

  await page.goto(`/r/${record}/chat`)
  await send(page, "And of giraffes?")
  await expect(page.getByText(closing)).toHaveCount(2, { timeout: 60_000 })
  await expect(draft(page)).toHaveCount(0)
  await page.goto(`/r/${record}/requests`)
  await expect(page.locator("tr[data-outcome=cut]")).toContainText("compaction of entries", {
    timeout: 60_000,
  })

  await page.goto(`/r/${record}/plan`)
  await page
    .getByRole("region", { name: "Acts in force" })
    .getByRole("link", { name: /compaction/ })
    .first() // the newest; its source had compacted it before
    .click()
  await compared(page)
  await apply(page).click()
  await expect(page.getByText(/^Appended: entry \d+\.$/)).toBeVisible()
  const history = before.slice(0, before.lastIndexOf(closing)) // what was made behind the last reply is not there now
  expect(history.length).toBeGreaterThan(500_000)
  expect((await wireOf(app, record)).startsWith(history)).toBe(true)
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
