import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { awake, post } from "./act.ts"
import { send } from "./converse.ts"
import { fakeProvider } from "./fake/provider.ts"
import { spoken } from "./fake/scenes.ts"
import { isFit } from "./fit.ts"
import { test as base, expect } from "./fixture.ts"
import { claudeCode } from "./transcript.ts"

/** What the list says of forks, and of quotes that the agent mirrors. Each test has a store of its own. */

const test = base.extend({ baseURL: async ({ fresh }, use) => use(fresh.url) })

const rows = (page: Page) => page.locator("a[data-session]")

const fork = async (page: Page, record: string, through: number): Promise<string> => {
  const path = `/v1/conversations/${encodeURIComponent(record)}`
  const { head } = await (await page.request.get(path)).json()
  const data = { plan: { kind: "fork", through }, head }
  const answer = await page.request.post(`${path}/plans/apply`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).record
}

test("forks stand below their parent, folded, and by themselves where a search leaves their parent out", async ({
  page,
}) => {
  const talk = [{ user: "Who keeps the lighthouse?" }, { say: "Nobody does." }, { user: "And the zebra?" }]
  const [parent = ""] = await post(page.request, claudeCode("55555555-eeee-4eee-8eee-555555555555", talk))
  const [other = ""] = await post(
    page.request,
    claudeCode("66666666-ffff-4fff-8fff-666666666666", [{ user: "Hello" }]),
  )
  const child = await fork(page, parent, 2)
  const grandchild = await fork(page, child, 2)
  await page.goto("/")
  await awake(page)
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText("4 sessions")).toBeVisible()

  const first = page.locator(`a[data-session="${parent}"]`)
  await first.focus()
  await page.keyboard.press("o")
  await expect(rows(page)).toHaveCount(4)
  await expect(page).toHaveURL(/open=/)
  await expect(first).toBeFocused()
  const fold = page.getByRole("link", { name: "2 forks" })
  await expect(fold).toHaveAttribute("aria-expanded", "true")
  await page.keyboard.press("j")
  await expect(page.locator(`a[data-session="${child}"]`)).toBeFocused()
  await page.keyboard.press("j")
  await expect(page.locator(`a[data-session="${grandchild}"]`)).toBeFocused()
  await isFit(page)
  await page.reload()
  await expect(rows(page)).toHaveCount(4)
  await fold.click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page).not.toHaveURL(/open=/)

  await page.request.delete(`/v1/conversations/${encodeURIComponent(other)}`)
  await page.goto(`/?q=${encodeURIComponent(grandchild)}`)
  await expect(rows(page)).toHaveCount(1)
  const row = page.getByRole("row").filter({ has: rows(page) })
  await expect(row).toContainText("forked from")
  await row
    .getByRole("link", { name: /lighthouse/ })
    .last()
    .press("Enter")
  await page.waitForURL((url) => url.pathname === `/r/${child}`)
})

test("a reply that mirrors escapes is seen at once in the list, and leads to its repair", async ({
  page,
  data,
  start,
  watched,
}) => {
  const mirrored = { ...spoken, acts: [{ is: "text", text: 'I ran \\"ls\\", and `\\"x\\"`.' }] } as const
  const provider = await fakeProvider("chat", [
    { does: "stream", scene: spoken },
    { does: "stream", scene: mirrored },
    { does: "stream", scene: mirrored },
  ])
  const url = provider.at("http://provider.example/v1/chat/completions")
  const targets = join(data, "targets.json")
  writeFileSync(targets, JSON.stringify({ mine: { like: "openai-compatible", label: "Mine", url } }))
  const app = await start({ environment: { CROSSING_TARGETS: targets } })
  const list = await page.context().newPage()
  const number = list.getByRole("link", { name: /^\d+$/ })
  await page.goto(app.url)
  await page.getByRole("button", { name: "New conversation" }).click()
  await page.waitForURL(/\/chat$/)
  await page.getByLabel("Whom to ask").selectOption({ label: "Mine" })
  await send(page, "Say it plainly.")
  await expect(page.getByText("with a line")).toBeVisible()
  await list.goto(app.url)
  await expect(rows(list)).toHaveCount(1)
  await expect(number).toHaveCount(0)
  for (const [n, quotes] of ["2", "4"].entries()) {
    await send(page, "And what did you run?")
    await expect(page.getByText('I ran "ls"').or(page.getByText("I ran"))).toHaveCount(n + 1)
    await expect(page.locator("[data-draft]")).toHaveCount(0)
    await list.reload()
    await expect(number).toHaveText(quotes)
  }
  await list.getByRole("link", { name: "has mirrored quotes" }).click()
  await expect(list).toHaveURL(/has=quotes/)
  await expect(rows(list)).toHaveCount(1)
  await expect(number).toHaveAttribute("href", /^\/r\/[^/]+\/plan\/repair$/)
  await provider.close()
  const elsewhere = watched.complaints.filter((each) => !each.startsWith(`asked ${app.url}/`))
  expect(elsewhere).toEqual([])
  watched.complaints.length = 0 // the app is this test's own
})
