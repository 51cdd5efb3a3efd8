import { readFileSync } from "node:fs"
import type { Browser, Page } from "@playwright/test"
import { planted } from "#lib/live/secrets/testing/planted.ts"
import { parseLog } from "#lib/record/log.ts"
import { openRecord, post } from "./act.ts"
import { isFit, widths } from "./fit.ts"
import { expect, test } from "./fixture.ts"
import { claudeCode } from "./transcript.ts"

/** What leaves the house: shown first, without its secrets, and with nothing in it that runs. */

const away = "http://127.0.0.1:9/collect"
const github = planted["github token"] ?? ""
const npm = planted["npm token"] ?? ""

const scripts = [
  "<script>window.owned = 1</script>",
  `</script></style></title></textarea><script src="${away}"></script>`,
  `<img src=x onerror="window.owned = 2"><img src="${away}"><link rel=stylesheet href="${away}">`,
  `"><svg onload=window.owned=3><style>@import "${away}"</style>`,
  `<meta http-equiv="refresh" content="0;url=${away}"><iframe srcdoc="<script>parent.owned=4</script>"></iframe>`,
  "```\n````\n</details>\n# forged heading\n<script>window.owned = 5</script>",
  "\u202e\u2066gnp.exe \u0000 \ud800 end",
].join("\n")

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="owned=6"/>`).toString("base64")

let sessions = 0
const session = () => {
  sessions += 1
  const id = `e4b0${String(sessions).padStart(4, "0")}-0000-4000-8000-000000000000`
  return claudeCode(id, [
    { user: `${scripts} and my key ${github}` },
    { think: scripts, signature: `signed ${github}` },
    { call: "toolu_1", name: `Bash"><img src=x onerror=owned=7>`, input: { [scripts]: scripts, token: npm } },
    {
      result: "toolu_1",
      content: [
        { type: "text", text: `${scripts} ${github}` },
        { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
        { type: "image", source: { type: "base64", media_type: "image/svg+xml", data: svg } },
      ],
    },
    { say: scripts },
  ])
}

const openExport = async (page: Page, record: string, query = ""): Promise<void> => {
  await page.goto(`/r/${encodeURIComponent(record)}/export${query}`)
  await expect(page.getByRole("status")).not.toHaveText(/^Reading/)
}

const download = async (page: Page): Promise<{ readonly name: string; readonly text: string }> => {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Download/ }).press("Enter"),
  ])
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") }
}

/** Opens an exported page as a file, in a browser that is asked for nothing else. */
const openFile = async (browser: Browser, html: string) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const asked: string[] = []
  const said: string[] = []
  context.on("request", (request) => asked.push(request.url()))
  context.on("console", (message) => said.push(message.text()))
  const page = await context.newPage()
  await page.route("http://exported.test/", (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  )
  await page.goto("http://exported.test/")
  return { page, asked, said, close: () => context.close() }
}

test("the review comes first, a false alarm stays, and the file says what it does without", async ({
  page,
}) => {
  const [record = ""] = await post(page.request, session())
  await openRecord(page, record)
  await page.getByRole("link", { name: "Export", exact: true }).press("Enter")
  await page.waitForURL(/\/export/)
  await expect(page.getByRole("status")).toHaveText(/^2 secrets in \d+ places will be left out/)
  await expect(page.getByRole("region", { name: "Secrets" })).not.toContainText(github)

  const whole = await download(page)
  expect(whole.name).toMatch(/\.crossing\.jsonl$/)
  const log = parseLog(whole.text)
  expect(log.ok && log.value.records[0]?.header.redacted?.secrets).toBe(2)
  expect([whole.text.replaceAll(`signed ${github}`, "").includes(github), whole.text.includes(npm)]).toEqual([
    false,
    false,
  ])
  expect(whole.text).toContain(`signed ${github}`)
  const [copy = ""] = await post(page.request, {
    name: "copy.crossing.jsonl",
    bytes: Buffer.from(whole.text.replaceAll(record, `${record}-copy`)),
  })

  const keep = page.getByRole("checkbox", { name: /^Keep npm/ })
  await keep.focus()
  await page.keyboard.press("Space")
  await expect(keep).toBeChecked()
  await expect(page.getByRole("status")).toHaveText(/^1 secret in \d+ places/)
  await page.reload()
  await expect(keep).toBeChecked()
  const some = await download(page)
  expect(some.text).toContain(npm)

  await openRecord(page, copy)
  await expect(page.getByRole("banner")).toContainText("2 secrets left out")
})

test("an exported page is text: nothing of it runs, and nothing is fetched", async ({ page, browser }) => {
  const [record = ""] = await post(page.request, session())
  await openExport(page, record, "?format=html&target=openai")
  const { name, text } = await download(page)
  expect(name).toMatch(/\.html$/)
  expect([text.includes(github), text.includes(npm)]).toEqual([false, false])
  expect(text).not.toMatch(/<(?:script|iframe|link|svg|object|embed)\b/i)
  const file = await openFile(browser, text)
  await expect(file.page.getByRole("main", { name: "Stored beside crossed" })).toBeVisible()
  await expect(file.page.getByText("secrets left out, in")).toBeVisible()
  await expect(file.page.locator("li.row").first()).toBeVisible()
  const picture = file.page.locator("img")
  expect(await picture.count()).toBe(1)
  expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(1)
  expect(await file.page.evaluate(() => Object.keys(window).includes("owned"))).toBe(false)
  await isFit(file.page)
  expect(file.asked.filter((url) => !url.startsWith("data:"))).toEqual(["http://exported.test/"])
  expect(file.said).toEqual([])
  await file.close()
})

test("Markdown and a case of a hostile session read as text", async ({ page }) => {
  const [record = ""] = await post(page.request, session())
  await openExport(page, record, "?format=markdown")
  const markdown = await download(page)
  const outside = markdown.text.replaceAll(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, "")
  expect(outside).not.toMatch(/(?<!\\)<(?!\/?details>|\/?summary>)/)
  expect(outside).not.toContain("forged heading")
  expect(markdown.text).toContain("2 secrets left out")

  await page.getByRole("radio", { name: /^Case/ }).check()
  await expect(page.getByRole("status")).toHaveText(/^Nothing that was said/)
  const made = await download(page)
  expect(made.name).toMatch(/\.case\.crossing\.jsonl$/)
  expect(parseLog(made.text).ok).toBe(true)
  for (const word of ["owned", "forged", github, npm]) expect(made.text).not.toContain(word)
})

for (const width of widths)
  test(`the page of exports is fit for everybody, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const [record = ""] = await post(page.request, session())
    await openExport(page, record, "?format=html")
    await expect(page.getByRole("checkbox").first()).toBeVisible()
    await isFit(page)
  })
