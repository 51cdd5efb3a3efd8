import type { Page } from "@playwright/test"
import { answered, begin, cards, draft, field, question, said, send } from "./converse.ts"
import { expect, test } from "./fixture.ts"

/** What a chat owes to whoever writes and reads in it: his words, his place, his keyboard. */

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

/** Pastes a picture, and presses Enter with it where `key` says so, both at once. */
const paste = (page: Page, key?: "Enter"): Promise<void> =>
  field(page).evaluate(
    (element, [base64, pressed]) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (at) => at.charCodeAt(0))
      clipboardData.items.add(new File([bytes], "dot.png", { type: "image/png" }))
      const about = { bubbles: true, cancelable: true }
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, ...about }))
      if (pressed !== undefined)
        element.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, ...about }))
    },
    [dot, key] as const,
  )

test("a picture that is sent in the moment in which it is pasted goes along", async ({ page }) => {
  await begin(page)
  await page.keyboard.type("12?")
  await paste(page, "Enter")
  await expect(said(page, "12?").getByRole("img", { name: "dot.png" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Remove dot.png" })).toHaveCount(0)
  await expect(field(page)).toHaveValue("")
})

test("a picture that is dropped anywhere on the page goes along", async ({ page }) => {
  await begin(page)
  const dataTransfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (at) => at.charCodeAt(0))
    data.items.add(new File([bytes], "dot.png", { type: "image/png" }))
    return data
  }, dot)
  await page.getByRole("region", { name: "Conversation" }).dispatchEvent("drop", { dataTransfer })
  await expect(page.getByRole("button", { name: "Remove dot.png" })).toBeVisible()
})

test("what could not be sent stands before what was written meanwhile", async ({ page, watched }) => {
  await begin(page)
  let fail = (): void => undefined
  const failing = new Promise<void>((resolve) => (fail = resolve))
  await page.route("**/messages", async (route) => {
    await failing
    await route.abort()
  })
  await send(page, "The first.")
  await expect(said(page, "The first.")).toContainText("waits")
  await page.keyboard.type("The second.")
  fail()
  await expect(page.getByText("The server does not answer")).toBeVisible()
  await expect(field(page)).toHaveValue("The first.\n\nThe second.")
  await expect(said(page, "The first.")).toHaveCount(0)
  watched.complaints.length = 0 // the browser notes that the request failed
})

test("what was being written is there again when a message was edited, or was not", async ({ page }) => {
  await begin(page)
  await send(page, "12?")
  await expect(page.getByText("a script that shows how an answer streams")).toBeVisible({ timeout: 40_000 })
  await expect(draft(page)).toHaveCount(0)
  await page.keyboard.type("Half a thou")
  const edit = page.getByRole("button", { name: "Edit" })
  const leaving = cards(page).and(page.locator("[data-leaving]"))
  await edit.click()
  await expect(field(page)).toHaveValue("12?")
  await expect(leaving).toHaveCount(await cards(page).count())
  await page.keyboard.press("Escape")
  await expect(field(page)).toHaveValue("Half a thou")
  await expect(leaving).toHaveCount(0)
  await edit.click()
  await expect(field(page)).toHaveValue("12?")
  await page.getByRole("button", { name: "Do not edit" }).click()
  await expect(field(page)).toHaveValue("Half a thou")
  await expect(field(page)).toBeFocused()
  await edit.click()
  await field(page).fill("34?")
  await page.keyboard.press("Enter")
  await expect(field(page)).toHaveValue("Half a thou")
  await expect(said(page, "34?")).toBeVisible()
  await expect(said(page, "12?")).toHaveCount(0)
})

test("the keyboard is at the message again when what was pressed is gone", async ({ page }) => {
  await begin(page)
  await paste(page)
  await page.getByRole("button", { name: "Remove dot.png" }).press("Enter")
  await expect(field(page)).toBeFocused()
  await send(page, question)
  await expect(draft(page).getByText("reasoning")).toBeVisible()
  await page.getByRole("button", { name: "Stop" }).press("Enter")
  await expect(field(page)).toBeFocused()
  await expect(page.getByText("Stopped here.")).toBeVisible()
  await page.getByRole("button", { name: "Ask again" }).press("Enter")
  await expect(field(page)).toBeFocused()
  await expect(draft(page)).toBeVisible()
})

test("a thought that is opened while it comes stays open when it has come", async ({ page }) => {
  await begin(page)
  await send(page, question)
  const thought = draft(page).locator("summary", { hasText: "reasoning" })
  await thought.focus()
  await page.keyboard.press("Enter")
  const opened = cards(page).locator("details[open]")
  await expect(opened).toHaveCount(1)
  await expect(page.getByRole("region", { name: "call of search_sessions" })).toContainText("answered")
  await expect(opened).toHaveCount(1)
  await expect(opened.locator("summary")).toBeFocused()
  await answered(page)
  await expect(opened).toHaveCount(1)
})

test("the page stays at the end unless its reader goes up, and until he says something", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await begin(page)
  const pane = page.getByRole("region", { name: "Conversation" })
  const left = (): Promise<number> =>
    pane.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)
  await send(page, question)
  await answered(page)
  expect(
    await pane.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ).toBeGreaterThan(200)
  await expect.poll(left).toBeLessThan(2)
  await page.setViewportSize({ width: 1280, height: 380 })
  await expect.poll(left).toBeLessThan(2)
  await pane.evaluate((element) => element.scrollTo({ top: 0 }))
  await expect.poll(left).toBeGreaterThan(100)
  await send(page, "12?")
  await expect.poll(left).toBeLessThan(2)
})

test("a connection that is refused for a while is made when it can be", async ({ page, watched }) => {
  let refusals = 2
  await page.route("**/events?*", (route) => {
    if (refusals === 0) return route.continue()
    refusals -= 1
    return route.fulfill({ status: 503, body: "starting" })
  })
  await begin(page)
  await expect(page.getByText("Connecting…")).toBeVisible()
  await expect(page.getByText("Connecting…")).toHaveCount(0)
  await expect(page.getByText("Not connected any more")).toHaveCount(0)
  await send(page, "12?")
  await expect(page.getByText("a script that shows how an answer streams")).toBeVisible({ timeout: 40_000 })
  watched.complaints.length = 0 // the browser notes each refusal
})
