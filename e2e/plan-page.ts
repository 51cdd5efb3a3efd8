import type { Page } from "@playwright/test"
import type { App } from "./app.ts"
import { ask } from "./ask.ts"
import { expect } from "./fixture.ts"

/** What a person finds on the page of a plan, and what the app then holds. */

export const line = (page: Page) => page.getByRole("region", { name: "The line", exact: true })
export const wire = (page: Page) => page.getByRole("region", { name: "The wire", exact: true })
export const apply = (page: Page) => page.getByRole("button", { name: "Apply" })
export const summary = (page: Page) => page.getByLabel("Summary", { exact: true })

export const open = async (page: Page, record: string, rest: string): Promise<void> => {
  await page.goto(`/r/${encodeURIComponent(record)}/plan/${rest}`)
  await expect(page.getByRole("navigation", { name: "Acts" })).toBeVisible()
}

/** Waits until both wires are held against each other. */
export const compared = (page: Page): Promise<void> =>
  expect(wire(page)).toContainText(/before · [\d,]+ bytes/)

export const wireOf = async (app: App, record: string, target = "anthropic"): Promise<string> =>
  (await ask(`${app.url}/v1/conversations/${record}/wire?target=${target}`)).text

export const headOf = async (app: App, record: string): Promise<number> =>
  (JSON.parse((await ask(`${app.url}/v1/conversations/${record}`)).text) as { readonly head: number }).head

export const inShort =
  "The import shifted dates twice; src/import/dates.ts is mended. Open: the last line of a file."
