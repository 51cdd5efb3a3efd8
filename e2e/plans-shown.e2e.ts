import { agent, call, header, result, text, user } from "#lib/record/build.ts"
import { isFit, widths } from "./fit.ts"
import { expect, test } from "./fixture.ts"
import { longSession, putRecord } from "./long-session.ts"
import { apply, compared, inShort, line, open, summary, wire } from "./plan-page.ts"

/** Plan pages as they are read: by address, by keyboard, in one sentence, whatever a stranger wrote, and by everybody. */

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

test("what cannot be done is one sentence", async ({ page, app, watched }) => {
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
  await expect(page.getByRole("heading", { name: "Not here" })).toBeVisible()
  watched.complaints.length = 0 // the browser's own note of the refusal
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

for (const width of widths)
  test(`it is fit for everybody, ${width} wide`, async ({ page, app }) => {
    test.setTimeout(180_000)
    const record = await putRecord(app.data, `Fit ${width}`, longSession(2, 4))
    await page.setViewportSize({ width, height: 800 })
    await open(page, record, "compaction")
    await summary(page).fill(inShort)
    await compared(page)
    await isFit(page)
    await apply(page).click()
    await expect(page.getByText(/^Appended/)).toBeVisible()
    await isFit(page)
    await open(page, record, "microcompaction?keep=0")
    await compared(page)
    await isFit(page)
    await open(page, record, "rewind?to=11")
    await compared(page)
    await isFit(page)
    await page.goto(`/r/${record}/plan`)
    await isFit(page)
  })
