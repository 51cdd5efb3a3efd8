import type { Page } from "@playwright/test"
import { type Reason, reasons } from "#lib/wire/reason.ts"
import { drop, focused, openRecord, post, ready, statusBar } from "./act.ts"
import { expect, test, watch } from "./fixture.ts"
import { everyday, linesOf, noSamples, sample, type Transcript } from "./transcript.ts"

/** From a file to a link that somebody else opens: the way the product is used, by keyboard from the drop on. */

const status = async (page: Page): Promise<string> => (await statusBar(page).textContent()) ?? ""

/** From difference to difference, until the status bar tells of a dropped thought; gives the reason it names. */
const seekDroppedThought = async (page: Page): Promise<Reason> => {
  for (let times = 0; times < 200; times++) {
    const before = await status(page)
    const [, found] = /dropped: (reasoning-[a-z]+?)(?=[A-Z])/.exec(before) ?? []
    if (found !== undefined) return found as Reason // the page prints what the table of reasons holds; checked by its caller
    await page.keyboard.press("]")
    await expect.poll(() => status(page), { intervals: [20, 50, 100] }).not.toBe(before)
    await expect(statusBar(page)).toContainText(/[≈×+] (altered|dropped|made)/)
  }
  throw new Error("No thought was dropped.")
}

const receiptOf = async (page: Page, file: Transcript): Promise<Readonly<Record<string, number>>> => {
  const region = page.getByRole("region", { name: file.name })
  const counts = region.locator("dl").first()
  const [values, names] = [
    await counts.locator("dd").allInnerTexts(),
    await counts.locator("dt").allInnerTexts(),
  ]
  return Object.fromEntries(names.map((name, at) => [name, Number((values[at] ?? "").replaceAll(/\D/g, ""))]))
}

type Found = { readonly block: string; readonly reason: Reason }

const travel = async (page: Page, file: Transcript): Promise<Found> => {
  await page.goto("/")
  await drop(page, [file])
  await page.waitForURL(/\/import\/./)
  const { read = 0, kept = 0, duplicate = 0, structural = 0, unread = 0 } = await receiptOf(page, file)
  expect(read).toBe(linesOf(file))
  expect(kept + duplicate + structural + unread).toBe(read)

  const link = page.getByRole("region", { name: file.name }).getByRole("link").first()
  for (
    let times = 0;
    times < 50 && !(await link.evaluate((element) => element === document.activeElement));
    times++
  )
    await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/r\/./)
  await ready(page)

  await page.keyboard.press("2")
  await expect(page).toHaveURL(/target=openai\b/)
  const reason = await seekDroppedThought(page)
  await expect(focused(page)).toHaveAttribute("data-how", "dropped")
  await expect(statusBar(page)).toContainText(reasons[reason])
  return { block: (await focused(page).getAttribute("data-id")) ?? "", reason }
}

const share = async (page: Page, { block, reason }: Found): Promise<void> => {
  await expect(page).toHaveURL(new RegExp(`block=${block.replace(".", "\\.")}`))
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 1280, height: 800 } })
  if (context === undefined) throw new Error("There is no browser to open another context in.")
  const { complaints } = watch(context, new URL(page.url()).origin)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(focused(other)).toHaveAttribute("data-id", block)
  await expect(focused(other)).toBeInViewport()
  await expect(statusBar(other)).toContainText(reason)
  expect(complaints).toEqual([])
  await context.close()
}

test("a session that ships: drop, receipt, a dropped thought and its reason, a link to it", async ({
  page,
}) => {
  await share(page, await travel(page, everyday()))
})

test("a real session: the same way", async ({ page }) => {
  const real = sample("claude-code/v2.1.2-summaries-cjk-parallel.jsonl")
  test.skip(real === undefined, noSamples)
  if (real === undefined) return
  await share(page, await travel(page, real))
})

test("another target changes what crosses, and the block in focus stays", async ({ page }) => {
  const [record = ""] = await post(page.request, everyday())
  await openRecord(page, record, "?target=openai&block=2.0")
  await expect(statusBar(page)).toContainText("reasoning-foreign")
  await page.keyboard.press("1")
  await expect(page).toHaveURL(/target=anthropic\b/)
  await expect(focused(page)).toHaveAttribute("data-id", "2.0")
  await expect(focused(page)).toHaveAttribute("data-how", "carried")
  await expect(statusBar(page)).toContainText("carried")
})
