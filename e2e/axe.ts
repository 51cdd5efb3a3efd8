import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect } from "./fixture.ts"

/** Colours are judged in both schemes, room in both widths: dark and narrow together says nothing more. */
export const looks = [
  { scheme: "light", width: 1280 },
  { scheme: "light", width: 768 },
  { scheme: "dark", width: 1280 },
] as const

/** Nothing on a page that axe objects to. A page's title may come behind the page, so it is waited for. */
export const isAccessible = async (page: Page): Promise<void> => {
  await expect(page).toHaveTitle(/\S/)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
    ),
  ).toEqual([])
}
