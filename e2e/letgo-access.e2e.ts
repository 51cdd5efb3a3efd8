import type { Page } from "@playwright/test"
import { answer, compaction, replacement, rewind, user } from "#lib/record/build.ts"
import { openRecord } from "./act.ts"
import { isFit, isPartFit, widths } from "./fit.ts"
import { expect, test } from "./fixture.ts"
import { stored, talk } from "./talk.ts"

/** What is about to be let go, and what was, light and dark, wide and narrow. */

const isMenuFit = async (page: Page): Promise<void> => {
  await expect(page.getByRole("menuitem")).toHaveCount(3)
  await isPartFit(page, "[role=menu]")
}

const plan = (page: Page) => page.getByRole("alertdialog")
const worked = (page: Page) => expect(plan(page).getByRole("heading", { name: "What crosses" })).toBeVisible()

for (const width of widths)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test("in the inspector", async ({ page }) => {
      const id = await stored(page.request)
      await openRecord(page, id, "?target=anthropic&block=7.1")
      await page.keyboard.press("r")
      await worked(page)
      await isFit(page)
      await page.keyboard.press("Enter")
      await expect(page.getByText("Went back to entry 6")).toBeVisible()
      await expect(page.locator('li[data-id="e12"]')).toBeFocused()
      await isFit(page)
      await page.keyboard.press("k")
      await page.keyboard.press("Enter")
      await page.keyboard.press("j")
      await isFit(page)
      await page.getByRole("button", { name: /^Go back/ }).click()
      await isMenuFit(page)
    })

    test("in the chat", async ({ page }) => {
      const cleared = replacement("8.0", answer("b", "[The result was cleared]"))
      const id = await stored(page.request, [
        ...talk,
        rewind(9),
        user("And the docs?"),
        compaction("They looked at the reader.", [2, 5]),
        cleared,
      ])
      await page.goto(`/r/${encodeURIComponent(id)}/chat`)
      await expect(page.getByText(/^To .*: /)).toBeVisible()
      await isFit(page)
      for (const name of ["The summary stands for 4", "Cleared by entry 15", "2 messages let go"])
        await page.getByRole("button", { name }).click()
      await expect(page.getByText("And the tests?")).toBeVisible()
      await expect(page.getByText("Why does the importer")).toBeVisible()
      await expect(page.getByText("12 passed").first()).toBeVisible()
      await isFit(page)
      await page.getByRole("button", { name: "Go back, or fork, at entry 13" }).click()
      await isMenuFit(page)
      await page.getByRole("menuitem", { name: /^Go back to before/ }).click()
      await worked(page)
      await isFit(page)
      await page.keyboard.press("Enter")
      await expect(page.getByText("Went back to before entry 13")).toBeVisible()
      await isFit(page)
    })
  })
