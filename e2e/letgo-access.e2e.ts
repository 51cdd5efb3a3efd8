import AxeBuilder from "@axe-core/playwright"
import type { Page, TestInfo } from "@playwright/test"
import { answer, compaction, replacement, rewind, user } from "#lib/record/build.ts"
import { openRecord } from "./act.ts"
import { isAccessible, looks } from "./axe.ts"
import { expect, test } from "./fixture.ts"
import { stored, talk } from "./talk.ts"

/** What is about to be let go, and what was, light and dark, wide and narrow. */

const isFit = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  await page.screenshot({ path: info.outputPath(`${name}.png`) })
  await isAccessible(page)
  const [wanted, width] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(wanted, "the page scrolls sideways").toBeLessThanOrEqual(width ?? 0)
}

/** A menu by itself: it is drawn outside the page's regions, between guards that keep the keyboard in it. */
const isMenuFit = async (page: Page, info: TestInfo): Promise<void> => {
  await expect(page.getByRole("menuitem")).toHaveCount(3)
  await page.screenshot({ path: info.outputPath("menu.png") })
  const { violations } = await new AxeBuilder({ page })
    .include("[role=menu]")
    .disableRules("region")
    .analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
}

const plan = (page: Page) => page.getByRole("alertdialog")
const worked = (page: Page) => expect(plan(page).getByRole("heading", { name: "What crosses" })).toBeVisible()

for (const { scheme: colorScheme, width } of looks)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, contextOptions: { reducedMotion: "reduce" } })

    test("in the inspector", async ({ page }, info) => {
      const id = await stored(page.request)
      await openRecord(page, id, "?target=anthropic&block=7.1")
      await page.keyboard.press("r")
      await worked(page)
      await isFit(page, info, "planned")
      await page.keyboard.press("Enter")
      await expect(page.getByText("Went back to entry 6")).toBeVisible()
      await expect(page.locator('li[data-id="e12"]')).toBeFocused()
      await isFit(page, info, "done")
      await page.keyboard.press("k")
      await page.keyboard.press("Enter")
      await page.keyboard.press("j")
      await isFit(page, info, "opened")
      await page.getByRole("button", { name: /^Go back/ }).click()
      await isMenuFit(page, info)
    })

    test("in the chat", async ({ page }, info) => {
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
      await isFit(page, info, "folded")
      for (const name of ["The summary stands for 4", "Cleared by entry 15", "2 messages let go"])
        await page.getByRole("button", { name }).click()
      await expect(page.getByText("And the tests?")).toBeVisible()
      await expect(page.getByText("Why does the importer")).toBeVisible()
      await expect(page.getByText("12 passed").first()).toBeVisible()
      await isFit(page, info, "opened")
      await page.getByRole("button", { name: "Go back, or fork, at entry 13" }).click()
      await isMenuFit(page, info)
      await page.getByRole("menuitem", { name: /^Go back to before/ }).click()
      await worked(page)
      await isFit(page, info, "planned")
      await page.keyboard.press("Enter")
      await expect(page.getByText("Went back to before entry 13")).toBeVisible()
      await isFit(page, info, "done")
    })
  })
