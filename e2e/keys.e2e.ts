import { focused, openRecord, post, statusBar } from "./act.ts"
import { expect, test } from "./fixture.ts"
import { everyday } from "./transcript.ts"

/** The inspector by keyboard, and its state in the address. */

const opened = async (
  page: import("@playwright/test").Page,
  query = "?target=anthropic",
): Promise<string> => {
  const [id = ""] = await post(page.request, everyday())
  await openRecord(page, id, query)
  return id
}

test("gg and G go to the ends, j and k step, and what is in focus is in sight", async ({ page }) => {
  await opened(page)
  await page.keyboard.press("Shift+G")
  await expect(focused(page)).toBeInViewport()
  const last = await focused(page).getAttribute("aria-posinset")
  expect(last).toBe(await focused(page).getAttribute("aria-setsize"))
  await page.keyboard.press("k")
  await expect(focused(page)).toHaveAttribute("aria-posinset", String(Number(last) - 1))
  await page.keyboard.press("g")
  await page.keyboard.press("g")
  await expect(focused(page)).toHaveAttribute("aria-posinset", "1")
  await page.keyboard.press("j")
  await expect(focused(page)).toHaveAttribute("aria-posinset", "2")
  await expect(focused(page)).toBeFocused()
})

test("t jumps from a call to its result and back", async ({ page }) => {
  await opened(page, "?target=anthropic&block=4.0")
  await page.keyboard.press("t")
  await expect(focused(page)).toHaveAttribute("data-id", "5.0")
  await page.keyboard.press("t")
  await expect(focused(page)).toHaveAttribute("data-id", "4.0")
})

test("an unanswered call faces a made answer", async ({ page }) => {
  await opened(page, "?target=anthropic&filter=reason:call-unanswered")
  await page.keyboard.press("j")
  await expect(focused(page)).toHaveAttribute("data-how", "made")
  await expect(statusBar(page)).toContainText("made: call-unanswered")
})

test("keys stand down while a filter is typed, and Escape gives all rows back", async ({ page }) => {
  await opened(page)
  const all = await page.locator("li[aria-setsize]").first().getAttribute("aria-setsize")
  await page.keyboard.press("/")
  await page.keyboard.type("kind:reasoning")
  await expect(page.locator("li[data-role=thought]")).toHaveCount(2)
  await expect(page).toHaveURL(/filter=kind%3Areasoning/)
  await page.keyboard.press("Escape")
  await expect(page.locator("li[aria-setsize]").first()).toHaveAttribute("aria-setsize", all ?? "")
})

test("o turns to the wire's order and back, and the address says so", async ({ page }) => {
  await opened(page)
  await page.keyboard.press("o")
  await expect(page).toHaveURL(/order=wire/)
  await page.reload()
  await expect(page.getByRole("region", { name: /wire/ })).toBeVisible()
  await page.keyboard.press("o")
  await expect(page).not.toHaveURL(/order=wire/)
})

test("back and forward go through what was shown", async ({ page }) => {
  await opened(page)
  await page.keyboard.press("2")
  await expect(page).toHaveURL(/target=openai\b/)
  await page.goBack()
  await expect(page).toHaveURL(/target=anthropic/)
  await page.goForward()
  await expect(page).toHaveURL(/target=openai\b/)
})

test("as of an entry, what came later is gone, and the wire is the one of then", async ({ page, app }) => {
  const id = await opened(page, "?target=anthropic&asOf=3")
  await expect(page.locator('li[data-id="3.0"]')).toBeVisible()
  await expect(page.locator('li[data-id="4.0"]')).toHaveCount(0)
  const wire = await page.request.get(
    `${app.url}/v1/conversations/${encodeURIComponent(id)}/wire?target=anthropic&asOf=3`,
  )
  await expect(page.getByTitle(new RegExp(`^${wire.headers()["x-content-sha256"]}`))).toBeVisible()
})

test("raw shows the stored text character for character", async ({ page }) => {
  await opened(page, "?target=anthropic&block=9.0")
  await page.keyboard.press(".")
  await expect(focused(page)).toContainText("grüße, 你好 👋")
})
