import { found } from "#app/actions/opened.ts"
import { waitingInputs } from "#db/inputs.ts"
import type { Database } from "#db/open.ts"
import { withDatabase } from "#db/shared.ts"
import { demo } from "#lib/live/demo/demo.ts"
import { type Provider, providers } from "#lib/live/providers.ts"
import { type Choice, lastChoice } from "#lib/live/turn/addressee.ts"
import { parseInput } from "#lib/live/turn/input.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import type { Chat } from "#lib/view/chat.ts"
import { chatOf } from "#lib/view/chat-opening.ts"
import type { Pending } from "#lib/view/pending.ts"
import { titleOf } from "#lib/view/title.ts"

/** Somebody who can be asked: `id` names it in a request, `target` is whom the wire is for, `model` its usual model. */
export type Offer = {
  readonly id: string
  readonly label: string
  readonly target: string
  readonly model: string
}

/** What a chat's page opens with. */
export type FirstChat = {
  readonly record: string
  readonly title: string
  readonly chat: Chat
  readonly pending: readonly Pending[]
  readonly offers: readonly Offer[]
  /** Whom to ask at first, and who was asked last, if anybody. */
  readonly choice: Choice
  readonly last: Choice | undefined
}

const script: Offer = { id: demo.provider, label: demo.label, target: demo.target, model: demo.model }

/** Whether a request could leave for it: there is a key, or none is needed. */
const isReachable = ({ key, baseUrl }: Provider): boolean =>
  key.from === "stored" || key.from === "environment" || (key.from === "none-needed" && baseUrl !== "")

const offersOf = (known: readonly Provider[]): readonly Offer[] => [
  ...known
    .filter(isReachable)
    .map(({ target, label, model }): Offer => ({ id: target, label, target, model })),
  script,
]

/** Whoever was asked last, where that can be asked again; else the record's own target, else one with a key, else the demo. */
const firstChoice = (known: readonly Provider[], last: Choice | undefined, own: string): Choice => {
  const offers = offersOf(known)
  if (last !== undefined && offers.some(({ id }) => id === last.target)) return last
  const keyed = known.filter(({ key }) => key.from === "stored" || key.from === "environment")
  return { target: (keyed.find(({ target }) => target === own) ?? keyed[0])?.target ?? demo.provider }
}

const pendingOf = async (db: Database, record: string): Promise<readonly Pending[]> =>
  (await waitingInputs(db, record)).flatMap(({ id, json }) => {
    const { speaker, blocks } = parseInput(json)
    if (speaker.kind !== "human") return []
    const text = blocks.map((block) => (block.kind === "text" ? block.text : "")).join("")
    return [{ key: id, text, pictures: blocks.filter(({ kind }) => kind === "image").length }]
  })

/** A record's chat as it stands: what is stored first, then what waits, so that nothing falls between. Problems as `found`. */
export const firstChat = async (record: string): Promise<Outcome<FirstChat>> => {
  const read = await found({ record, target: undefined, asOf: undefined, vision: undefined })
  if (!read.ok) return read
  const { log, own } = read.value
  const beside = await withDatabase(async (db) => ({
    pending: await pendingOf(db, record),
    known: await providers(db),
  }))
  if (!beside.ok) return beside
  const last = lastChoice(log.entries)
  return fine({
    record,
    title: log.entries.length === 0 ? (log.header.title ?? "New conversation") : titleOf(log),
    chat: chatOf(log.entries),
    pending: beside.value.pending,
    offers: offersOf(beside.value.known),
    choice: firstChoice(beside.value.known, last, own),
    last,
  })
}
