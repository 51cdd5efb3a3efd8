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

const objections = async (judge: AxeBuilder): Promise<readonly string[]> =>
  (await judge.analyze()).violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
  )

/** Axe objects to nothing, nor to the colours in the dark, where nothing else is different. */
const isAccessible = async (page: Page, judge: () => AxeBuilder): Promise<void> => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  expect(await objections(judge())).toEqual([])
  await page.emulateMedia({ colorScheme: "dark" })
  expect(await objections(judge().withRules(["color-contrast"])), "in the dark").toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

/**
 * A page as it stands is fit for everybody: it is accessible, and does not scroll sideways (panes scroll within). Its title
 * may come behind the page, so it is waited for.
 */
export const isFit = async (page: Page): Promise<void> => {
  await expect(page).toHaveTitle(/\S/)
  const [wanted, width] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(wanted, "the page scrolls sideways").toBeLessThanOrEqual(width ?? 0)
  await isAccessible(page, () => axe(page))
}

/** A menu by itself: it is drawn outside the page's regions, between guards that keep the keyboard in it. */
export const isPartFit = (page: Page, selector: string): Promise<void> =>
  isAccessible(page, () => axe(page).include(selector).disableRules("region"))
