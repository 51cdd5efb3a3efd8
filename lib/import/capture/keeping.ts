import { known } from "#lib/record/json.ts"
import type { Reply } from "#lib/reply/reply.ts"
import { digestOf } from "../digest.ts"
import type { Fate, From } from "../importer.ts"
import type { Body, Ledger } from "../ledger.ts"
import { type RequestReading, readRequest, signsOf, type Turn, type Whom } from "../requests/read.ts"
import { replyIn } from "./answer.ts"
import { storedOf } from "./bytes.ts"
import type { Answer, Exchange } from "./exchange.ts"
import { callIds } from "./ids.ts"
import { sort } from "./sort.ts"
import { type Standing, standingOf, type Talk } from "./talk.ts"

/** Where an exchange stood in its file: `at` is the line or element that it is counted with. */
export type Stand = { readonly from: From; readonly at: number }

/** The records of one file in the making. */
type Keep = { readonly to: Ledger; readonly talks: Talk[] }

/** A request, and the record that it belongs to. */
type Asked = Keep & {
  readonly talk: Talk
  readonly whom: Whom
  readonly reading: RequestReading
  readonly exchange: Exchange
  readonly stand: Stand
}

/** Records whose newest request is held, so that the next one is stored as what it adds; of others it is stored whole. */
const mostHeld = 8

const open = ({ to, talks }: Keep, reading: RequestReading, whom: Whom, exchange: Exchange): Talk => {
  const { turns, header } = reading
  const n = talks.length + 1
  const digest = digestOf(`${n}\n${whom.dialect}\n${exchange.time}\n${exchange.body}`)
  to.facts({ n, digest, createdAt: exchange.time })
  const talk: Talk = {
    n,
    dialect: whom.dialect,
    first: turns[0]?.key ?? "",
    ids: callIds(),
    responses: new Set(),
    line: [],
    asked: 0,
    header: undefined,
    headerSeq: undefined,
    system: header?.body.system,
    bytes: undefined,
  }
  talks.push(talk)
  return talk
}

type What = {
  readonly name: string
  readonly body: Body
  readonly time?: string | null
  readonly rest?: Uint8Array
}

const add = (
  { to, talk, exchange, stand }: Asked,
  { name, body, time = exchange.time, rest }: What,
): number => to.add(talk.n, body, { id: `${talk.asked}.${name}`, time, ...stand, ...known({ rest }) })

/** All that a request holds beside history is logged where it differs from what was logged last. */
const addHeader = (asked: Asked): void => {
  const { talk, reading } = asked
  const { header } = reading
  if (header === undefined || header.id === talk.header) return
  const reason = talk.header === undefined ? "import" : "change"
  talk.headerSeq = add(asked, { name: header.id, body: { ...header.body, reason } })
  talk.header = header.id
  talk.system = header.body.system
}

const goBack = (asked: Asked, standing: Standing): void => {
  if (standing.is !== "rewind") return
  const { talk } = asked
  const seq = talk.line[standing.points - 1]?.seq ?? 0
  talk.line = talk.line.slice(0, standing.points)
  talk.ids.rewind(seq)
  add(asked, { name: "rewind", body: { kind: "rewind", to: seq, keep: true } })
}

const bound = ({ to, talk }: Asked, body: Body): Body =>
  body.kind === "message" ? { ...body, blocks: [...talk.ids.bind(body.blocks, to.head(talk.n) + 1)] } : body

const addTurn = (asked: Asked, turn: Turn, place: number): void => {
  const { to, talk } = asked
  const { isAgent, key, signs } = turn
  for (const object of turn.objects) to.keep(object)
  let seq = to.head(talk.n)
  for (const [index, body] of turn.bodies.entries()) {
    const name = `${place}${index === 0 ? "" : `#${index + 1}`}~${key.slice(0, 12)}`
    seq = add(asked, { name, body: bound(asked, body) })
  }
  talk.line = [...talk.line, { isAgent, key, signs, seq }]
}

const hold = ({ talks, talk }: Asked, bytes: Uint8Array): void => {
  talk.bytes = bytes
  const others = talks.filter((one) => one.bytes !== undefined && one !== talk)
  const [oldest] = others
  if (others.length >= mostHeld && oldest !== undefined) oldest.bytes = undefined
}

const addSent = (asked: Asked, body: string): void => {
  const { to, talk, whom } = asked
  const bytes = new TextEncoder().encode(body)
  const { rest, ...stored } = storedOf(talk.bytes, bytes)
  const facts = known({ target: whom.target, through: to.head(talk.n), header: talk.headerSeq })
  const name = `sent~${stored.sha256.slice(0, 12)}`
  add(asked, { name, body: { kind: "sent", by: "capture", ...stored, ...facts }, rest })
  hold(asked, bytes)
}

/** What an answer failed with is a try of its request: the provider's own words are kept. */
const addFailure = (asked: Asked, { status, time }: Answer, { failure }: Reply): void => {
  if (failure === undefined) return
  const facts = known({ status, error: failure })
  add(asked, { name: "attempt", time, body: { kind: "attempt", step: asked.talk.asked, n: 1, ...facts } })
}

const addReply = (asked: Asked, answer: Answer): void => {
  const { to, talk, whom, reading } = asked
  const reply = replyIn(whom.dialect, answer)
  const { blocks, objects, responseId, stop, usage } = reply
  addFailure(asked, answer, reply)
  if (responseId !== undefined) talk.responses.add(responseId)
  if (blocks.length === 0) return
  for (const object of objects) to.keep(object)
  const model = reading.model ?? reply.model
  const maker = model === undefined ? undefined : { provider: whom.provider, api: whom.dialect, model }
  const body: Body = {
    kind: "message",
    role: "assistant",
    speaker: { kind: "agent" },
    ...known({ responseId, maker, stop }),
    blocks: [...talk.ids.bind(blocks, to.head(talk.n) + 1)],
    ...known({ usage }),
  }
  const seq = add(asked, { name: "reply", time: answer.time, body })
  talk.line = [...talk.line, { isAgent: true, key: "", signs: signsOf(blocks), seq }]
}

const keepRequest = (keep: Keep, exchange: Exchange, stand: Stand, body: string, whom: Whom): boolean => {
  const reading = readRequest(body, whom)
  if (reading === undefined) return false
  const standing = standingOf(keep.talks, reading, whom.dialect)
  const talk = standing.is === "new" ? open(keep, reading, whom, exchange) : standing.talk
  talk.asked++
  const asked: Asked = { ...keep, talk, whom, reading, exchange, stand }
  addHeader(asked)
  goBack(asked, standing)
  const from = standing.is === "new" ? 0 : standing.turns
  for (const [index, turn] of reading.turns.entries()) if (index >= from) addTurn(asked, turn, index)
  addSent(asked, body)
  if (exchange.answer !== undefined) addReply(asked, exchange.answer)
  return true
}

/** What is not understood stands with the newest record, or in one of its own before there is any. */
const keepUnread = ({ to, talks }: Keep, raw: string, why: string, { from, at }: Stand): Fate => {
  const id = `unread.${at}~${digestOf(raw).slice(0, 12)}`
  to.add(Math.max(talks.length, 1), { kind: "unread", raw, why }, { id, time: null, from, at })
  return { fate: "unread", at, why }
}

/** A count of tokens repeats words that stand in the requests around it, so its own text is left to the source. */
const keepExchange = (keep: Keep, exchange: Exchange, stand: Stand, raw: () => string): Fate => {
  const sorted = sort(exchange)
  const { at } = stand
  if (sorted.is === "other") return { fate: "structural", at, type: sorted.type }
  if (sorted.is === "request")
    return keepRequest(keep, exchange, stand, sorted.body, sorted.whom)
      ? { fate: "kept", at }
      : keepUnread(keep, raw(), "body-invalid", stand)
  return sorted.why === "count-tokens"
    ? { fate: "unread", at, why: sorted.why }
    : keepUnread(keep, raw(), sorted.why, stand)
}

/** The fate of a line or element that holds several exchanges: kept where any of them is. */
const together = (fates: readonly Fate[]): Fate | undefined =>
  fates.find(({ fate }) => fate === "kept") ?? fates.find(({ fate }) => fate === "unread") ?? fates[0]

/**
 * Rebuilds records from captured exchanges, given in the order in which they were sent. Requests repeat the whole
 * history: a record is made of its first body and of what each later one adds (`standingOf` says which belong together),
 * with a header where system, tools, parameters or model change, a `sent` entry for each request, and the answers.
 */
export const keeping = (to: Ledger) => {
  const keep: Keep = { to, talks: [] }
  return {
    /** Takes what one line or element holds; `raw` is its text. Gives its fate; `empty` is that of one that holds none. */
    take: (exchanges: readonly Exchange[], stand: Stand, raw: () => string, empty: Fate): Fate =>
      together(exchanges.map((exchange) => keepExchange(keep, exchange, stand, raw))) ?? empty,
    unread: (raw: string, why: string, stand: Stand): Fate => keepUnread(keep, raw, why, stand),
  }
}

export type Keeping = ReturnType<typeof keeping>
