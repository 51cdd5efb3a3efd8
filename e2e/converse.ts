import type { Page } from "@playwright/test"
import { expect } from "./fixture.ts"

/** What a person does in a chat, and what stands there. */

export const field = (page: Page) => page.getByRole("textbox", { name: "Message" })
export const cards = (page: Page) => page.getByRole("region", { name: "Conversation" }).getByRole("listitem")
export const said = (page: Page, words: string) => page.locator("li[data-role=human]", { hasText: words })
export const draft = (page: Page) => page.locator("[data-draft]")
export const question = "Which sessions speak of elephants?"
export const closing = "or choose a provider in the settings to talk with a model."

/** A new conversation, from the list's palette. */
export const begin = async (page: Page): Promise<void> => {
  await page.goto("/")
  await page.keyboard.press("Control+k")
  await page.keyboard.type("New conversation")
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/r\/[^/]+\/chat$/)
  await expect(field(page)).toBeFocused()
}

export const send = async (page: Page, words: string): Promise<void> => {
  await field(page).focus()
  await page.keyboard.type(words)
  await page.keyboard.press("Enter")
}

/** What stands in the conversation, as one reads it; entry numbers and all. */
export const standing = (page: Page): Promise<readonly string[]> => cards(page).allInnerTexts()

export const answered = async (page: Page): Promise<void> => {
  await expect(page.getByText(closing)).toBeVisible({ timeout: 40_000 })
  await expect(draft(page)).toHaveCount(0)
}
