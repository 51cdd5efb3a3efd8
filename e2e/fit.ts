import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect } from "./fixture.ts"

/** The widths that pages are judged in: a wide window, and a narrow one. */
export const widths = [1280, 768] as const

/**
 * Axe, for a page without frames, as all of ours are: it need not gather what stands in them on a blank page of its own,
 * which takes longer than to judge (its legacy mode).
 */
const axe = (page: Page): AxeBuilder => {
  expect(page.frames()).toHaveLength(1)
  return new AxeBuilder({ page }).setLegacyMode()
}

/** Axe objects to nothing. */
const isAccessible = async (judge: AxeBuilder, where?: string): Promise<void> => {
  const { violations } = await judge.analyze()
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
    ),
    where,
  ).toEqual([])
}

/**
 * A page as it stands is fit for everybody: it does not scroll sideways (panes scroll within), and axe objects to nothing
 * of it, nor to its colours in the dark, where nothing else is different. A page's title may come behind the page, so it
 * is waited for.
 */
export const isFit = async (page: Page): Promise<void> => {
  await expect(page).toHaveTitle(/\S/)
  const [wanted, width] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(wanted, "the page scrolls sideways").toBeLessThanOrEqual(width ?? 0)
  await page.emulateMedia({ reducedMotion: "reduce" })
  await isAccessible(axe(page))
  await page.emulateMedia({ colorScheme: "dark" })
  await isAccessible(axe(page).withRules(["color-contrast"]), "in the dark")
  await page.emulateMedia({ colorScheme: null })
}

/** A menu by itself: it is drawn outside the page's regions, between guards that keep the keyboard in it. */
export const isPartFit = (page: Page, selector: string): Promise<void> =>
  isAccessible(axe(page).include(selector).disableRules("region"))
