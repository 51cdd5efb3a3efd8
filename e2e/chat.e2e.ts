import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { answered, begin, cards, closing, draft, field, question, said, send, standing } from "./converse.ts"
import { fakeProvider } from "./fake/provider.ts"
import { silent, spoken } from "./fake/scenes.ts"
import { expect, test } from "./fixture.ts"

/** A conversation with the demo, live, by keyboard. */

test("a new conversation with the demo: its reasoning, its tool and its answer, as they come", async ({
  page,
}) => {
  await begin(page)
  await page.getByLabel("Whom to ask").selectOption("demo")
  await send(page, question)
  await expect(draft(page)).toBeVisible()
  await expect(draft(page).getByText("reasoning")).toBeVisible()
  const call = page.getByRole("region", { name: "call of search_sessions" })
  await expect(call).toContainText("elephants")
  await expect(call).toContainText("answered")
  await expect(call).toContainText("allowed by policy")
  await answered(page)
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible()
  await expect(said(page, question)).toHaveCount(1)
  await expect(cards(page).filter({ has: page.getByRole("heading", { name: "model" }) })).toHaveCount(2)
  await expect(page.getByText(/^Conversation: ~\d+ tokens out · \$0$/)).toBeVisible()
  await expect(field(page)).toHaveValue("")
  const thought = page.locator("summary", { hasText: "reasoning" }).first()
  await expect(page.getByText("I am a script, not a model.")).toBeHidden()
  await thought.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("I am a script, not a model.")).toBeVisible()
})

test("a page that is opened again in mid-stream, and another beside it, show all of it once", async ({
  page,
  browser,
  baseURL,
}) => {
  await begin(page)
  await send(page, question)
  await expect(draft(page).getByText("reasoning")).toBeVisible()
  const context = await browser.newContext({ baseURL: baseURL ?? "" })
  const other = await context.newPage()
  await Promise.all([page.reload(), other.goto(page.url())])
  await Promise.all([answered(page), answered(other)])
  expect(await standing(other)).toEqual(await standing(page))
  const followed = await standing(page)
  await expect(said(page, question)).toHaveCount(1)
  expect(followed.filter((text) => text.includes("Let me search"))).toHaveLength(1)
  await send(page, "And of giraffes?")
  await expect(said(other, "And of giraffes?")).toBeVisible()
  await expect(other.getByText(closing)).toHaveCount(2, { timeout: 40_000 })
  await expect(page.getByText(closing)).toHaveCount(2)
  await expect(draft(page)).toHaveCount(0)
  const both = await standing(page)
  await page.reload()
  await expect(page.getByText(closing)).toHaveCount(2)
  expect(await standing(page)).toEqual(both)
  await context.close()
})

test("Escape stops the answer: what had come stays and says so, and it can be asked for again", async ({
  page,
}) => {
  await begin(page)
  await send(page, question)
  await expect(draft(page).getByText("reasoning")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByText("Stopped here.")).toBeVisible()
  await expect(page.getByText("interrupted", { exact: true })).toBeVisible()
  await expect(draft(page)).toHaveCount(0)
  await page.getByRole("button", { name: "Ask again" }).focus()
  await page.keyboard.press("Enter")
  await answered(page)
  await expect(page.getByText("interrupted", { exact: true })).toHaveCount(1)
  await expect(page.getByRole("button", { name: "Ask again" })).toHaveCount(0)
  await expect(said(page, question)).toHaveCount(1)
})

test("a message that is said otherwise takes the place of the old one and of what came behind it", async ({
  page,
}) => {
  await begin(page)
  await send(page, question)
  await answered(page)
  await page.getByRole("button", { name: "Edit" }).focus()
  await page.keyboard.press("Enter")
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(question)
  await page.keyboard.press("Control+a")
  await page.keyboard.type("12?")
  await page.keyboard.press("Enter")
  await expect(page.getByText("a script that shows how an answer streams")).toBeVisible({ timeout: 40_000 })
  await expect(draft(page)).toHaveCount(0)
  await expect(cards(page).getByText(question)).toHaveCount(0)
  await expect(page.getByRole("region", { name: "call of search_sessions" })).toHaveCount(0)
  const before = await standing(page)
  await page.reload()
  await expect(cards(page)).toHaveCount(before.length)
  expect(await standing(page)).toEqual(before)
})

test("a way back to what was left behind has the page read the record again, and go on from there", async ({
  page,
}) => {
  await begin(page)
  await send(page, question)
  await answered(page)
  const left = Number(await cards(page).last().getAttribute("data-seq"))
  await page.getByRole("button", { name: "Edit" }).press("Enter")
  await expect(field(page)).toHaveValue(question)
  await field(page).fill("12?")
  await page.keyboard.press("Enter")
  await expect(page.getByText("a script that shows how an answer streams")).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText(closing)).toHaveCount(0)
  await expect(draft(page)).toHaveCount(0)
  const data = { text: "Back: 34?", rewind: { to: left, keep: true } }
  const address = new URL(page.url()).pathname.replace(/^\/r\/(.*)\/chat$/, "/v1/conversations/$1/messages")
  expect((await page.request.post(address, { data })).status()).toBe(202)
  await expect(said(page, "Back: 34?")).toBeVisible()
  await expect(said(page, question)).toBeVisible()
  await expect(said(page, "12?")).toHaveCount(0)
  await expect(page.getByText(closing)).toHaveCount(2, { timeout: 40_000 })
  await expect(draft(page)).toHaveCount(0)
  const followed = await standing(page)
  await page.reload()
  await expect(cards(page)).toHaveCount(followed.length)
  expect(await standing(page)).toEqual(followed)
})

test("what is said while an answer comes waits for its turn", async ({ page }) => {
  await begin(page)
  await send(page, question)
  await expect(draft(page)).toBeVisible()
  await send(page, "And of zebras?")
  await expect(said(page, "And of zebras?")).toHaveCount(1)
  await expect(page.getByText("waits")).toHaveCount(0, { timeout: 40_000 })
  await expect(said(page, "And of zebras?")).toHaveCount(1)
})

test("a picture that is pasted goes along, and is shown as stored", async ({ page }) => {
  await begin(page)
  const dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
  await field(page).evaluate((element, base64) => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (at) => at.charCodeAt(0))
    data.items.add(new File([bytes], "dot.png", { type: "image/png" }))
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, dot)
  await expect(page.getByRole("button", { name: "Remove dot.png" })).toBeVisible()
  await send(page, "12?")
  const stored = cards(page).getByRole("img", { name: "dot.png" })
  await expect(stored).toBeVisible()
  await expect(stored).toHaveAttribute("src", /\/object\/[0-9a-f]{64}$/)
  await expect(page.getByRole("button", { name: "Remove dot.png" })).toHaveCount(0)
})

test("a tool that has to be asked for waits for a person, who answers by a key", async ({
  start,
  data,
  page,
  watched,
}) => {
  const tools = join(data, "tools.json")
  writeFileSync(tools, JSON.stringify({ policies: { search_sessions: "ask" } }))
  const app = await start({ environment: { CROSSING_TOOLS: tools } })
  await page.goto(app.url)
  await page.getByRole("button", { name: "New conversation" }).click()
  await page.waitForURL(/\/chat$/)
  await send(page, question)
  const call = page.getByRole("region", { name: "call of search_sessions" })
  await expect(call).toContainText("waits for you", { timeout: 40_000 })
  await expect(call).toContainText("reads the store")
  await page.reload()
  await expect(call).toContainText("waits for you")
  await expect(draft(page)).toHaveCount(0)
  await call.getByRole("button", { name: "Allow" }).focus()
  await page.keyboard.press("d")
  await expect(call).toContainText(/denied\s*by user/)
  await expect(call.getByRole("button", { name: "Allow" })).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await answered(page)
  await page.close()
  watched.complaints.length = 0 // of the usual app's origin, which this page did not open
})

test("a refused request and an empty answer say why, in the provider's own words, and can be asked again", async ({
  start,
  data,
  page,
  watched,
}) => {
  const provider = await fakeProvider("chat", [
    { does: "refuse", status: 400, body: JSON.stringify({ error: { message: "no <b>such</b> model" } }) },
    { does: "stream", scene: silent },
    { does: "stream", scene: spoken },
  ])
  const url = provider.at("http://provider.example/v1/chat/completions")
  const targets = join(data, "targets.json")
  writeFileSync(targets, JSON.stringify({ mine: { like: "openai-compatible", label: "Mine", url } }))
  const app = await start({ environment: { CROSSING_TARGETS: targets } })
  await page.goto(app.url)
  await page.getByRole("button", { name: "New conversation" }).click()
  await page.waitForURL(/\/chat$/)
  await page.getByLabel("Whom to ask").selectOption({ label: "Mine" })
  await send(page, question)
  const trouble = page.getByRole("region", { name: "Conversation" }).getByRole("alert")
  await expect(trouble).toContainText("The provider refused the request. Status 400.")
  await expect(page.getByText("no <b>such</b> model")).toBeVisible()
  await page.reload()
  await expect(trouble).toContainText("The provider refused the request.")
  await page.getByRole("button", { name: "Ask again" }).press("Enter")
  await expect(trouble).toContainText("nothing that can be read")
  await page.getByRole("button", { name: "Ask again" }).press("Enter")
  await expect(page.getByText("with a line")).toBeVisible()
  await expect(page.getByRole("button", { name: "Ask again" })).toHaveCount(0)
  await expect(page.getByText("Last reply: 1,200 tokens in · 90 out · price unknown")).toBeVisible()
  await expect(said(page, question)).toHaveCount(1)
  await provider.close()
  watched.complaints.length = 0 // of the usual app's origin, which this page did not open
})

test("beside it stands what would cross now, and it leads to the inspector and back", async ({ page }) => {
  await begin(page)
  await send(page, question)
  await answered(page)
  await page.getByRole("button", { name: "What would cross" }).focus()
  await page.keyboard.press("Enter")
  const beside = page.getByRole("complementary", { name: "What would cross now" })
  await expect(beside).toContainText("carried")
  await expect(beside).toContainText("openai-compatible")
  await page.getByLabel("Whom to ask").selectOption({ label: "Ollama" })
  await expect(page.getByText(/^To Ollama: /)).toContainText("dropped")
  await page.getByRole("link", { name: "Inspector" }).focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/r\/[^/]+$/)
  await page.getByRole("link", { name: "Chat" }).focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/chat$/)
  await answered(page)
})
