import { randomUUID } from "node:crypto"
import type { APIRequestContext, Page } from "@playwright/test"
import { agent, call, type Draft, header, reasoning, record, result, text, user } from "#lib/record/build.ts"
import { printLine } from "#lib/record/record.ts"
import { focused, openRecord, post, statusBar } from "./act.ts"
import { expect, test } from "./fixture.ts"
import type { Transcript } from "./transcript.ts"

/** Going back, forking and taking back from where one reads, in the inspector, by keyboard. */

const talk: readonly Draft[] = [
  header({ system: "Be brief." }),
  user("Why does the importer lose the last line?"),
  agent([
    reasoning("The reader may wait.", "c2lnbmVk"),
    text("I look at the reader."),
    call("a", "read_file"),
  ]),
  result("a", "export function* lines(text: string) {}"),
  agent("It yields only behind a line feed."),
  user("Mend it."),
  agent([call("b", "bash")]),
  result("b", "12 passed"),
  agent("Mended: the last line is a line too."),
  user("And the tests?"),
  agent("They pass."),
]

/** A crossing log of entries that are stored as they stand. */
const logOf = (drafts: readonly Draft[]): Transcript => {
  const id = randomUUID()
  const { header: first, entries } = record(...drafts)
  const lines = [
    { ...first, id, title: `A talk ${id}` },
    ...entries.map((entry) => ({ ...entry, id: `${id} ${entry.id}` })),
  ]
  return { name: `${id}.crossing.jsonl`, bytes: Buffer.from(`${lines.map(printLine).join("\n")}\n`) }
}

const stored = async (request: APIRequestContext, drafts: readonly Draft[] = talk): Promise<string> => {
  const [id = ""] = await post(request, logOf(drafts))
  return id
}

const at = (id: string, what: string): string => `/v1/conversations/${encodeURIComponent(id)}/${what}`

const wireOf = async (request: APIRequestContext, id: string): Promise<string> =>
  (await request.get(at(id, "wire?target=anthropic"))).text()

const plan = (page: Page) => page.getByRole("alertdialog")
const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"]`)

test("r goes back to the focused entry once its plan was seen, and u gives back what it let go, byte for byte", async ({
  page,
}) => {
  const id = await stored(page.request)
  const before = await wireOf(page.request, id)
  await openRecord(page, id, "?target=anthropic&block=5.0")
  await page.keyboard.press("r")
  await expect(plan(page)).toContainText("Go back to entry 5")
  await expect(plan(page)).toContainText("go: 6 messages (6–11)")
  await expect(plan(page)).toContainText("tokens")
  expect(await wireOf(page.request, id)).toBe(before)
  await page.keyboard.press("Enter")
  await expect(plan(page)).toHaveCount(0)
  await expect(page.getByText("Went back to entry 5, with entry 12.")).toBeVisible()
  await expect(page.getByRole("button", { name: /6 entries, rewound by entry 12/ })).toBeVisible()
  await expect(focused(page)).toHaveAttribute("data-id", "e12")
  expect((await wireOf(page.request, id)).length).toBeLessThan(before.length)
  await page.keyboard.press("u")
  await expect(plan(page)).toContainText("come back: 6 messages (6–11)")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Took entry 12 back, with entry 13.")).toBeVisible()
  await expect(row(page, "6.0")).toHaveAttribute("data-how", "carried")
  await expect(row(page, "e12")).toContainText("taken back by entry 13")
  expect(await wireOf(page.request, id)).toBe(before)
})
