import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openRecord, post } from "./act.ts"
import { type App, startApp, temporary } from "./app.ts"
import { ask } from "./ask.ts"
import { test as base, expect } from "./fixture.ts"
import { everyday } from "./transcript.ts"

/** Targets of a user's own: known on every face by their ids. */

const given = {
  "my-server": { like: "openai-compatible", label: "My server", model: "mine-1" },
  anthropic: { label: "Claude here" },
}

const test = base.extend<object, { readonly app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use) => {
      const folder = temporary()
      const file = join(folder, "targets.json")
      writeFileSync(file, JSON.stringify(given))
      const app = await startApp({ environment: { CROSSING_TARGETS: file } })
      await use(app)
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: "worker", timeout: 120_000 },
  ],
})

test("a target of one's own has its wire, its tab and its place in the lint", async ({ page, app }) => {
  const [record = ""] = await post(page.request, everyday())
  const wire = await ask(`${app.url}/v1/conversations/${encodeURIComponent(record)}/wire?target=my-server`)
  expect([wire.status, wire.headers["x-crossing-target"]]).toEqual([200, "my-server"])
  expect(JSON.parse(wire.text).model).toBe("mine-1")

  await openRecord(page, record, "?target=my-server")
  await expect(page.getByRole("button", { name: /^My server/ })).toHaveAttribute("aria-pressed", "true")
  await expect(page.getByRole("button", { name: /^Claude here/ })).toBeVisible()

  await page.goto("/lint?target=my-server")
  await expect(page.getByRole("combobox", { name: /Target/ })).toHaveValue("my-server")
})
