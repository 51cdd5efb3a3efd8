import { join } from "node:path"
import { ready, statusBar } from "./act.ts"
import { test as base, expect } from "./fixture.ts"
import { root } from "./run.ts"

/** Takes the pictures of the README; `CROSSING_SCREENSHOTS=1` puts them where it shows them. */

const test = base.extend({ baseURL: async ({ fresh }, use) => use(fresh.url) })
test.use({
  colorScheme: "light",
  viewport: { width: 1280, height: 800 },
  contextOptions: { reducedMotion: "reduce" },
})

test("the inspector, with a block that does not cross", async ({ page }, info) => {
  await page.goto("/")
  await page.getByRole("button", { name: "Open the sample session" }).click()
  await page.waitForURL(/\/r\/./)
  await page.goto(`${page.url()}?target=openai`)
  await ready(page)
  for (let times = 0; times < 60; times++) {
    await page.keyboard.press("]")
    await page.waitForTimeout(100)
    if (((await statusBar(page).textContent()) ?? "").includes("dropped: reasoning-")) break
  }
  await expect(statusBar(page)).toContainText("dropped: reasoning-")
  await page.mouse.move(0, 0)
  await page.waitForTimeout(300) // the highlight has faded
  const asked = (process.env.CROSSING_SCREENSHOTS ?? "") !== ""
  const path = asked ? join(root, "e2e", "screenshots", "inspector.png") : info.outputPath("inspector.png")
  const picture = await page.screenshot({ path })
  expect(picture.length).toBeGreaterThan(20_000)
})
