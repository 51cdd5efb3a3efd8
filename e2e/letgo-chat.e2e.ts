import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { answer, compaction, replacement } from "#lib/record/build.ts"
import { answered, field, question, said, send, standing } from "./converse.ts"
import { expect, test } from "./fixture.ts"
import { at, stored, talk, wireOf } from "./talk.ts"

/** Going back, forking and taking back in a chat, by keyboard; what is let go stays where it stood. */

const plan = (page: Page) => page.getByRole("alertdialog")
const pane = (page: Page) => page.getByRole("region", { name: "Conversation" })
const letGo = (page: Page) => pane(page).getByRole("button", { name: /let go by/ })

const open = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/r/${encodeURIComponent(id)}/chat`)
  await expect(field(page)).toBeFocused()
}

/** Goes to the message of an entry by keyboard, from the end of the conversation. */
const reach = async (page: Page, seq: number): Promise<void> => {
  await pane(page).focus()
  for (let steps = 0; steps < 20; steps++) {
    await page.keyboard.press("k")
    if ((await page.locator(`li[data-seq="${seq}"]:focus`).count()) === 1) return
  }
  throw new Error(`Entry ${seq} was not reached.`)
}

const ask = async (page: Page, key: string): Promise<void> => {
  await page.keyboard.press(key)
  await expect(plan(page).getByRole("heading", { name: "What crosses" })).toBeVisible()
  await expect(plan(page).locator(":focus")).toHaveCount(1)
}

test("going back to a message folds what came behind it, here and in a second tab, until it is taken back", async ({
  page,
  context,
}) => {
  const id = await stored(page.request)
  const before = await wireOf(page.request, id)
  await open(page, id)
  const whole = await standing(page)
  const other = await context.newPage()
  await open(other, id)
  await reach(page, 5)
  await ask(page, "r")
  await expect(plan(page)).toContainText("Go back to entry 5")
  await page.keyboard.press("Enter")
  for (const tab of [page, other]) {
    await expect(letGo(tab)).toHaveText(/6 messages let go by going back to entry 5/)
    await expect(said(tab, "Mend it.")).toHaveCount(0)
  }
  await expect(page.getByText("Went back to entry 5: 6 messages let go by entry 12.")).toBeVisible()
  const followed = await standing(other)
  await other.reload()
  await expect(letGo(other)).toHaveCount(1)
  expect(await standing(other)).toEqual(followed)
  await letGo(other).press("Enter")
  await expect(said(other, "Mend it.")).toBeVisible()
  await expect(other.getByRole("region", { name: "call of bash" })).toContainText("answered")
  await expect(
    other.getByRole("list", { name: /let go/ }).getByRole("button", { name: /Edit|Go back/ }),
  ).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Undo" }).last()).toBeFocused()
  await ask(page, "u")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Took entry 12 back by entry 13.")).toBeVisible()
  for (const tab of [page, other]) await expect.poll(() => standing(tab)).toEqual(whole) // both follow the record
  expect(await wireOf(page.request, id)).toBe(before)
})

test("a reply with calls is gone back to with all its results", async ({ page }) => {
  const id = await stored(page.request)
  await open(page, id)
  await reach(page, 7)
  await ask(page, "r")
  await expect(plan(page)).toContainText("go: 3 messages (9–11)")
  await page.keyboard.press("Escape")
  await expect(page.locator('li[data-seq="7"]')).toBeFocused()
})

test("going back to before a message puts its words where they can be written anew", async ({ page }) => {
  const id = await stored(page.request)
  await open(page, id)
  await page.keyboard.type("Half a thought")
  await reach(page, 6)
  await ask(page, "Shift+R")
  await page.keyboard.press("Enter")
  await expect(field(page)).toHaveValue("Mend it.")
  await expect(field(page)).toBeFocused()
  await expect(letGo(page)).toHaveText(/6 messages let go by going back to before entry 6/)
  await field(page).fill("12?")
  await page.keyboard.press("Enter")
  await expect(field(page)).toHaveValue("Half a thought")
  await expect(page.getByText("a script that shows how an answer streams")).toBeVisible({ timeout: 40_000 })
})

test("the menu of a message has the same acts, and a fork opens as a chat", async ({ page }) => {
  const id = await stored(page.request)
  await open(page, id)
  await page.getByRole("button", { name: "Go back, or fork, at entry 6" }).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("menuitem")).toHaveText([
    /^Go back to here/,
    /^Go back to before this, and write it anew/,
    /^Fork from here/,
  ])
  await page.keyboard.press("End")
  await page.keyboard.press("Enter")
  await expect(plan(page)).toContainText("Fork from entry 6")
  await expect(plan(page).getByRole("heading", { name: "What crosses" })).toBeVisible()
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => /^\/r\/[^/]+\/chat$/.test(url.pathname) && !url.pathname.includes(id))
  await expect(said(page, "Mend it.")).toBeVisible()
  await expect(page.getByText("They pass")).toHaveCount(0)
})

test("what a summary covers and what was cleared open in place, and are taken back from there", async ({
  page,
}) => {
  const cleared = replacement("8.0", answer("b", "[The result was cleared]"))
  const id = await stored(page.request, [...talk, compaction("They looked at the reader.", [2, 5]), cleared])
  await open(page, id)
  await expect(said(page, "Why does the importer")).toHaveCount(0)
  const covered = page.getByRole("button", { name: "The summary stands for 4 messages" })
  await covered.press("Enter")
  await expect(said(page, "Why does the importer")).toBeVisible()
  const call = page.getByRole("region", { name: "call of bash" })
  await expect(call).toContainText("[The result was cleared]")
  await expect(call).not.toContainText("12 passed")
  await call.getByRole("button", { name: "Cleared by entry 13" }).press("Enter")
  await expect(call).toContainText("12 passed")
  await reach(page, 7)
  await ask(page, "u")
  await page.keyboard.press("Enter")
  await expect(call).not.toContainText("[The result was cleared]")
  await reach(page, 12)
  await ask(page, "u")
  await expect(plan(page)).toContainText("come back: 4 messages (2–5)")
  await page.keyboard.press("Enter")
  await expect(covered).toHaveCount(0)
  await expect(said(page, "Why does the importer")).toBeVisible()
})

test("while a turn runs an act is refused with what to do next", async ({ start, data, page, watched }) => {
  const tools = join(data, "tools.json")
  writeFileSync(tools, JSON.stringify({ policies: { search_sessions: "ask" } })) // so that the turn stays open
  const app = await start({ environment: { CROSSING_TOOLS: tools } })
  await page.goto(app.url)
  await page.getByRole("button", { name: "New conversation" }).click()
  await page.waitForURL(/\/chat$/)
  await send(page, question)
  const call = page.getByRole("region", { name: "call of search_sessions" })
  await expect(call).toContainText("waits for you", { timeout: 40_000 })
  const [first] = await page.locator("li[data-seq]").all()
  await first?.focus()
  await ask(page, "r")
  await page.keyboard.press("Enter")
  await expect(plan(page).getByRole("alert")).toContainText("stop it, or let it end, and try again")
  await page.keyboard.press("Escape")
  await expect(call, "the turn goes on").toContainText("waits for you")
  await call.getByRole("button", { name: "Allow" }).click()
  await answered(page)
  await first?.focus()
  await ask(page, "r")
  await page.keyboard.press("Enter")
  await expect(letGo(page)).toBeVisible()
  await page.close()
  watched.complaints.length = 0 // of the usual app's origin, which this page did not open
})

test("a fork of an unfinished turn runs nothing", async ({ page }) => {
  const id = await stored(page.request, [...talk, { kind: "turn", turn: 1, phase: "start" }])
  const data = { plan: { kind: "fork", through: 12 }, head: 12 }
  const forked = (await (await page.request.post(at(id, "plans/apply"), { data })).json()) as {
    record: string
  }
  await open(page, forked.record)
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0)
  await send(page, "12?")
  await expect(page.getByText("a script that shows how an answer streams")).toBeVisible({ timeout: 40_000 })
})
