import type { Page } from "@playwright/test"
import { drop, openRecord, ready } from "./act.ts"
import { ask } from "./ask.ts"
import { expect, test } from "./fixture.ts"
import { claudeCode, type Transcript } from "./transcript.ts"

/** A transcript is a stranger's text: whatever it holds, nothing of it runs, and nothing is asked of anybody. */

const away = "http://127.0.0.1:9/collect"

const scripts = [
  `<script>window.owned = 1</script>`,
  `<script src="${away}"></script>`,
  `<img src="x" onerror="window.owned = 2">`,
  `<img src="${away}">`,
  `<svg onload="window.owned = 3"><style>@import "${away}";</style></svg>`,
  `<a href="javascript:window.owned = 4">press me</a> [press me](javascript:window.owned=5) ![](${away})`,
  `<iframe srcdoc="<script>parent.owned = 6</script>"></iframe><link rel="stylesheet" href="${away}">`,
  `</textarea></title></script><script>window.owned = 7</script>`,
  `"><body onload=window.owned=8>'; window.owned = 9; //`,
  `\u202e\u2066gnp.exe \u0000 \ud800 end`,
] as const

const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="window.owned = 10"><script>window.owned = 11; fetch("${away}")</script><image href="${away}"/></svg>`,
).toString("base64")

const hostile = (): Transcript => {
  const all = scripts.join("\n")
  const file = claudeCode("<b onclick=window.owned=12>-0000-4000-8000-000000000000", [
    { user: all },
    { think: all },
    { say: all },
    {
      call: `toolu_"><script>`,
      name: `Bash"><img src=x onerror=owned=13>`,
      input: { [all]: all, html: scripts },
    },
    {
      result: `toolu_"><script>`,
      content: [
        { type: "text", text: all },
        { type: "image", source: { type: "base64", media_type: "image/svg+xml", data: svg } },
        {
          type: "image",
          source: { type: "base64", media_type: "text/html", data: Buffer.from(all).toString("base64") },
        },
        { type: "image", source: { type: "url", url: away } },
      ],
    },
    { line: { type: "summary", summary: all, leafUuid: "x" } },
    { line: { type: all, html: all } },
  ])
  return { ...file, name: `<img src=x onerror=owned=14>.jsonl` }
}

const untouched = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => "owned" in window)).toBe(false)
  expect(await page.locator('a[href^="javascript:" i], iframe, object, embed').count()).toBe(0)
  const own = '[nonce], [src^="/_next/static/"]' // what carries our nonce, and what that loads
  expect(await page.locator(`script:not(${own})`).count()).toBe(0)
}

test("scripts, handlers, links and pictures of a transcript do nothing on any page", async ({ page }) => {
  await page.goto("/")
  await drop(page, [hostile()])
  await page.waitForURL(/\/import\/./)
  await untouched(page)
  await page.getByRole("region").getByRole("link").first().click()
  await page.waitForURL(/\/r\/./)
  await ready(page)
  const id = decodeURIComponent(new URL(page.url()).pathname.slice(3))

  for (const target of ["1", "2", "3"]) {
    await page.keyboard.press(target)
    await page.keyboard.press("g")
    await page.keyboard.press("g")
    for (let row = 0; row < 14; row++) {
      await page.keyboard.press("j")
      await page.keyboard.press("Enter")
      await page.keyboard.press(".")
    }
    await untouched(page)
  }
  await page.keyboard.press("o")
  await untouched(page)
  await openRecord(page, id, `?filter=${encodeURIComponent(scripts[0])}&target=<script>`)
  await untouched(page)
  await page.goto(`/?q=${encodeURIComponent(scripts[2])}`)
  await untouched(page)
  await page.goto(`/r/${encodeURIComponent(id)}/chat`)
  await expect(page.getByRole("region", { name: "Conversation" })).toContainText("press me")
  for (const fold of await page.locator("summary").all()) await fold.click()
  await untouched(page)
  await page.goto("/?q=press")
  await expect(page.locator("a[data-session]")).not.toHaveCount(0)
  await untouched(page)
})

test("stored objects come as what they are or as bytes, never as a page that runs", async ({
  page,
  app,
  watched,
}) => {
  await page.goto("/")
  await drop(page, [hostile()])
  await page.waitForURL(/\/import\/./)
  await page.getByRole("region").getByRole("link").first().click()
  await ready(page)
  const id = new URL(page.url()).pathname.slice(3)
  const { text } = await ask(`${app.url}/v1/conversations/${id}/entries?limit=1000`)
  const objects = new Set([...text.matchAll(/"object":"([0-9a-f]{64})"/g)].map(([, sha256]) => sha256))
  expect(objects.size).toBeGreaterThan(0)
  for (const sha256 of objects) {
    const path = `/r/${id}/object/${sha256}`
    const answer = await ask(app.url + path)
    expect(answer.headers["x-content-type-options"]).toBe("nosniff")
    expect(answer.headers["content-type"]).not.toMatch(/html|svg|xml|javascript/)
    await page.goto(path).catch(() => undefined) // a download is no navigation
    expect(await page.evaluate(() => "owned" in window)).toBe(false)
  }
  watched.complaints.length = 0
})

test("every page answers with a policy that allows only our own scripts", async ({ app }) => {
  for (const path of ["/", "/import", "/r/nobody", "/sign-in", "/nothing-here"]) {
    const { headers } = await ask(app.url + path, { headers: { accept: "text/html" } })
    const policy = String(headers["content-security-policy"])
    expect(policy, path).toMatch(/default-src 'none'/)
    expect(policy, path).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'(;|$)/)
    expect(policy, path).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
    expect(headers["x-content-type-options"], path).toBe("nosniff")
    expect(headers["x-frame-options"], path).toBe("DENY")
  }
})
