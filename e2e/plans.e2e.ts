import { ask } from "./ask.ts"
import { answered, closing, draft, send } from "./converse.ts"
import { expect, test } from "./fixture.ts"
import { longSession, putRecord } from "./long-session.ts"
import { apply, compared, headOf, inShort, line, open, summary, wire, wireOf } from "./plan-page.ts"

/** Acts on a record: planned and looked at, applied, and taken back, each on its page. */

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
  const history = before.slice(0, before.lastIndexOf(closing)) // what was made behind the last reply is not there now
  expect(history.length).toBeGreaterThan(200_000)
  expect((await wireOf(app, record)).startsWith(history)).toBe(true)
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
    if (kind === "compaction")
      await expect(wire(page).getByRole("link", { name: "3.0", exact: true })).toHaveAttribute(
        "href",
        `/r/${record}?target=anthropic&block=3.0`,
      )
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
