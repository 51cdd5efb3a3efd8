import type { Page } from "@playwright/test"
import { focused, openRecord, post, statusBar } from "./act.ts"
import { expect, test } from "./fixture.ts"
import { everyday } from "./transcript.ts"

/** What the lint says of a record's own wires: beside the counts, at the rows, in the status bar, and as a filter. */

const warnings = (page: Page) => page.getByRole("button", { name: /^\d+ warnings?$/ })
const marks = (page: Page) => page.getByRole("listitem").getByRole("button", { name: /^warning: / })

const opened = async (page: Page, query: string): Promise<string> => {
  const [id = ""] = await post(page.request, everyday())
  await openRecord(page, id, query)
  return id
}

test("they come after the rows, counted beside the crossings, and the count is a filter", async ({
  page,
}) => {
  await opened(page, "?target=kimi")
  await expect(warnings(page)).toHaveText("2 warnings")
  await expect(marks(page)).toHaveCount(2)
  await warnings(page).click()
  await expect(page).toHaveURL(/filter=finding%3Awarning/)
  await expect(page.locator("li[aria-setsize]")).toHaveCount(2)
  await expect(marks(page)).toHaveCount(2)
  await expect(page.getByText("2 of 14 rows")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.locator("li[aria-setsize]")).not.toHaveCount(2)
})

test("a wire that the lint has nothing to say of says so, and another target's do not stay", async ({
  page,
}) => {
  await opened(page, "?target=kimi")
  await expect(warnings(page)).toBeVisible()
  await page.keyboard.press("1")
  await expect(page.getByText("no findings")).toBeVisible()
  await expect(marks(page)).toHaveCount(0)
  await expect(statusBar(page)).not.toContainText("finding")
})

test("f and F go through them, and the status bar tells each", async ({ page }) => {
  await opened(page, "?target=kimi")
  await expect(statusBar(page)).toContainText("2 findings in this wire; f goes to the next.")
  await page.keyboard.press("f")
  await expect(focused(page)).toHaveAttribute("data-id", "4.0")
  await expect(focused(page)).toBeInViewport()
  await expect(statusBar(page)).toContainText("warning kimi/id-style")
  await expect(statusBar(page)).toContainText("Keep the ids that the model made")
  await page.keyboard.press("f")
  await expect(focused(page)).toHaveAttribute("data-id", "10.0")
  await expect(statusBar(page)).toContainText("warning kimi/reasoning-on-all")
  await page.keyboard.press("f")
  await expect(focused(page)).toHaveAttribute("data-id", "10.0")
  await page.keyboard.press("Shift+F")
  await expect(focused(page)).toHaveAttribute("data-id", "4.0")
})

test("a mark tells under the pointer and in focus what it means and what mends it", async ({ page }) => {
  await opened(page, "?target=kimi&block=4.0")
  const mark = focused(page).getByRole("button", { name: "warning: kimi/id-style" })
  const card = page.getByRole("region", { name: "Findings" })
  await mark.hover()
  await expect(card).toContainText("/messages/1/tool_calls/0/id")
  await expect(card).toContainText("Keep the ids that the model made")
  await page.mouse.move(0, 0)
  await expect(card).toHaveCount(0)
  await focused(page).focus()
  await page.keyboard.press("Tab")
  await expect(mark).toBeFocused()
  await expect(card).toContainText("kimi/id-style")
  await page.keyboard.press("Escape")
  await expect(card).toHaveCount(0)
})

test("the filter knows a rule by its name, in both orders", async ({ page }) => {
  await opened(page, "?target=kimi&order=wire&filter=finding:kimi/reasoning-on-all")
  await expect(page.locator("li[aria-setsize]")).toHaveCount(1)
  await expect(page.locator("li[aria-setsize]")).toHaveAttribute("data-id", "10.0")
})
