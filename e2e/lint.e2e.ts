import type { Page } from "@playwright/test"
import { expect, test } from "./fixture.ts"

/** The lint of any body: pasted, dropped or opened, held against a target, and never leaving the browser. */

const round = (content: unknown) => ({
  model: "claude-sonnet-5",
  max_tokens: 100,
  messages: [
    { role: "user", content: "Look" },
    {
      role: "assistant",
      content: [
        { type: "text", text: " " },
        { type: "tool_use", id: "toolu_1", name: "read", input: {} },
      ],
    },
    { role: "user", content },
  ],
  tools: [{ name: "read", input_schema: { type: "object" } }],
})
const fine = JSON.stringify({
  ...round([{ type: "tool_result", tool_use_id: "toolu_1", content: "42 lines" }]),
  messages: [{ role: "user", content: "Look" }],
})
const broken = JSON.stringify(round("never mind"), null, 2)

const body = (page: Page) => page.getByRole("textbox", { name: "Body", exact: true })
const findings = (page: Page) => page.getByRole("list", { name: "Findings" }).getByRole("listitem")
const verdict = (page: Page) => page.getByRole("region", { name: "What was found" }).getByRole("status")

/** The page, once its scripts run. */
const open = async (page: Page, query = ""): Promise<void> => {
  await page.goto(`/lint${query}`)
  await expect(verdict(page)).toBeVisible()
  await page.waitForLoadState("networkidle")
}

/** Puts a text on the clipboard's way into the page, whatever has the focus. */
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((given) => {
    const data = new DataTransfer()
    data.setData("text/plain", given)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)

const dropFile = async (page: Page, name: string, text: string): Promise<void> => {
  const transfer = await page.evaluateHandle(
    ([file, content]) => {
      const made = new DataTransfer()
      made.items.add(new File([content ?? ""], file ?? ""))
      return made
    },
    [name, text],
  )
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer })
  await expect(page.getByText("Drop it to lint it")).toBeVisible()
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer })
  await expect(page.getByText("Drop it to lint it")).toHaveCount(0)
}

test("a pasted body is told apart, and all its findings stand in order of place", async ({ page }) => {
  await open(page)
  await paste(page, broken)
  await expect(verdict(page)).toHaveText(/^Anthropic Messages refuses this:\s+2 errors$/)
  await expect(page.getByLabel("Target")).toHaveValue("")
  await expect(page.getByLabel("Target").locator("option:checked")).toHaveText(
    "as the body looks: Anthropic Messages",
  )
  await expect(findings(page)).toHaveCount(2)
  await expect(findings(page).nth(0)).toContainText("anthropic/text-non-whitespace")
  await expect(findings(page).nth(0)).toContainText("/messages/1/content/0/text message 1")
  await expect(findings(page).nth(1)).toContainText("anthropic/tool-result-follows")
  await expect(findings(page).nth(1)).toContainText("/messages/1/content/1 message 1 call toolu_1 of read")
  await expect(findings(page).nth(1)).toContainText("A call has no result in the message right behind it.")
  await expect(findings(page).nth(1)).toContainText("Put its result there")
  await expect(findings(page).nth(1).locator("mark")).toHaveText(/^\{ "type": "tool_use", "id": "toolu_1"/)
})

test("j, k, Enter and Escape lead through them and to their places", async ({ page }) => {
  await open(page)
  await body(page).fill(broken)
  await expect(findings(page)).toHaveCount(2)
  await page.keyboard.press("Escape")
  await page.keyboard.press("j")
  await expect(findings(page).nth(0)).toBeFocused()
  await page.keyboard.press("j")
  await expect(findings(page).nth(1)).toBeFocused()
  await page.keyboard.press("j")
  await expect(findings(page).nth(1)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(body(page)).toBeFocused()
  const selected = await body(page).evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  )
  expect(JSON.parse(selected)).toMatchObject({ type: "tool_use", id: "toolu_1" })
  await page.keyboard.press("Escape")
  await expect(findings(page).nth(1)).toBeFocused()
  await page.keyboard.press("k")
  await expect(findings(page).nth(0)).toBeFocused()
})

test("a dropped file is read, also one that wraps the body and one that is too large to edit", async ({
  page,
}) => {
  await open(page)
  await dropFile(page, "request.json", JSON.stringify({ request: { url: "u", body: broken } }))
  await expect(findings(page)).toHaveCount(2)
  await expect(page.getByText("request.json")).toBeVisible()
  const large = JSON.stringify(round("x".repeat(500_000)))
  await dropFile(page, "large.json", large)
  await expect(page.getByText("large.json")).toBeVisible()
  await expect(page.getByText("Too large to be edited here")).toBeVisible()
  await expect(findings(page)).toHaveCount(2)
  await expect(page.getByRole("button", { name: "Show in body" })).toHaveCount(0)
})

test("another target has other rules, and the address keeps it", async ({ page }) => {
  await open(page)
  await body(page).fill(fine)
  await expect(verdict(page)).toHaveText("Nothing was found for Anthropic Messages.")
  await page.getByLabel("Target").selectOption("openai-responses")
  await expect(page).toHaveURL(/\/lint\?target=openai-responses$/)
  await expect(verdict(page)).toContainText("OpenAI Responses refuses this:")
  await expect(findings(page).first()).toContainText("common/body-of-target")
  await page.reload()
  await expect(page.getByLabel("Target")).toHaveValue("openai-responses")
  await expect(body(page)).toHaveValue("")
})

test("a body is compared with the request before it", async ({ page }) => {
  await open(page)
  await body(page).fill(fine)
  await page.getByText("Compare with the request before it").click()
  await page.getByRole("textbox", { name: "Previous body" }).fill(fine.replace('"Look"', '"See"'))
  await expect(verdict(page)).toHaveText(/^Nothing that Anthropic Messages refuses:\s+1 warning$/)
  await expect(findings(page)).toContainText("common/stable-prefix")
})

test("what is no body says so in one sentence", async ({ page }) => {
  await open(page)
  await body(page).fill('{"messages": [')
  await expect(verdict(page)).toContainText("cut off or is not valid JSON")
  await body(page).fill('{"a": 1}')
  await expect(verdict(page)).toContainText("choose the target")
  await page.getByLabel("Target").selectOption("anthropic")
  await expect(findings(page).first()).toContainText("common/body-of-target")
})

test("an example shows what there is to see", async ({ page }) => {
  await open(page)
  await page.getByRole("button", { name: "See an example" }).click()
  await expect(findings(page)).toHaveCount(3)
  await page.getByRole("button", { name: "Clear" }).first().click()
  await expect(body(page)).toHaveValue("")
  await expect(page.getByRole("button", { name: "See an example" })).toBeVisible()
})

test("findings are copied as text", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await open(page)
  await body(page).fill(broken)
  await page.getByRole("button", { name: "Copy findings" }).click()
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split("\n").filter((line) => line.startsWith("error  "))).toEqual([
    "error  anthropic/text-non-whitespace  /messages/1/content/0/text",
    "error  anthropic/tool-result-follows  /messages/1/content/1, call toolu_1, read",
  ])
})

test("nothing of a body leaves the browser, and nothing is stored", async ({ page }) => {
  await open(page)
  const asked: string[] = []
  page.on("request", (request) => {
    if (!request.url().includes("/favicon.ico")) asked.push(`${request.method()} ${request.url()}`)
  })
  await body(page).fill(broken)
  await expect(findings(page)).toHaveCount(2)
  await findings(page).first().getByRole("button", { name: "Show in body" }).click()
  await page.getByLabel("Target").selectOption("kimi")
  await expect(verdict(page)).toContainText("Kimi")
  expect(asked).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  expect(page.url()).not.toContain("toolu_1")
  await page.reload()
  await expect(body(page)).toHaveValue("")
  const stored = await page.request.get("/v1/conversations")
  expect(await stored.text()).not.toContain("never mind")
})
