import type { Block } from "#lib/record/block.ts"
import { digestOf } from "../digest.ts"
import type { Fate } from "../importer.ts"
import type { Body } from "../ledger.ts"
import { timeOf } from "../time.ts"
import type { SessionLine } from "./line.ts"
import type { Kept } from "./reading.ts"
import { samenessOf } from "./sameness.ts"
import { date, type Exchange, type Place, type RecordState, type Session } from "./session.ts"

const longest = 180

type Keeping = {
  readonly record: RecordState
  readonly line: SessionLine
  readonly raw: string
  readonly at: number
}

/** What stands under an id of the source in this record; undefined where nothing does. */
const saidUnder = (session: Session, record: RecordState, own: string): number | undefined => {
  const place = session.places.get(own)
  return place !== undefined && place.n === record.n && place.first > 0 ? place.says : undefined
}

/**
 * The id of a line's first entry: the source's own; where it has come with other content, that and 8 digits of the
 * line's digest; where there is none, the line's digest. Undefined where the same came before.
 */
const idOf = (session: Session, { record, line, raw }: Keeping, says: number): string | undefined => {
  const own = line.uuid !== undefined && line.uuid.length <= longest ? line.uuid : undefined
  const before = own === undefined ? undefined : saidUnder(session, record, own)
  if (own !== undefined && before === undefined) return own
  if (before === says) return undefined
  const digest = digestOf(raw)
  const stem = own === undefined ? "line" : own.slice(0, 120)
  for (const id of [`${stem}~${digest.slice(0, own === undefined ? 16 : 8)}`, `${stem}~${digest}`]) {
    const held = record.ids.get(id)
    if (held === says) return undefined
    if (held === undefined) {
      record.ids.set(id, says)
      return id
    }
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
  if (line.uuid === undefined || session.places.has(line.uuid)) return
  const place = above(session, line)
  const own = place?.n === record.n ? place : { anchor: 0, tip: 0 }
  session.places.set(line.uuid, { n: record.n, anchor: own.anchor, tip: own.tip, first: 0, says: 0 })
}

/** Adds what a line came to; a line that came before is a duplicate. */
export const keep = (session: Session, kept: Kept, keeping: Keeping): Fate => {
  const { record, line, at } = keeping
  const says = samenessOf(kept.bodies)
  const id = idOf(session, keeping, says)
  if (id === undefined) return { fate: "duplicate", at }
  const place = above(session, line)
  const time = timeOf(line.timestamp)
  const from = lines(session, kept.since ?? at, at)
  date(session, record, time)
  const back = rewind(record, place, kept.prompt)
  if (back !== undefined) session.ledger.add(record.n, back, { id: `${id}#rewind`, time, from, at })
  for (const object of kept.objects) session.ledger.keep(object)
  let first = 0
  for (const [index, body] of kept.bodies.entries()) {
    const seq = session.ledger.add(record.n, body, {
      id: index === 0 ? id : `${id}#${index + 1}`,
      time,
      from,
      at,
    })
    if (index === 0) first = seq
    note(record, seq, body)
  }
  if (line.uuid !== undefined && (line.uuid === id || !session.places.has(line.uuid))) {
    const tip = session.ledger.head(record.n)
    const anchor = kept.passed ? (place?.n === record.n ? place.anchor : 0) : tip
    session.places.set(line.uuid, { n: record.n, anchor, tip, first, says })
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
