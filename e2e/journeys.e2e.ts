import { draft, send } from "./converse.ts"
import type { Move } from "./fake/provider.ts"
import type { Scene } from "./fake/scene.ts"
import { expect } from "./fixture.ts"
import { arrives, follows, gate, openChat } from "./journeys/acts.ts"
import { dialects, isPiecewise, test } from "./journeys/cast.ts"
import { arrivedClean, holdsUp, repliesIn } from "./journeys/record.ts"
import {
  answering,
  beginnings,
  calling,
  goingOn,
  more,
  places,
  question,
  results,
} from "./journeys/scenes.ts"
import { linesOf, saidBy, shown, shows, wasFair, watchOver } from "./journeys/shown.ts"

/** Conversations with a fake provider of each dialect and a real tool server, as they are followed in the browser. */

const streams = (scene: Scene): Move => ({ does: "stream", scene })
const answered = results.map((result) => `answered → ${result}`)
const whole = [...saidBy(question), ...linesOf(calling, answered), ...linesOf(answering)]

const textIn = ({ acts }: Scene): string =>
  acts.flatMap((act) => (act.is === "text" ? [act.text] : []))[0] ?? ""
const argumentsIn = ({ acts }: Scene): readonly string[] =>
  acts.flatMap((act) => (act.is === "call" ? [act.arguments] : []))

for (const dialect of dialects) {
  test(`${dialect}: a turn with a thought, two calls at once, their results and an answer`, async ({
    page,
    app,
    play,
    providers,
  }) => {
    play(dialect, [streams(calling), streams(answering)])
    const id = await openChat(page, app.url, dialect)
    await send(page, question)
    await shows(page, whole)
    await wasFair(page)
    await page.reload()
    await shows(page, whole)
    await follows(page)
    expect(await shown(page), "what the stream told of it again changed nothing").toEqual(whole)
    await wasFair(page)
    arrivedClean(providers[dialect], dialect, 2)
    await holdsUp(page.request, app.url, id)
  })

  test(`${dialect}: stopped in the midst of a call's arguments, and gone on from there`, async ({
    page,
    app,
    play,
    providers,
  }) => {
    const held = { text: places.arguments, until: gate().isOpen }
    play(dialect, [{ does: "hold", scene: calling, before: [held] }, streams(goingOn)])
    const id = await openChat(page, app.url, dialect)
    await send(page, question)
    const calls = draft(page).getByRole("region", { name: "call of mcp__fake__echo" })
    await expect(calls).toHaveCount(isPiecewise(dialect) ? 2 : 1)
    await page.keyboard.press("Escape")
    await expect(page.getByText("Stopped here.")).toBeVisible()

    const [reply] = repliesIn(await holdsUp(page.request, app.url, id))
    const written = (reply?.blocks ?? []).flatMap((block) =>
      block.kind === "tool-call" ? [block.arguments] : [],
    )
    const wanted = argumentsIn(calling)
    expect(reply?.stop).toBe("aborted")
    expect(written).toHaveLength(isPiecewise(dialect) ? 2 : 1)
    expect(written.map((text, index) => wanted[index]?.startsWith(text))).not.toContain(false)
    if (isPiecewise(dialect))
      expect(written[1]?.length).toBeLessThanOrEqual(wanted[1]?.indexOf(places.arguments) ?? 0)
    else expect(written).toEqual(wanted.slice(0, 1))
    const cut = { ...calling, acts: calling.acts.filter(({ is }) => is !== "call") }
    const kept = [
      ...saidBy(question),
      ...["model, interrupted", ...linesOf(cut).slice(1)],
      ...written.map((text) => `call of mcp__fake__echo ${text}, did not complete`),
    ]
    await shows(page, [...kept, "told: Stopped here."])
    await send(page, more)
    const gone = [...kept, "told: Stopped here.", ...saidBy(more), ...linesOf(goingOn)]
    await shows(page, gone)
    await wasFair(page)
    await page.reload()
    await shows(page, gone)
    arrivedClean(providers[dialect], dialect, 2)
    await holdsUp(page.request, app.url, id)
  })

  test(`${dialect}: opened again in mid-stream, and in another browser`, async ({
    page,
    app,
    play,
    browser,
  }) => {
    const [text, answer] = [gate(), gate()]
    play(dialect, [
      { does: "hold", scene: calling, before: [{ text: places.text, until: text.isOpen }] },
      { does: "hold", scene: answering, before: [{ text: places.answer, until: answer.isOpen }] },
    ])
    await openChat(page, app.url, dialect)
    await send(page, question)
    await arrives(page, textIn(calling), places.text)
    await wasFair(page)
    await page.reload()
    await arrives(page, textIn(calling), places.text)

    const context = await browser.newContext({ baseURL: app.url })
    const other = await context.newPage()
    await watchOver(other, beginnings)
    await Promise.all([other.goto(page.url()), text.open()]) // what is left of the reply comes while the page is loaded
    await arrives(other, textIn(answering), places.answer)
    await wasFair(page)
    await Promise.all([page.reload(), answer.open()])
    await Promise.all([shows(page, whole), shows(other, whole)])
    await Promise.all([wasFair(page), wasFair(other)])
    await context.close()
  })
}
