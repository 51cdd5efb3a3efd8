import type { Block } from "#lib/record/block.ts"
import { objectOf, stringsOf, wordsOf } from "#lib/record/json.ts"
import type { Body } from "../ledger.ts"
import type { SessionLine } from "./line.ts"
import { type MessageSource, summaryText } from "./messages.ts"
import { type Reading, structural, unread } from "./reading.ts"
import type { Exchange, RecordState, Session } from "./session.ts"

/** A compaction is announced: what it covers ends here, less the messages that it keeps as they are. */
export const announce = (session: Session, record: RecordState, line: SessionLine, at: number): Reading => {
  const messages = objectOf(line.compactMetadata?.preservedMessages)
  const segment = objectOf(line.compactMetadata?.preservedSegment)
  const head = wordsOf(segment?.headUuid)
  const preserved = [...(head === undefined ? [] : [head]), ...stringsOf(messages?.uuids)]
  record.boundary = { at, head: session.ledger.head(record.n), preserved }
  return structural(line.type)
}

/**
 * First and last seq that a summary stands for: the messages before it was announced, up to the first of those that it
 * keeps. Null where none of them is in the file.
 */
const coverOf = (session: Session, record: RecordState): readonly [number, number] | null => {
  const from = record.firstMessage
  const kept = (record.boundary?.preserved ?? []).flatMap((uuid) => {
    const place = session.places.get(uuid)
    return place !== undefined && place.n === record.n && place.first > 0 ? [place.first] : []
  })
  const end = Math.min(record.lastMessage, record.boundary?.head ?? record.lastMessage)
  const to = kept.reduce((least, first) => Math.min(least, first - 1), end)
  return from > 0 && to >= from ? [from, to] : null
}

/** The summary that stands for what was before. */
export const readSummary = (session: Session, source: MessageSource, at: number): Reading => {
  const { record } = source
  const summary = summaryText(source)
  if (summary === undefined) return unread("content-missing")
  const covers = coverOf(session, record)
  const since = record.boundary?.at === at - 1 ? at - 1 : undefined
  record.boundary = undefined
  const body: Body = { kind: "compaction", summary, covers: covers === null ? null : [...covers] }
  return { fate: "kept", bodies: [body], objects: [], passed: false, prompt: false, since }
}

const counted = (count: number, thing: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${thing}${count === 1 ? "" : "s"}`]

/** Says which tool it was, how much stood there, and that it is gone. */
const marker = (tool: string, size: number, pictures: number): string => {
  const stood = [...counted(size, "character"), ...counted(pictures, "picture")].join(" and ")
  return `Output of ${tool} cleared: ${stood === "" ? "nothing" : stood} stood here.`
}

const cleared = (callId: string, exchange: Exchange): Body | undefined => {
  const { result } = exchange
  if (result === undefined) return undefined
  const block: Block = {
    kind: "tool-result",
    callId,
    name: exchange.name,
    isError: result.isError,
    content: [{ kind: "text", text: marker(exchange.name, result.size, result.pictures) }],
  }
  return { kind: "replacement", of: result.block, with: block, reason: "cleared" }
}

/** Older results that from here on are sent without their content. */
export const clear = (record: RecordState, line: SessionLine): Reading => {
  const ids = new Set(stringsOf(line.microcompactMetadata?.compactedToolIds))
  const bodies = [...ids].flatMap((callId) => {
    const exchange = record.exchanges.get(callId)
    return (exchange && cleared(callId, exchange)) ?? []
  })
  if (bodies.length === 0) return structural(line.type)
  return { fate: "kept", bodies, objects: [], passed: true, prompt: false }
}
