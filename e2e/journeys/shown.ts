import type { Page } from "@playwright/test"
import type { Scene } from "../fake/scene.ts"
import { expect } from "../fixture.ts"

/** What a chat's page shows, as a reader has it from above to below. */

/** A card's heading, a piece of a card, or what is told between cards; one line each. */
export type Lines = readonly string[]

const readCards = (cards: readonly Element[]): string[] =>
  cards.flatMap((card) => {
    const exact = (within: Element | null): string =>
      (within?.querySelector("[data-text]") ?? within)?.textContent ?? ""
    const call = (piece: Element): string => {
      const result = piece.querySelector("[data-role=result]")
      const given = result === null ? "" : ` → ${exact(result)}`
      const state = piece.querySelector("div > span:not([data-quiet])")?.textContent ?? ""
      return `${piece.getAttribute("aria-label")} ${exact(piece)}, ${state}${given}`
    }
    const piece = (of: Element): string => {
      if (of.matches("[data-role=call]")) return call(of)
      return `${of.matches("[data-role=thought]") ? "reasoning" : "text"}: ${exact(of)}`
    }
    const [head, body] = card.children
    const name = head?.querySelector("h2")?.textContent
    if (name === undefined) return [`told: ${head?.textContent ?? ""}`]
    const mark = head?.querySelector("[data-how]")?.textContent
    const waits = card.matches("[data-draft]") ? ", writing" : card.matches("[data-pending]") ? ", waits" : ""
    const pieces = card.matches("[data-pending]")
      ? [`text: ${exact(card)}`]
      : [...(body?.children ?? [])].map(piece)
    return [`${name}${waits}${mark === undefined ? "" : `, ${mark}`}`, ...pieces]
  })

/** The names of the speakers, what they said and how far it came, character for character. */
export const shown = (page: Page): Promise<Lines> =>
  page.getByRole("region", { name: "Conversation" }).locator("ol > li").evaluateAll(readCards)

/** The lines of a reply; `states`: how far its calls came, in order, with what they gave back. */
export const linesOf = ({ acts }: Scene, states: readonly string[] = []): Lines => {
  const left = [...states]
  return [
    "model",
    ...acts.flatMap((act) => {
      if (act.is === "call") return [`call of ${act.name} ${act.arguments}, ${left.shift()}`]
      return act.is === "hidden" ? [] : [`${act.is}: ${act.text}`]
    }),
  ]
}

export const saidBy = (words: string): Lines => ["user", `text: ${words}`]

/** Waits until the page shows these lines, all of them and no other. */
export const shows = (page: Page, lines: Lines): Promise<void> =>
  expect.poll(() => shown(page), { timeout: 30_000 }).toEqual(lines)

type Seen = { readonly twice: string[]; readonly lost: string[] }
type Watching = Window & { crossingSeen?: Seen } // our own key on the page's global object

const watchTexts = (texts: readonly string[]): void => {
  const seen: Seen = { twice: [], lost: [] }
  ;(window as Watching).crossingSeen = seen
  const there = new Set<string>()
  const look = (): void => {
    const pane = document.querySelector('section[aria-label="Conversation"]')?.textContent
    if (pane === undefined || pane === null) return
    for (const text of texts) {
      const times = pane.split(text).length - 1
      if (times > 1) seen.twice.push(text)
      if (times === 0 && there.has(text)) seen.lost.push(text)
      if (times > 0) there.add(text)
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Has all documents of a page note, at every change of theirs, what of some texts stands there twice, or stands there no more. */
export const watchOver = async (page: Page, texts: readonly string[]): Promise<void> => {
  await page.addInitScript(watchTexts, texts)
}

/** Since its document was loaded the page showed nothing twice, not for a moment, and took nothing away. */
export const wasFair = async (page: Page): Promise<void> => {
  const seen = await page.evaluate(() => (window as Watching).crossingSeen)
  expect(seen, "what the page showed twice, and what it took away again").toEqual({ twice: [], lost: [] })
}
