import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { z } from "zod"
import { sampleSession } from "#app/import/sample/session.ts"
import { crossing } from "#lib/cli/testing/run.ts"
import { targets } from "#lib/dialect/targets.ts"
import { ruleOf } from "#lib/lint/index.ts"
import { outReasons } from "#lib/view/words.ts"
import { reasons } from "#lib/wire/reason.ts"
import { focused, openRecord, openTargets, post, ready, statusBar } from "./act.ts"
import { ask } from "./ask.ts"
import { expect, test } from "./fixture.ts"
import { root } from "./run.ts"
import { claudeCode, everyday, type Transcript } from "./transcript.ts"

/** One record for every target: counted, listed, linked, and switched by number. */

const crossings = z.array(
  z.object({ how: z.enum(["carried", "altered", "dropped", "made"]), reason: z.string().optional() }),
)

/** What the command line says becomes of the sample session: `carried 20`, `dropped reasoning-foreign 2`. */
const told = async (target: string): Promise<ReadonlyMap<string, number>> => {
  const { stdout } = await crossing(["project", sampleSession.path, "--target", target, "--crossings"])
  const sums = new Map<string, number>()
  const add = (name: string): void => void sums.set(name, (sums.get(name) ?? 0) + 1)
  for (const { how, reason = "" } of crossings.parse(JSON.parse(stdout))) {
    const out = outReasons.some((each) => each === reason)
    add(out ? "out" : how)
    if (how !== "carried" && !out) add(`${how} ${reason}`)
  }
  return sums
}

const sampleFile = (): Transcript => ({
  name: sampleSession.name,
  bytes: readFileSync(join(root, sampleSession.path)),
})

const counted = async (page: Page, target: string): Promise<Readonly<Record<string, number>>> => {
  const cells = page.locator(`tr[data-target="${target}"] td[data-how]`)
  const pairs = await cells.evaluateAll((all) =>
    all.map(
      (cell) => [cell.getAttribute("data-how") ?? "", Number(cell.getAttribute("data-count"))] as const,
    ),
  )
  return Object.fromEntries(pairs)
}

test("the counts are those of the command line, target by target and reason by reason", async ({ page }) => {
  test.setTimeout(240_000) // the command line starts once for each target
  const [id = ""] = await post(page.request, sampleFile())
  await openTargets(page, id, "?by=target")
  const said = new Map<string, ReadonlyMap<string, number>>()
  for (const { id: target } of targets) said.set(target, await told(target))
  for (const [target, sums] of said) {
    const { carried = 0, altered = 0, dropped = 0, made = 0 } = await counted(page, target)
    const known = (name: string): number => sums.get(name) ?? 0
    expect({ target, carried, altered, dropped, made }).toEqual({
      target,
      carried: known("carried"),
      altered: known("altered"),
      dropped: known("dropped"),
      made: known("made"),
    })
    await expect(page.getByText(`+ ${known("out")} blocks out of the line for all`)).toBeVisible()
  }
  await page.keyboard.press("o")
  await expect(page).toHaveURL(/by=reason/)
  for (const [target, sums] of said)
    for (const [name, count] of sums) {
      const [how = "", reason] = name.split(" ")
      if (reason === undefined) continue
      const cell = page.getByRole("link", { name: `${count} ${how} for ${target}: ${reason}`, exact: true })
      await cell.scrollIntoViewIfNeeded()
      await expect(cell).toBeVisible()
    }
})

test("a target's losses are listed by reason, and each leads to its row under that target", async ({
  page,
}) => {
  const [id = ""] = await post(page.request, everyday())
  await openTargets(page, id, "?target=openai")
  const losses = page.getByRole("region", { name: "Losses to openai" })
  await expect(losses).toContainText(reasons["reasoning-foreign"])
  await losses.locator('a[data-block="2.0"]').click()
  await page.waitForURL(/\/r\/[^/]+\?target=openai&block=2\.0/)
  await ready(page)
  await expect(focused(page)).toHaveAttribute("data-id", "2.0")
  await expect(focused(page)).toHaveAttribute("data-how", "dropped")
  await expect(statusBar(page)).toContainText("dropped: reasoning-foreign")
})

test("a reason leads to just its rows", async ({ page }) => {
  const [id = ""] = await post(page.request, everyday())
  await openTargets(page, id, "?target=mistral")
  await page.locator('a[data-reason="call-id-rewritten"]').click()
  await page.waitForURL(/filter=how%3Aaltered/)
  await ready(page)
  const rows = page.locator("li[aria-setsize]")
  await expect(rows.first()).toHaveAttribute("data-how", "altered")
  expect(await rows.evaluateAll((all) => new Set(all.map((row) => row.getAttribute("data-how"))).size)).toBe(
    1,
  )
})

test("a finding stands below a target's losses and leads to its row", async ({ page }) => {
  const [id = ""] = await post(page.request, everyday())
  await openTargets(page, id, "?target=kimi")
  const rule = page.locator('a[data-reason="kimi/id-style"]')
  await expect(page.getByRole("region", { name: "Losses to kimi" })).toContainText(
    ruleOf("kimi/id-style")?.meaning ?? "no such rule",
  )
  await rule.click()
  await page.waitForURL(/filter=finding%3Akimi%2Fid-style/)
  await ready(page)
  await expect(statusBar(page)).toContainText("in this wire")
  await page.keyboard.press("f")
  await expect(focused(page)).toHaveAttribute("data-id", "4.0")
  await expect(statusBar(page)).toContainText("kimi/id-style")
})

test("by reason: which targets lose a block, and a way to it under each", async ({ page }) => {
  const [id = ""] = await post(page.request, everyday())
  await openTargets(page, id, "?by=reason")
  await page.getByRole("button", { name: "reasoning-foreign" }).click()
  const row = page.getByRole("row", { name: /^2\.0 reasoning/ }).first()
  await expect(row.getByRole("link", { name: /for anthropic/ })).toHaveCount(0)
  await expect(row.getByRole("link", { name: /for kimi/ })).toHaveCount(0)
  await row.getByRole("link", { name: "2.0 dropped for gemini: reasoning-foreign" }).click()
  await page.waitForURL(/target=gemini&block=2\.0/)
  await ready(page)
  await expect(focused(page)).toHaveAttribute("data-id", "2.0")
  await expect(focused(page)).toHaveAttribute("data-how", "dropped")
})

/** `1` … `9`, and behind `0` the number of any target. */
const pressNumber = async (page: Page, number: number): Promise<void> => {
  if (number < 10) {
    await page.keyboard.press(String(number))
    return
  }
  await page.keyboard.press("0")
  await expect(page.getByLabel("Target by number or name")).toBeFocused()
  await page.keyboard.type(String(number))
  await expect(page.getByLabel("Target by number or name")).toHaveCount(0)
}

test("number keys open the same record under every target", async ({ page, app }) => {
  const [id = ""] = await post(page.request, everyday())
  await openRecord(page, id, "?target=anthropic&block=2.0")
  for (const [index, { id: target, label }] of targets.entries()) {
    await pressNumber(page, index + 1)
    await expect(page.getByRole("button", { name: label, pressed: true }).first()).toBeInViewport()
    const wire = await ask(`${app.url}/v1/conversations/${encodeURIComponent(id)}/wire?target=${target}`)
    await expect(page.getByTitle(new RegExp(`^${wire.headers["x-content-sha256"]}`))).toBeVisible()
    await expect(focused(page)).toHaveAttribute("data-id", "2.0")
  }
})

test("a target by its name: 0, some of its letters, Enter", async ({ page }) => {
  const [id = ""] = await post(page.request, everyday())
  await openRecord(page, id)
  await page.keyboard.press("0")
  await expect(page.getByLabel("Target by number or name")).toBeFocused()
  await page.keyboard.type("deep")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/target=deepseek/)
})

test("T compares, keeping target, moment and vision; Enter goes back under the chosen one", async ({
  page,
}) => {
  const [id = ""] = await post(page.request, everyday())
  await openRecord(page, id, "?target=kimi&asOf=7&vision=on")
  await page.keyboard.press("Shift+T")
  await page.waitForURL(/\/targets\?target=kimi&asOf=7&vision=on$/)
  await expect(page.getByRole("status").first()).toHaveText(`${targets.length} targets`)
  await expect(page.getByRole("button", { name: "kimi", pressed: true })).toBeVisible()
  await page.keyboard.press("j")
  await expect(page.getByRole("button", { name: "deepseek", pressed: true })).toBeVisible()
  await page.keyboard.press("8")
  await expect(page).toHaveURL(/target=gemini/)
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/r\/[^/]+\?target=gemini&asOf=7&vision=on$/)
  await ready(page)
})

test("the palette offers the comparison", async ({ page }) => {
  const [id = ""] = await post(page.request, everyday())
  await openRecord(page, id)
  await page.keyboard.press("Control+k")
  await page.keyboard.type("compare all")
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/targets/)
})

test("what another moment or vision changes is counted anew", async ({ page }) => {
  const [id = ""] = await post(page.request, everyday())
  await openTargets(page, id, "?target=anthropic&asOf=1")
  expect((await counted(page, "openai")).dropped).toBe(0)
  await openTargets(page, id, "?target=anthropic")
  expect((await counted(page, "openai")).dropped).toBe(2)
})

/** A session in which one target loses as many thoughts as are asked for. */
const thoughtful = (count: number): Transcript =>
  claudeCode(
    "7d1f6a52-0c4b-4e8e-9c55-2f60a1b9d3c4",
    Array.from({ length: count }, (_, at) => [
      { user: `Question ${at}` },
      { think: `Thought ${at}`, signature: "c2lnbmF0dXJl" },
      { say: `Answer ${at}` },
    ]).flat(),
  )

test("of a long list only what is in sight is drawn, to its very end", async ({ page }) => {
  const count = 700
  const [id = ""] = await post(page.request, thoughtful(count))
  await openTargets(page, id, "?target=openai")
  const losses = page.getByRole("region", { name: "Losses to openai" })
  await losses.getByRole("button", { name: "All of reasoning-foreign" }).click()
  const lines = losses.locator("a[data-block]")
  expect(await lines.count()).toBeLessThan(100)
  const scroller = losses.locator("div:has(> ul)")
  await scroller.evaluate((element) => (element.scrollTop = 24 * 680))
  await expect(losses.getByText(`Thought ${count - 10}`, { exact: true })).toBeVisible()
  expect(await lines.count()).toBeLessThan(100)

  await page.keyboard.press("o")
  await page.getByRole("button", { name: "reasoning-foreign" }).click()
  const rows = page.getByRole("row")
  expect(await rows.count()).toBeLessThan(100)
  await page
    .getByRole("region", { name: "Reasons and targets" })
    .evaluate((element) => (element.scrollTop = 24 * 690))
  await expect(page.getByRole("rowheader", { name: `Thought ${count - 5}` })).toBeVisible()
  expect(await rows.count()).toBeLessThan(100)
})
