import type { Page } from "@playwright/test"
import { z } from "zod"
import type { DialectId } from "#lib/dialect/targets/row.ts"
import { expect } from "../fixture.ts"
import { targetFor } from "./cast.ts"
import { beginnings } from "./scenes.ts"
import { shown, watchOver } from "./shown.ts"

/** What is done on a chat's page. */

const made = z.object({ id: z.string() })

/** The page, once it follows its record. */
export const follows = (page: Page): Promise<void> =>
  expect(page.getByText("Connecting…")).toHaveCount(0, { timeout: 30_000 })

/** A new conversation with whoever stands for a dialect, watched for all that the scenes say; gives the record's id. */
export const openChat = async (page: Page, origin: string, dialect: DialectId): Promise<string> => {
  const { id } = made.parse(await (await page.request.post(`${origin}/v1/conversations`)).json())
  await watchOver(page, beginnings)
  await page.goto(`${origin}/r/${id}/chat`)
  await follows(page)
  await page.getByLabel("Whom to ask").selectOption(targetFor(dialect).id)
  return id
}

/** A promise, and what fulfils it. */
export const gate = (): { readonly open: () => void; readonly isOpen: Promise<void> } => {
  let open = (): void => undefined
  const isOpen = new Promise<void>((resolve) => (open = resolve))
  return { open, isOpen }
}

/** The most characters of a text that may be on their way when its stream is held in the midst of it. */
const onTheWay = 12

/** Waits until a line of the page is what a held stream has brought of a text, as far as `place`. */
export const arrives = (page: Page, text: string, place: string): Promise<void> => {
  const whole = text.slice(0, text.indexOf(place))
  const isThere = async (): Promise<boolean> =>
    (await shown(page)).some((line) => {
      const at = line.indexOf(whole.slice(0, 16))
      const come = at < 0 ? "" : line.slice(at).replace(/, being written…$/, "")
      return whole.startsWith(come) && come.length >= whole.length - onTheWay
    })
  return expect.poll(isThere, { message: `${text} as far as ${place}`, timeout: 30_000 }).toBe(true)
}
