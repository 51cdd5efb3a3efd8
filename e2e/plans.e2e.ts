import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { agent, call, header, result, text, user } from "#lib/record/build.ts"
import type { App } from "./app.ts"
import { ask } from "./ask.ts"
import { answered, closing, draft, send } from "./converse.ts"
import { expect, test } from "./fixture.ts"
import { longSession, putRecord } from "./long-session.ts"

/** Acts on a record: planned and looked at, applied, and taken back, each on its page. */

const line = (page: Page) => page.getByRole("region", { name: "The line", exact: true })
const wire = (page: Page) => page.getByRole("region", { name: "The wire", exact: true })
const apply = (page: Page) => page.getByRole("button", { name: "Apply" })
const summary = (page: Page) => page.getByLabel("Summary", { exact: true })

const open = async (page: Page, record: string, rest: string): Promise<void> => {
  await page.goto(`/r/${encodeURIComponent(record)}/plan/${rest}`)
  await expect(page.getByRole("navigation", { name: "Acts" })).toBeVisible()
}

/** Waits until both wires are held against each other. */
const compared = (page: Page): Promise<void> => expect(wire(page)).toContainText(/before · [\d,]+ bytes/)

const wireOf = async (app: App, record: string, target = "anthropic"): Promise<string> =>
  (await ask(`${app.url}/v1/conversations/${record}/wire?target=${target}`)).text

const headOf = async (app: App, record: string): Promise<number> =>
  (JSON.parse((await ask(`${app.url}/v1/conversations/${record}`)).text) as { readonly head: number }).head

const clean = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(" "))])).toEqual([])
}

const inShort =
  "The import shifted dates twice; src/import/dates.ts is mended. Open: the last line of a file."

test("a long session is compacted by hand, talked on with, and taken back", async ({ page, app }) => {
  test.setTimeout(180_000)
  const record = await putRecord(app.data, "Compacted", longSession(8, 15))
  await page.goto(`/r/${record}/chat`)
  await page.getByLabel("Whom to ask").selectOption("demo")
  await send(page, "Which sessions speak of elephants?")
  await answered(page)
  const before = await wireOf(app, record)

  await page.getByRole("button", { name: "Plan" }).click()
  await page.getByRole("menuitem", { name: "compaction", exact: true }).click()
  await page.waitForURL(/\/plan\/compaction$/)
  await expect(line(page)).toContainText(/\d+ covered/)
  await expect(wire(page)).toContainText("A summary is needed")
  await expect(apply(page)).toBeDisabled()
  await page.getByRole("button", { name: "What a model would be given" }).click()
  await expect(page.getByRole("region", { name: "What a model would be given" })).toContainText(
    "2 user: The nightly import fails",
    { timeout: 30_000 },
  )
  await summary(page).fill(inShort)
  await compared(page)
  await page.getByLabel("Messages that stay").fill("4")
  await expect(page).toHaveURL(/preserve=4$/)
  await expect(summary(page)).toHaveValue(inShort)
  await compared(page)
  await expect(wire(page)).toContainText("lose their cache")
  await expect(wire(page)).toContainText("Signed reasoning")
  await expect(wire(page)).toContainText(`[Summary of earlier conversation]\\n${inShort.slice(0, 30)}`)
  expect(await wireOf(app, record)).toBe(before)

  await expect(apply(page)).toBeEnabled()
  await page.keyboard.press("Escape")
  await apply(page).focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText(/^Appended: entry \d+\.$/)).toBeVisible()
  expect(await wireOf(app, record)).not.toBe(before)

  await page.getByRole("link", { name: "Chat" }).first().click()
  await page.waitForURL(/\/chat$/)
  await send(page, "And of giraffes?")
  await expect(page.getByText(closing)).toHaveCount(2, { timeout: 40_000 })
  await expect(draft(page)).toHaveCount(0)
  await page.goto(`/r/${record}/requests`)
  await expect(page.locator("tr[data-outcome=cut]")).toHaveCount(1)
  await expect(page.locator("tr[data-outcome=cut]")).toContainText("compaction of entries 2 – ")

  await page.goto(`/r/${record}/plan`)
  await page
    .getByRole("region", { name: "Acts in force" })
    .getByRole("link", { name: /compaction/ })
    .click()
  await page.waitForURL(/\/plan\/undo\?of=\d+$/)
  await compared(page)
  await expect(line(page)).toContainText(/\d+ returned/)
  await apply(page).click()
  await expect(page.getByText(/^Appended: entry \d+\.$/)).toBeVisible()
  const after = await wireOf(app, record)
  expect(after.slice(0, before.length - "]}".length)).toBe(before.slice(0, -"]}".length))
})

const acts = [
  ["compaction", "compaction?preserve=6", /\d+ covered/],
  ["microcompaction", "microcompaction?keep=2&least=300", /\d+ cleared/],
  ["rewind", "rewind?to=34&keep=off", /\d+ rewound/],
  ["repair", "repair", /\d+ repaired/],
] as const

for (const [kind, address, words] of acts)
  test(`${kind}: planned without writing, applied, and taken back byte for byte in the same place`, async ({
    page,
    app,
  }) => {
    const record = await putRecord(app.data, kind, longSession(3, 6))
    const head = await headOf(app, record)
    const before = await wireOf(app, record)
    await open(page, record, address)
    if (kind === "compaction") await summary(page).fill(inShort)
    await expect(line(page)).toContainText(words)
    await compared(page)
    expect(await headOf(app, record)).toBe(head)
    await page.keyboard.press("Escape")
    await apply(page).focus()
    await apply(page).press("Enter")
    await expect(page.getByText(/^Appended: entr/)).toBeVisible()
    expect(await headOf(app, record)).toBeGreaterThan(head)
    expect(await wireOf(app, record)).not.toBe(before)
    await page.getByRole("link", { name: "Undo", exact: true }).click()
    await page.waitForURL(/\/plan\/undo\?of=/)
    await compared(page)
    await apply(page).click()
    await expect(page.getByText(/^Appended: entr/)).toBeVisible()
    expect(await wireOf(app, record)).toBe(before)
    await open(page, record, "undo")
    await expect(page.getByText("No act is in force in this record")).toBeVisible()
  })

test("a fork is made from any entry, is its own record, and is taken back by deleting it", async ({
  page,
  app,
}) => {
  const record = await putRecord(app.data, "Forked", longSession(3, 6))
  const head = await headOf(app, record)
  await open(page, record, "rewind")
  await page.getByRole("link", { name: "fork", exact: true }).click()
  await page.waitForURL(/\/plan\/fork$/)
  await expect(page.getByLabel("Last entry that is copied")).toHaveValue(String(head))
  await page.getByLabel("Last entry that is copied").fill("15")
  await expect(page).toHaveURL(/through=15$/)
  await expect(page.getByText("Moved back from entry 15 to 14")).toHaveCount(0)
  await page.getByLabel("Last entry that is copied").fill("9")
  await expect(page.getByText("Moved back from entry 9 to 8")).toBeVisible()
  await compared(page)
  await apply(page).click()
  await expect(page.getByText("A new record was made")).toBeVisible()
  expect(await headOf(app, record)).toBe(head)
  const own = (await page.getByRole("link", { name: "Open it" }).getAttribute("href")) ?? ""
  await page.getByRole("button", { name: "Delete it…" }).click()
  await page.getByRole("button", { name: "Delete", exact: true }).click()
  await page.waitForURL(/\/plan\/fork$/)
  expect((await ask(`${app.url}/v1/conversations/${own.slice(3)}`)).status).toBe(404)
})

test("the address holds what is asked: options, target and entry; another reader sees the same", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  const record = await putRecord(app.data, "Handed on", longSession(3, 6))
  await open(page, record, "rewind")
  await compared(page)
  await page.keyboard.press("2")
  await expect(page).toHaveURL(/target=openai/)
  await line(page)
    .getByRole("button", { name: /messages kept/ })
    .first()
    .click()
  await line(page).getByRole("button", { name: "back to here entry 16" }).click()
  await expect(page).toHaveURL(/to=16/)
  await page.getByRole("button", { name: "goes too" }).click()
  await expect(page).toHaveURL(/keep=off/)
  await compared(page)
  await expect(line(page)).toContainText("14 kept")
  const context = await browser.newContext({ baseURL: baseURL ?? "" })
  const other = await context.newPage()
  await other.goto(page.url())
  await compared(other)
  expect(await line(other).textContent()).toContain("14 kept")
  expect(await wire(other).getByRole("table").textContent()).toBe(
    await wire(page).getByRole("table").textContent(),
  )
  await context.close()
  await page.goBack()
  await page.goBack()
  await page.keyboard.press("?")
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("to Apply")
})

test("a record that has grown refuses the plan, says what came in between, and is planned again", async ({
  page,
  app,
}) => {
  const record = await putRecord(app.data, "Grown", longSession(2, 4))
  const head = await headOf(app, record)
  await open(page, record, "rewind?to=11")
  await compared(page)
  const applied = await ask(`${app.url}/v1/conversations/${record}/plans/apply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ head, plan: { kind: "microcompaction", keep: 7 } })),
  })
  expect(applied.status, applied.text).toBe(200)
  await apply(page).click()
  await expect(page.locator("[data-problem=plan-stale]")).toContainText("1 replacement came in between")
  await page.getByRole("button", { name: `Plan again, for entry ${head + 1}` }).click()
  await expect(page.locator("[data-problem]")).toHaveCount(0)
  await compared(page)
  await apply(page).click()
  await expect(page.getByText(`Appended: entry ${head + 2}.`)).toBeVisible()
})

test("while a turn is at work nothing but a fork can be applied, and the page says so", async ({
  page,
  app,
}) => {
  const record = await putRecord(app.data, "Busy", longSession(2, 4))
  await open(page, record, "rewind?to=11")
  await compared(page)
  await ask(`${app.url}/v1/conversations/${record}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ text: "Which sessions speak of elephants?", to: { target: "demo" } })),
  })
  await expect(page.getByText("A turn is at work in this record")).toBeVisible()
  await expect(apply(page)).toBeDisabled()
  await expect(apply(page)).toBeEnabled({ timeout: 40_000 })
})

test("what cannot be done is one sentence", async ({ page, app }) => {
  const record = await putRecord(app.data, "Small", [header(), user("hi"), agent("hello")])
  await open(page, record, "repair")
  await expect(page.getByRole("alert").first()).toHaveText(/^There is nothing for a repair to do here/)
  await open(page, record, "rewind?to=99")
  await expect(page.getByRole("alert").first()).toHaveText(/The record has no entry 99; name one from 1 to 3/)
  await expect(apply(page)).toBeDisabled()
  await open(page, record, "undo?of=2")
  await expect(page.getByRole("alert").first()).toContainText(
    "Entry 2 is a message that cannot be taken back",
  )
  await page.goto(`/r/${record}/plan/nonsense`)
  await expect(
    page
      .getByText("404")
      .or(page.getByText("not here", { exact: false }))
      .first(),
  ).toBeVisible()
})

const scripts = `<script>window.owned = 1</script><img src=x onerror="window.owned = 2">\u202e\u0000 end`

test("hostile text stays text", async ({ page, app, watched }) => {
  const record = await putRecord(app.data, scripts.slice(0, 60), [
    header(),
    user(scripts),
    agent([
      text(scripts),
      call(`c"><b>`, `bash"><img src=x onerror=owned=3>`, JSON.stringify({ [scripts]: scripts })),
    ]),
    result(`c"><b>`, scripts),
    user(scripts),
    agent(scripts),
  ])
  await open(page, record, "compaction?preserve=1&target=<script>")
  await summary(page).fill(scripts)
  await compared(page)
  await page.getByRole("button", { name: "What a model would be given" }).click()
  await expect(page.getByRole("region", { name: "What a model would be given" })).toContainText("<script>")
  await apply(page).click()
  await expect(page.getByText(/^Appended/)).toBeVisible()
  await page.goto(`/r/${record}/plan`)
  await expect(page.getByRole("region", { name: "Acts in force" })).toContainText("compaction")
  expect(await page.evaluate(() => "owned" in window)).toBe(false)
  expect(watched.complaints).toEqual([])
})

for (const scheme of ["light", "dark"] as const)
  for (const width of [1280, 768])
    test(`it is accessible, ${scheme}, ${width} wide`, async ({ page, app }) => {
      test.setTimeout(120_000)
      const record = await putRecord(app.data, `Accessible ${scheme} ${width}`, longSession(3, 6))
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 800 })
      await open(page, record, "compaction")
      await summary(page).fill(inShort)
      await compared(page)
      await clean(page)
      await apply(page).click()
      await expect(page.getByText(/^Appended/)).toBeVisible()
      await clean(page)
      await open(page, record, "microcompaction?keep=0")
      await compared(page)
      await clean(page)
      await open(page, record, "rewind?to=11")
      await compared(page)
      await clean(page)
      await page.goto(`/r/${record}/plan`)
      await clean(page)
    })
