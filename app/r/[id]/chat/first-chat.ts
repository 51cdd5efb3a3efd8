import { found } from "#app/actions/opened.ts"
import { isClaimed } from "#db/claims.ts"
import { waitingInputs } from "#db/inputs.ts"
import type { Database } from "#db/open.ts"
import { withDatabase } from "#db/shared.ts"
import { providers } from "#lib/live/providers.ts"
import { lastChoice } from "#lib/live/turn/addressee.ts"
import { parseInput } from "#lib/live/turn/input.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import type { Chat } from "#lib/view/chat.ts"
import { chatOf } from "#lib/view/chat-opening.ts"
import type { Pending } from "#lib/view/pending.ts"
import { titleOf } from "#lib/view/title.ts"
import type { Choice } from "./choice.ts"
import { firstChoice, type Offer, offersOf } from "./offers.ts"

/** What a chat's page opens with. */
export type FirstChat = {
  readonly record: string
  readonly title: string
  readonly chat: Chat
  readonly offers: readonly Offer[]
  /** Whom to ask at first, and who was asked last, if anybody. */
  readonly choice: Choice
  readonly last: Choice | undefined
}

const pendingOf = async (db: Database, record: string): Promise<readonly Pending[]> =>
  (await waitingInputs(db, record)).flatMap(({ id, json }) => {
    const { speaker, blocks, to } = parseInput(json)
    if (speaker.kind !== "human" || blocks.length === 0) return []
    const text = blocks.map((block) => (block.kind === "text" ? block.text : "")).join("")
    const pictures = blocks.filter(({ kind }) => kind === "image").length
    return [{ key: id, text, pictures, ...(to === undefined ? {} : { to: to.target }) }]
  })

/** A record's chat as it stands: what is stored first, then what waits, so that nothing falls between. Problems as `found`. */
export const firstChat = async (record: string): Promise<Outcome<FirstChat>> => {
  const read = await found({ record, target: undefined, asOf: undefined, vision: undefined })
  if (!read.ok) return read
  const { log, own } = read.value
  const beside = await withDatabase(async (db) => ({
    pending: await pendingOf(db, record),
    known: await providers(db),
    isAttended: await isClaimed(db, record),
  }))
  if (!beside.ok) return beside
  const last = lastChoice(log.entries)
  const chat = chatOf(log.entries, beside.value.pending)
  return fine({
    record,
    title: log.entries.length === 0 ? (log.header.title ?? "New conversation") : titleOf(log),
    // A turn that was begun where the record was copied from, or by a process that died, does not run.
    chat: { ...chat, running: chat.running && beside.value.isAttended },
    offers: offersOf(beside.value.known),
    choice: firstChoice(beside.value.known, last, own),
    last,
  })
}
