import type { Page } from "@playwright/test"
import { answer, compaction, replacement, rewind, user } from "#lib/record/build.ts"
import { focused, openRecord, statusBar } from "./act.ts"
import { expect, test } from "./fixture.ts"
import { at, stored, talk, wireOf } from "./talk.ts"

/** Going back, forking and taking back in the inspector, by keyboard; each is shown before it is done. */

const plan = (page: Page) => page.getByRole("alertdialog")
const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"]`)
const fold = (page: Page, words: RegExp) =>
  page.locator("li[aria-setsize]").getByRole("button", { name: words })

/** Presses a key that shows a plan, and waits for it. */
const ask = async (page: Page, key: string): Promise<void> => {
  await page.keyboard.press(key)
  await expect(plan(page).getByRole("heading", { name: "What crosses" })).toBeVisible()
  await expect(plan(page).locator(":focus")).toHaveCount(1)
}

test("r goes back to an entry once its plan was seen, and u gives back what it let go, byte for byte", async ({
  page,
}) => {
  const id = await stored(page.request)
  const before = await wireOf(page.request, id)
  await openRecord(page, id, "?target=anthropic&block=5.0")
  await ask(page, "r")
  await expect(plan(page)).toContainText("Go back to entry 5")
  await expect(plan(page)).toContainText("go: 6 messages (6–11)")
  await expect(plan(page).getByRole("button", { name: "Go back" })).toBeFocused()
  expect(await wireOf(page.request, id), "nothing is done yet").toBe(before)
  await page.keyboard.press("Enter")
  await expect(plan(page)).toHaveCount(0)
  await expect(page.getByText("Went back to entry 5: 6 messages let go by entry 12.")).toBeVisible()
  await expect(fold(page, /^6 entries, rewound by entry 12/)).toBeVisible()
  await expect(focused(page)).toHaveAttribute("data-id", "e12")
  expect((await wireOf(page.request, id)).length).toBeLessThan(before.length)
  await ask(page, "u")
  await expect(plan(page)).toContainText("come back: 6 messages (6–11)")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Took entry 12 back by entry 13.")).toBeVisible()
  await expect(row(page, "6.0")).toHaveAttribute("data-how", "carried")
  await expect(row(page, "e12")).toContainText("taken back by entry 13")
  expect(await wireOf(page.request, id)).toBe(before)
})

test("R goes back to before an entry; a short stretch says row by row what let it go", async ({ page }) => {
  const id = await stored(page.request)
  await openRecord(page, id, "?target=anthropic&block=10.0")
  await ask(page, "Shift+R")
  await expect(plan(page)).toContainText("Go back to before entry 10")
  await page.keyboard.press("Enter")
  await expect(row(page, "10.0")).toContainText("× rewound")
  await expect(row(page, "10.0")).toContainText("By entry 12.")
  await expect(row(page, "11.0")).toContainText("By entry 12.")
  await row(page, "11.0").click()
  await ask(page, "u")
  await expect(plan(page)).toContainText("Take entry 12 back")
})

test("Escape leaves the record as it is, and the keyboard where it was", async ({ page }) => {
  const id = await stored(page.request)
  const before = await wireOf(page.request, id)
  await openRecord(page, id, "?target=anthropic&block=5.0")
  await expect(focused(page)).toBeFocused()
  await ask(page, "r")
  await page.keyboard.press("j")
  await page.keyboard.press("Escape")
  await expect(plan(page)).toHaveCount(0)
  await expect(focused(page)).toHaveAttribute("data-id", "5.0")
  await expect(focused(page)).toBeFocused()
  expect(await wireOf(page.request, id)).toBe(before)
})

test("a cut that would split a round stands before it, and says so", async ({ page }) => {
  const id = await stored(page.request)
  await openRecord(page, id, "?target=anthropic&block=7.1")
  await ask(page, "r")
  await expect(plan(page)).toContainText("Moved back from entry 7 to 6: there it would have split a round.")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Went back to entry 6: 5 messages let go by entry 12.")).toBeVisible()
})

test("y forks from an entry and opens the fork, which names where it came from", async ({ page }) => {
  const id = await stored(page.request)
  await openRecord(page, id, "?target=anthropic&block=5.0")
  await ask(page, "y")
  await expect(plan(page)).toContainText("Fork from entry 5")
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => /^\/r\/[^/]+$/.test(url.pathname) && !url.pathname.endsWith(id))
  await expect(page.getByText("forked from")).toBeVisible()
  await expect(row(page, "5.0")).toBeVisible()
  await expect(row(page, "6.0")).toHaveCount(0)
  await page.getByRole("link", { name: "another record" }).click()
  await page.waitForURL(new RegExp(`/r/${id}\\?asOf=5$`))
})

test("the plan leads to its own page", async ({ page }) => {
  const id = await stored(page.request)
  await openRecord(page, id, "?target=anthropic&block=5.0")
  await ask(page, "r")
  await plan(page).getByRole("link", { name: "Open the whole plan" }).press("Enter")
  await page.waitForURL(/\/plan\/rewind\?/)
  expect(new URL(page.url()).searchParams.get("to")).toBe("5")
})

test("acts of the ledger are taken back from their rows and folds; what acts no more is refused", async ({
  page,
}) => {
  const cleared = replacement("8.0", answer("b", "[cleared]"))
  const id = await stored(page.request, [...talk, compaction("They mended it.", [2, 5]), cleared, rewind(11)])
  await openRecord(page, id, "?target=anthropic&block=e13")
  await expect(row(page, "e13")).toContainText("rewound by entry 14")
  await page.keyboard.press("u")
  await expect(plan(page).getByRole("alert")).toContainText(
    "Entry 13 is a replacement that cannot be taken back",
  )
  await page.keyboard.press("Escape")
  await row(page, "e14").click()
  await ask(page, "u")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Took entry 14 back by entry 15.")).toBeVisible()
  await expect(focused(page)).toHaveAttribute("data-id", "e15")
  await page.keyboard.press("g")
  await page.keyboard.press("g")
  await expect(fold(page, /covered by the summary of entry 12/)).toBeVisible()
  await page
    .locator("li[aria-setsize]", { hasText: "covered by the summary" })
    .getByRole("button", { name: "Undo" })
    .click()
  await expect(plan(page)).toContainText("come back: 4 messages (2–5)")
  await expect(plan(page).locator(":focus")).toHaveCount(1)
  await page.keyboard.press("Enter")
  await expect(page.getByText("Took entry 12 back by entry 16.")).toBeVisible()
  await openRecord(page, id, "?target=anthropic&block=2.0")
  await expect(row(page, "2.0")).toHaveAttribute("data-how", "carried")
  await openRecord(page, id, "?target=anthropic&block=8.0")
  await expect(row(page, "8.0")).toContainText("By entry 13.")
  await ask(page, "u")
  await expect(plan(page)).toContainText("Take entry 13 back")
})

test("a record that grew meanwhile is refused with what came in between, and can be planned again", async ({
  page,
}) => {
  const id = await stored(page.request)
  await openRecord(page, id, "?target=anthropic&block=5.0")
  await ask(page, "r")
  const data = { plan: { kind: "rewind", to: 9, keep: true }, head: 11 }
  expect((await page.request.post(at(id, "plans/apply"), { data })).status()).toBe(200)
  await page.keyboard.press("Enter")
  await expect(plan(page).getByRole("alert")).toContainText("1 rewind came in between")
  await expect(plan(page).getByRole("button", { name: "Plan again" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(plan(page)).toContainText("go: 4 messages (6–9)")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Went back to entry 5: 4 messages let go by entry 13.")).toBeVisible()
})

test("a row of no single entry says so, and nothing is planned", async ({ page }) => {
  const id = await stored(page.request, [...talk, rewind(5), user("Else.")])
  await openRecord(page, id, "?target=anthropic")
  await page.locator("li[aria-setsize]", { hasText: "rewound by" }).click({ position: { x: 400, y: 8 } })
  await page.keyboard.press("r")
  await expect(statusBar(page)).toContainText("open the fold, or choose a row that is stored")
  await expect(plan(page)).toHaveCount(0)
})
