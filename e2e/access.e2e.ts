import type { Page } from "@playwright/test"
import { targets } from "#lib/dialect/targets.ts"
import { focused, openRecord, openTargets, post } from "./act.ts"
import { isFit, widths } from "./fit.ts"
import { expect, test } from "./fixture.ts"
import { everyday } from "./transcript.ts"

/** Every page and popup, light and dark, wide and narrow: nothing that axe objects to, nothing that is cut off. */
test.describe.configure({ mode: "parallel" }) // each has a record of its own, and there are many

const press =
  (...keys: readonly string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  }

type Place = {
  readonly name: string
  readonly open: (page: Page, record: string) => Promise<unknown>
  readonly refused?: true
}

const record =
  (query: string, then: (page: Page) => Promise<unknown> = async () => {}) =>
  async (page: Page, id: string) => {
    await openRecord(page, id, query)
    await then(page)
  }

const places: readonly Place[] = [
  { name: "the list", open: (page) => page.goto("/") },
  { name: "the list, narrowed to nothing", open: (page) => page.goto("/?q=nothing-of-the-kind") },
  { name: "the imports", open: (page) => page.goto("/import") },
  {
    name: "a receipt",
    open: async (page) => {
      await page.goto("/import")
      await page.getByRole("table").getByRole("link").first().click()
      await page.waitForURL(/\/import\/./)
      await expect(page.locator("dl").first()).toBeVisible()
    },
  },
  { name: "a record", open: record("?target=openai", press("]", "]")) },
  { name: "a record, raw", open: record("?target=openai&block=2.0", press(".")) },
  { name: "a record in the wire's order", open: record("?target=anthropic&order=wire", press("]")) },
  {
    name: "a record with findings, and what one says",
    open: record("?target=kimi", async (page) => {
      await expect(page.getByRole("button", { name: /^\d+ warnings?$/ })).toBeVisible()
      await press("f")(page)
      await focused(page)
        .getByRole("button", { name: /^warning: / })
        .hover()
      await expect(page.getByRole("region", { name: "Findings" })).toBeVisible()
    }),
  },
  { name: "a record, filtered", open: record("?filter=how:dropped") },
  { name: "the targets", open: (page, id) => openTargets(page, id, "?target=gemini") },
  {
    name: "the targets, by reason",
    open: async (page, id) => {
      await openTargets(page, id, "?target=mistral&by=reason")
      await page.getByRole("button", { name: "reasoning-foreign" }).click()
      await expect(page.getByRole("rowheader", { name: /^2\.0 reasoning/ })).toBeVisible()
    },
  },
  {
    name: "the choice of a target",
    open: record("", async (page) => {
      await page.keyboard.press("0")
      await expect(page.getByRole("option")).toHaveCount(targets.length)
    }),
  },
  {
    name: "the keys",
    open: record("", async (page) => {
      await page.keyboard.press("?")
      await expect(page.getByRole("dialog")).toBeVisible()
    }),
  },
  {
    name: "the palette",
    open: record("", async (page) => {
      await page.keyboard.press("Control+k")
      await expect(page.getByRole("dialog")).toBeVisible()
    }),
  },
  {
    name: "a deletion",
    open: record("", async (page) => {
      await page.keyboard.press("Control+k")
      await page.keyboard.type("delete")
      await page.keyboard.press("Enter")
      await expect(page.getByRole("alertdialog")).toContainText("entries")
    }),
  },
  { name: "the lint", open: (page) => page.goto("/lint") },
  {
    name: "the lint, with findings",
    open: async (page) => {
      await page.goto("/lint")
      await page.getByRole("button", { name: "See an example" }).click()
      await page.getByText("Compare with the request before it").click()
      await expect(page.getByRole("list", { name: "Findings" })).toBeVisible()
    },
  },
  { name: "the settings", open: (page) => page.goto("/settings?target=gemini") },
  {
    name: "the settings, of which one is refused",
    open: async (page) => {
      await page.goto("/settings?target=anthropic")
      await page.waitForLoadState("networkidle")
      await page.getByRole("textbox", { name: "base URL" }).fill("ftp://nowhere")
      await page.getByRole("button", { name: "Save" }).click()
      await expect(page.getByRole("main").getByRole("alert")).toBeVisible()
    },
  },
  { name: "the sign-in", open: (page) => page.goto("/sign-in") },
  { name: "no such record", open: (page) => page.goto("/r/nobody"), refused: true },
  { name: "no such page", open: (page) => page.goto("/nothing-here"), refused: true },
]

for (const width of widths)
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })
    for (const { name, open, refused } of places)
      test(name, async ({ page, watched }) => {
        const [id = ""] = await post(page.request, everyday())
        await open(page, id)
        await expect(page.getByRole("main")).toBeAttached()
        await isFit(page)
        if (refused === undefined) return
        expect(
          watched.complaints.filter((each) => !/status of 404 .*\/(nobody|nothing-here)/.test(each)),
        ).toEqual([])
        watched.complaints.length = 0
      })
  })
