import type { Page } from "@playwright/test"
import { agent, compaction, header, user } from "#lib/record/build.ts"
import { headerFor, type Panel } from "#lib/sent/testing/asked.ts"
import { panel } from "#lib/sent/testing/panel.ts"
import { answered, begin, question, send } from "./converse.ts"
import { isFit, widths } from "./fit.ts"
import { expect, test } from "./fixture.ts"
import { clock, eventful, knownTarget, putSession, shed } from "./sent-session.ts"

/** What crossed, request by request: compared, proved, opened, handed on. */

const rows = (page: Page) => page.locator("tr[data-seq]")
const row = (page: Page, n: number) => rows(page).nth(n - 1)
const status = (page: Page) => page.locator("footer").getByRole("status")
const pane = (page: Page, n: number) => page.getByRole("region", { name: `Request ${n}`, exact: true })

/** Opens a record's requests, and waits until all of them are compared. */
const open = async (page: Page, record: string, count: number, query = ""): Promise<void> => {
  await page.goto(`/r/${encodeURIComponent(record)}/requests${query}`)
  await expect(page.locator("tr[data-outcome]")).toHaveCount(count, { timeout: 20_000 })
}

test("a conversation in the panel: every request extends the one before, and every one is proved", async ({
  page,
}) => {
  await begin(page)
  await page.getByLabel("Whom to ask").selectOption("demo")
  await send(page, question)
  await answered(page)
  await page.getByRole("link", { name: "Requests" }).press("Enter")
  await page.waitForURL(/\/requests$/)
  await expect(page.locator("tr[data-outcome=first]")).toHaveCount(1)
  const count = await rows(page).count()
  expect(count).toBeGreaterThan(1)
  await expect(page.locator("tr[data-outcome=extension]")).toHaveCount(count - 1)
  await expect(page.getByText(`${count} of ${count} proved when sent`)).toBeVisible()
  await page.keyboard.press("Shift+V")
  await expect(page.getByText(`${count} of ${count} rebuilt = sent`)).toBeVisible()
  await page.keyboard.press("j")
  await page.keyboard.press("r")
  await expect(pane(page, 1)).toContainText("Every byte is the same.")
})

test("requests of a turn that runs elsewhere come by themselves", async ({ page, context }) => {
  await begin(page)
  await page.getByLabel("Whom to ask").selectOption("demo")
  const other = await context.newPage()
  await other.goto(page.url().replace(/chat$/, "requests"))
  await expect(other.getByText("No request of this record is stored")).toBeVisible()
  await send(page, question)
  await expect(other.locator("tr[data-outcome=first]")).toHaveCount(1)
  await answered(page)
  await expect(other.locator("tr[data-outcome=extension]")).toHaveCount(1)
  await expect(other.getByText("2 of 2 proved when sent")).toBeVisible()
})

/** Two requests, with something between them. */
const pair = (between: (on: Panel) => void): Panel => {
  const on = panel(knownTarget("anthropic"))
  on.log(headerFor(knownTarget("anthropic"), { system: clock(4), tools: shed }), user("Why does it fail?"))
  on.send()
  between(on)
  on.send()
  return on
}

const said = [agent("I look."), user("And now?")] as const
const byteOf = (on: Panel, words: string): number => Buffer.from(on.sent[1]?.bytes ?? []).indexOf(words)
const digits = (byte: number): string => byte.toLocaleString("en-US")

test("what cut a request is named, with the byte: a clock, tools in another order, another model, a compaction", async ({
  page,
  app,
}) => {
  const target = knownTarget("anthropic")
  const clocked = pair((on) => on.log(...said, headerFor(target, { system: clock(44), tools: shed })))
  const tools = [...shed].toReversed()
  const shuffled = pair((on) => on.log(...said, headerFor(target, { system: clock(4), tools })))
  const model = { provider: "anthropic", dialect: "messages", model: "model-2" }
  const switched = pair((on) => on.log(...said, header({ system: clock(4), tools: shed, target: model })))
  const summed = pair((on) => on.log(...said, compaction("It fails.", [2, 4]), user("Go on.")))
  const cases = [
    [clocked, `system changed, byte ${digits(byteOf(clocked, "44.\\n"))}`],
    [shuffled, `tools re-ordered, byte ${digits(byteOf(shuffled, "write_file"))}`],
    [switched, "target or model changed, byte "],
    [summed, "compaction of entries 2 – 4"],
  ] as const
  for (const [index, [on, words]] of cases.entries()) {
    const record = await putSession(app.data, on, `cut ${index}`)
    await open(page, record, 2)
    await expect(row(page, 2)).toContainText(words)
    await expect(row(page, 2)).toContainText("lost")
    await expect(row(page, 1)).not.toContainText("byte 0")
    await page.keyboard.press("Shift+V")
    await expect(page.getByText("2 of 2 rebuilt = sent")).toBeVisible()
  }
})

test("by keyboard: to what is not well, opened, held against another, verified, and handed on as a link", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  const record = await putSession(app.data, eventful(), "Nightly import fails")
  await open(page, record, 11)
  await page.keyboard.press("]")
  await expect(row(page, 5)).toHaveAttribute("aria-current", "true")
  await expect(status(page)).toContainText("tools re-ordered")
  await page.keyboard.press("]")
  await expect(row(page, 8)).toHaveAttribute("aria-current", "true")
  await expect(row(page, 8)).toContainText("extension, yet 0 read: time-to-live?")
  await page.keyboard.press("[")
  await page.keyboard.press("v")
  await expect(status(page)).toContainText("rebuilt = sent")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\?request=\d+$/)
  await expect(pane(page, 5)).toContainText("moved")
  await expect(pane(page, 5)).toContainText("First difference in tools")
  await page.keyboard.press("k")
  await expect(pane(page, 4)).toContainText("Nothing of it changed")
  await page.keyboard.press("j")
  await page.keyboard.press("d")
  const choice = page.getByLabel("Against")
  await expect(choice).toBeFocused()
  await choice.press("ArrowUp")
  await expect(page).toHaveURL(/&with=\d+$/)
  await expect(pane(page, 5)).toContainText("request 3 · ")
  const shown = await pane(page, 5).getByRole("list").last().textContent()
  const context = await browser.newContext({ baseURL: baseURL ?? "" })
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(pane(other, 5)).toContainText("request 3 · ")
  expect(await pane(other, 5).getByRole("list").last().textContent()).toBe(shown)
  await context.close()
  await choice.press("Escape")
  await page.keyboard.press("Escape")
  await expect(pane(page, 5)).toHaveCount(0)
  await page.keyboard.press("?")
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("verify all")
})

test("each sort of request is a filter that the URL keeps", async ({ page, app }) => {
  const record = await putSession(app.data, eventful(), "Filtered")
  await open(page, record, 11)
  await page.getByRole("button", { name: "3 cut" }).press("Enter")
  await expect(page).toHaveURL(/\?only=cut$/)
  await expect(rows(page)).toHaveCount(3)
  await page.reload()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole("button", { name: "1 unexplained" }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(rows(page)).toHaveCount(3)
})

for (const width of widths)
  test(`it is fit for everybody, closed and open, ${width} wide`, async ({ page, app }) => {
    test.setTimeout(120_000)
    const record = await putSession(app.data, eventful(), `Fit ${width}`)
    await page.setViewportSize({ width, height: 800 })
    await open(page, record, 11)
    await isFit(page)
    await row(page, 9).getByRole("link").press("Enter")
    await expect(pane(page, 9)).toContainText("removed")
    await isFit(page)
  })

test("a record without requests says so, and where they come from", async ({ page }) => {
  await begin(page)
  await page.goto(page.url().replace(/\/chat$/, "/requests"))
  await expect(page.getByText("No request of this record is stored")).toBeVisible()
})
