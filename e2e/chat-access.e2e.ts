import { isAccessible, looks } from "./axe.ts"
import { answered, begin, draft, question, send } from "./converse.ts"
import { expect, test } from "./fixture.ts"

/** The chat, light and dark, wide and narrow: while it answers, stopped, and answered. */

for (const { scheme: colorScheme, width } of looks)
  test(`is fit for everybody, ${colorScheme}, ${width} wide`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    await page.setViewportSize({ width, height: 800 })
    await begin(page)
    await send(page, question)
    await expect(draft(page).getByText("reasoning")).toBeVisible()
    await page.screenshot({ path: info.outputPath("answering.png") })
    await page.keyboard.press("Escape")
    await expect(page.getByText("Stopped here.")).toBeVisible()
    await page.screenshot({ path: info.outputPath("stopped.png") })
    await page.getByRole("button", { name: "Ask again" }).click()
    await answered(page)
    if (width > 1100) await page.getByRole("button", { name: "What would cross" }).click()
    await page.getByText("reasoning", { exact: true }).first().click()
    await page.getByLabel("Whom to ask").selectOption({ label: "Ollama" })
    await expect(page.getByText(/^To Ollama: /)).toContainText("dropped")
    await page.screenshot({ path: info.outputPath("answered.png") })
    await isAccessible(page)
    const wanted = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wanted, "the page scrolls sideways").toBeLessThanOrEqual(width)
  })
