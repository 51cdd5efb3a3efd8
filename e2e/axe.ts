import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect } from "./fixture.ts"

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
