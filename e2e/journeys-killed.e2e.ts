import type { Browser, Page } from "@playwright/test"
import type { DialectId } from "#lib/dialect/targets/row.ts"
import { send } from "./converse.ts"
import { expect, watch } from "./fixture.ts"
import { arrives, gate, openChat } from "./journeys/acts.ts"
import { dialects, isPiecewise, settingFor, test } from "./journeys/cast.ts"
import { arrivedClean, holdsUp, repliesIn } from "./journeys/record.ts"
import { calling, goingOn, more, places, question } from "./journeys/scenes.ts"
import { linesOf, saidBy, shows, wasFair } from "./journeys/shown.ts"

/** The server is killed outright while a reply of every dialect comes, and started again under its open pages. */

/** A browser of its own, since one browser keeps few connections to one server open. */
const inOwnBrowser = async (browser: Browser, origin: string) => {
  const context = await browser.newContext()
  return { page: await context.newPage(), complaints: watch(context, origin).complaints }
}

const text = calling.acts.flatMap((act) => (act.is === "text" ? [act.text] : []))[0] ?? ""
const [, second = ""] = calling.acts.flatMap((act) => (act.is === "call" ? [act.arguments] : []))

/** Waits until all has come that comes before the held place, and then once more by a page that knows only what is stored. */
const isStored = async (page: Page, dialect: DialectId): Promise<void> => {
  for (const read of ["as it came", "from the store"]) {
    if (read === "from the store") await page.reload()
    if (isPiecewise(dialect)) await arrives(page, second, places.arguments)
    else await expect(page.getByRole("region", { name: /^call of/ })).toHaveCount(1, { timeout: 30_000 })
    await expect(page.getByText(text)).toBeVisible()
  }
}

/** What a page complains of while there is no server, and nothing else. */
const isAbsence = (complaint: string): boolean => /net::ERR_[A-Z_]+/.test(complaint)

const interrupted = "told: Interrupted: the process that asked ended before the answer did."

test("killed in mid-stream and started again, it shows what had come once, marked, and goes on", async ({
  browser,
  data,
  start,
  play,
  providers,
}) => {
  test.setTimeout(180_000)
  const setting = settingFor(providers, data)
  const app = await start({ ...setting, data })
  const chats = await Promise.all(
    dialects.map(async (dialect) => {
      const held = { text: places.arguments, until: gate().isOpen }
      play(dialect, [
        { does: "hold", scene: calling, before: [held] },
        { does: "stream", scene: goingOn },
      ])
      const own = await inOwnBrowser(browser, app.url)
      const id = await openChat(own.page, app.url, dialect)
      await send(own.page, question)
      await isStored(own.page, dialect)
      return { dialect, id, ...own }
    }),
  )
  await app.end("SIGKILL")
  for (const { page } of chats) await expect(page.getByText("Connecting…")).toBeVisible({ timeout: 30_000 })
  await start({ data, environment: { ...setting.environment, PORT: new URL(app.url).port } })

  await Promise.all(
    chats.map(async ({ dialect, id, page, complaints }) => {
      await expect(page.getByText(interrupted.slice(6)), dialect).toBeVisible({ timeout: 30_000 })
      const [reply] = repliesIn(await holdsUp(page.request, app.url, id))
      expect(reply?.stop, dialect).toBe("aborted")
      const calls = (reply?.blocks ?? []).flatMap((block) =>
        block.kind === "tool-call" ? [`call of ${block.name} ${block.arguments}, did not complete`] : [],
      )
      expect(calls, dialect).toHaveLength(isPiecewise(dialect) ? 2 : 1)
      const spoken = { ...calling, acts: calling.acts.filter(({ is }) => is !== "call") }
      const kept = [
        ...saidBy(question),
        "model, interrupted",
        ...linesOf(spoken).slice(1),
        ...calls,
        interrupted,
      ]
      await shows(page, kept)
      await send(page, more)
      const gone = [...kept, ...saidBy(more), ...linesOf(goingOn)]
      await shows(page, gone)
      await wasFair(page)
      await page.reload()
      await shows(page, gone)
      arrivedClean(providers[dialect], dialect, 2)
      await holdsUp(page.request, app.url, id)
      expect(
        complaints.filter((complaint) => !isAbsence(complaint)),
        dialect,
      ).toEqual([])
    }),
  )
  await Promise.all(chats.map(({ page }) => page.context().close()))
})
