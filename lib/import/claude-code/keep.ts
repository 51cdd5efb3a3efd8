import type { Block } from "#lib/record/block.ts"
import { digestOf } from "../digest.ts"
import type { Fate } from "../importer.ts"
import type { Draft } from "../ledger.ts"
import { timeOf } from "../time.ts"
import type { SessionLine } from "./line.ts"
import type { Body, Kept } from "./reading.ts"
import { date, type Exchange, type Place, type RecordState, type Session } from "./session.ts"

const longest = 180

/** What an entry says, whoever repeats it: copies that the tool appended again differ in their links and times. */
const contentOf = (body: Body): unknown => {
  if (body.kind === "message") return [body.role, body.speaker, body.blocks]
  return body.kind === "compaction" ? [body.kind, body.summary] : body
}

/**
 * The id of a line's first entry: the source's own; where it has come with other content, that and 8 digits of the
 * line's digest; where there is none, the line's digest. Undefined where the same came before.
 */
const idOf = (record: RecordState, line: SessionLine, raw: string, content: string): string | undefined => {
  const own =
    line.uuid !== undefined && line.uuid !== "" && line.uuid.length <= longest ? line.uuid : undefined
  const digest = own === undefined || record.ids.has(own) ? digestOf(raw) : ""
  const candidates =
    own === undefined
      ? [`line~${digest.slice(0, 16)}`, `line~${digest}`]
      : [own, `${own.slice(0, 120)}~${digest.slice(0, 8)}`, `${own.slice(0, 120)}~${digest}`]
  for (const id of candidates) {
    const before = record.ids.get(id)
    if (before === content) return undefined
    if (before === undefined) return id
  }
  return undefined
}

/** A person goes on from where a person went on before: the line goes back to there first. */
const rewind = (record: RecordState, place: Place | undefined, prompt: boolean): Body | undefined => {
  if (!prompt || place === undefined || place.n !== record.n || place.anchor === 0) return undefined
  if (record.followed.has(place.anchor)) return { kind: "rewind", to: place.tip, keep: true }
  record.followed.add(place.anchor)
  return undefined
}

const sizeOf = (block: Block & { readonly kind: "tool-result" }): { size: number; pictures: number } => ({
  size: block.content.reduce((sum, item) => sum + (item.kind === "text" ? item.text.length : 0), 0),
  pictures: block.content.filter((item) => item.kind !== "text").length,
})

const remember = (record: RecordState, seq: number, block: Block, index: number): void => {
  if (block.kind === "tool-call") record.exchanges.set(block.callId, { name: block.name, call: seq })
  if (block.kind !== "tool-result" || block.providerExecuted === true) return
  const call = record.exchanges.get(block.callId)?.call ?? 0
  const result = { block: `${seq}.${index}`, isError: block.isError, ...sizeOf(block) }
  const exchange: Exchange = { name: block.name, call, result }
  record.exchanges.set(block.callId, exchange)
}

/** The entry above a line in its chain. */
export const above = (session: Session, line: SessionLine): Place | undefined => {
  const parent =
    line.parentUuid ?? (line.subtype === "compact_boundary" ? line.logicalParentUuid : undefined) ?? ""
  return session.places.get(parent)
}

/** Where a line stands that adds nothing itself; the first line of an id stands, unless a kept one takes its place. */
export const passBy = (session: Session, record: RecordState, line: SessionLine): void => {
  if (line.uuid === undefined || line.uuid === "" || session.places.has(line.uuid)) return
  const place = above(session, line)
  const own = place?.n === record.n ? place : { anchor: 0, tip: 0 }
  session.places.set(line.uuid, { n: record.n, anchor: own.anchor, tip: own.tip, first: 0 })
}

type Keeping = {
  readonly record: RecordState
  readonly line: SessionLine
  readonly raw: string
  readonly at: number
}

/** Adds what a line came to; a line that came before is a duplicate. */
export const keep = (session: Session, kept: Kept, { record, line, raw, at }: Keeping): Fate => {
  const content = digestOf(JSON.stringify(kept.bodies.map(contentOf))).slice(0, 16)
  const id = idOf(record, line, raw, content)
  if (id === undefined) return { fate: "duplicate", at }
  record.ids.set(id, content)
  const place = above(session, line)
  const time = timeOf(line.timestamp)
  const from = lines(session, kept.since ?? at, at)
  const add = (body: Body, name: string): number =>
    session.ledger.add(record.n, { id: name, at: time, ...body } as Draft, from, at) // its parts are those of its kind
  date(session, record, time)
  const back = rewind(record, place, kept.prompt)
  if (back !== undefined) add(back, `${id}#rewind`)
  for (const object of kept.objects) session.ledger.keep(object)
  let first = 0
  for (const [index, body] of kept.bodies.entries()) {
    const seq = add(body, index === 0 ? id : `${id}#${index + 1}`)
    if (index === 0) first = seq
    note(record, seq, body)
  }
  if (line.uuid !== undefined && line.uuid !== "") {
    const tip = session.ledger.head(record.n)
    const anchor = kept.passed ? (place?.n === record.n ? place.anchor : 0) : tip
    session.places.set(line.uuid, { n: record.n, anchor, tip, first })
  }
  return { fate: "kept", at, ...(kept.repaired === undefined ? {} : { repaired: kept.repaired }) }
}

const note = (record: RecordState, seq: number, body: Body): void => {
  if (body.kind !== "message") return
  if (body.audience === undefined) {
    if (record.firstMessage === 0) record.firstMessage = seq
    record.lastMessage = seq
  }
  for (const [index, block] of body.blocks.entries()) remember(record, seq, block, index)
}

/** Lines follow one another; elements of a document are each by themselves. */
const lines = (session: Session, first: number, last: number) => {
  const from = session.fromOf(last)
  return "lines" in from ? { lines: [first, last] as const } : from
}
