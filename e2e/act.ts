import type { APIRequestContext, Page } from "@playwright/test"
import { z } from "zod"
import { targets } from "#lib/dialect/targets.ts"
import { expect } from "./fixture.ts"
import type { Transcript } from "./transcript.ts"

/** What a person does on the pages, so that tests read as what they want. */

/** A page that takes imports, once its scripts run and keys and drops do something. */
export const awake = (page: Page): Promise<void> =>
  page.locator("input[data-ready]").waitFor({ state: "attached" })

/** Drops files on the page, as from a file manager. */
export const drop = async (page: Page, files: readonly Transcript[]): Promise<void> => {
  await awake(page)
  const given = files.map(({ name, bytes }) => ({ name, base64: bytes.toString("base64") }))
  const transfer = await page.evaluateHandle((all) => {
    const made = new DataTransfer()
    for (const { name, base64 } of all)
      made.items.add(new File([Uint8Array.from(atob(base64), (at) => at.charCodeAt(0))], name))
    return made
  }, given)
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer })
}

const imported = z.object({
  import: z.string(),
  file: z.object({ records: z.array(z.object({ id: z.string() })) }),
})

/** Puts a transcript into the store over HTTP; gives the ids of its records. */
export const post = async (
  request: APIRequestContext,
  { name, bytes }: Transcript,
): Promise<readonly string[]> => {
  const answer = await request.post("/v1/import", {
    headers: { "x-file-name": encodeURIComponent(name), "content-type": "application/octet-stream" },
    data: bytes,
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return imported.parse(await answer.json()).file.records.map(({ id }) => id)
}

/** Opens a record's page, with a query where one is given. */
export const openRecord = async (page: Page, id: string, query = ""): Promise<void> => {
  await page.goto(`/r/${encodeURIComponent(id)}${query}`)
  await ready(page)
}

/** Opens the comparison of a record's targets, and waits until all of them are counted. */
export const openTargets = async (page: Page, id: string, query = ""): Promise<void> => {
  await page.goto(`/r/${encodeURIComponent(id)}/targets${query}`)
  await expect(page.getByRole("status").first()).toHaveText(`${targets.length} targets`, { timeout: 30_000 })
}

/** The inspector, once its rows answer to keys. */
export const ready = async (page: Page): Promise<void> => {
  await expect(page.locator("li[aria-setsize]").first()).toBeVisible()
  await expect(page.getByRole("status").last()).toBeVisible()
}

export const statusBar = (page: Page) => page.locator("footer").getByRole("status")

export const focused = (page: Page) => page.locator("li[aria-current=true]")
