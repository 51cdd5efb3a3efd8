import type { Db } from "#db/connect.ts"
import { readSent } from "#db/sent.ts"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { sharedBytes } from "#lib/record/shared-bytes.ts"
import { prefixOf, type Request } from "#lib/sent/prefix.ts"
import { type Known, rebuild, type Sent, targetOf, throughOf } from "#lib/sent/rebuild.ts"
import { bodyDiff } from "#lib/view/body-diff.ts"
import type { RequestDiff } from "#lib/view/request-diff.ts"
import { openRequests } from "./requests.ts"

/** What a request is held against: another one, or what the record gives for it. */
export type Against = Seq | "record"

/** A request with its bytes. Problem `sent-unknown` {record, seq}. */
const requestAt = async (
  db: Db,
  record: string,
  sents: readonly Sent[],
  seq: Seq,
): Promise<Outcome<Request>> => {
  const sent = sents.find((each) => each.seq === seq)
  if (sent === undefined) return refused("sent-unknown", { record, seq })
  const bytes = await readSent(db, record, seq)
  return bytes.ok ? fine({ sent, bytes: bytes.value }) : bytes
}

const withRequest = (known: Known, before: Request, now: Request): RequestDiff => {
  const { cut } = prefixOf(known, before, now)
  const sides = { before: before.bytes, now: now.bytes }
  const parting =
    cut === undefined ? undefined : { pointer: cut.pointer, bytes: [cut.byteBefore, cut.byte] as const }
  return bodyDiff(sides, targetOf(known, now.sent)?.dialect, parting)
}

/** What the record gives for a request against what really crossed. Problem `target-unknown` {target}. */
const withRecord = (known: Known, { sent, bytes }: Request): Outcome<RequestDiff> => {
  const target = targetOf(known, sent)
  if (target === undefined) return refused("target-unknown", { target: sent.target ?? "" })
  const { policies } = sent
  const rebuilt = rebuild(known, { target, through: throughOf(sent), policies }).wire.bytes()
  const sides = { before: rebuilt, now: bytes }
  const byte = sharedBytes(rebuilt, bytes)
  const isEqual = byte === rebuilt.length && byte === bytes.length
  const parting = isEqual ? undefined : { pointer: "", bytes: [byte, byte] as const }
  return fine(bodyDiff(sides, target.dialect, parting))
}

/**
 * A request held against another one, the earlier of the two first, or against what the record gives for it.
 * Problems `record-unknown` {record}, `sent-unknown` {record, seq}, `target-unknown` {target}.
 */
export const diffRequest = async (
  db: Db,
  record: string,
  { seq, against, head }: { readonly seq: Seq; readonly against: Against; readonly head: Seq },
): Promise<Outcome<RequestDiff>> => {
  const opened = await openRequests(db, record, head)
  if (!opened.ok) return opened
  const { sents, sound } = opened.value
  const now = await requestAt(db, record, sents, seq)
  if (!now.ok) return now
  if (against === "record") return withRecord(sound, now.value)
  const other = await requestAt(db, record, sents, against)
  if (!other.ok) return other
  return fine(
    against < seq ? withRequest(sound, other.value, now.value) : withRequest(sound, now.value, other.value),
  )
}
