import { answered, begin, draft, question, send } from "./converse.ts"
import { isFit, widths } from "./fit.ts"
import { expect, test } from "./fixture.ts"

/** The chat, light and dark, wide and narrow: while it answers, stopped, and answered. */

for (const width of widths)
  test(`is fit for everybody, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await begin(page)
    await send(page, question)
    await expect(draft(page).getByText("reasoning")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByText("Stopped here.")).toBeVisible()
    await page.getByRole("button", { name: "Ask again" }).click()
    await answered(page)
    if (width > 1100) await page.getByRole("button", { name: "What would cross" }).click()
    await page.getByText("reasoning", { exact: true }).first().click()
    await page.getByLabel("Whom to ask").selectOption({ label: "Ollama" })
    await expect(page.getByText(/^To Ollama: /)).toContainText("dropped")
    await isFit(page)
  })
