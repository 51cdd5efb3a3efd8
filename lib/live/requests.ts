import { setImmediate } from "node:timers/promises"
import type { Db } from "#db/connect.ts"
import { headOf, readLog } from "#db/entries.ts"
import { loadObjects } from "#db/objects.ts"
import { eachSent, readSent } from "#db/sent.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { type Prefix, prefixOf, type Request } from "#lib/sent/prefix.ts"
import { headerAt, type Known, type Sent, throughOf } from "#lib/sent/rebuild.ts"
import { damagedEntry, type Verdict, verifier } from "#lib/sent/verify.ts"
import { ownTarget } from "./counting.ts"
import { allTargets } from "./targets.ts"

/** A stored request: its entry, the model its header names, and how it stands to the one before it. */
export type StoredRequest = {
  readonly sent: Sent
  readonly model?: string
  /** Absent where the bytes of the request are not stored. */
  readonly prefix?: Prefix
}

/** A page of requests in the order that they were sent; `next` is the `after` of the page behind, null on the last. */
export type RequestPage = {
  readonly head: Seq
  readonly requests: readonly StoredRequest[]
  readonly next: Seq | null
}

/** What became of the proof of the request at an entry. */
export type Proof = { readonly seq: Seq; readonly verdict: Verdict }

const isSent = (entry: Entry): entry is Sent => entry.kind === "sent"

/** A record's requests, and all that they can be rebuilt from; `sound`: the same without what is damaged and behind. */
type Loaded = { readonly sents: readonly Sent[]; readonly known: Known; readonly sound: Known }

/** Reads a record up to an entry. Problem `record-unknown` {record}. */
const load = async (db: Db, record: string, asOf?: Seq): Promise<Outcome<Loaded>> => {
  const log = await readLog(db, record, asOf === undefined ? {} : { asOf })
  if (!log.ok) return log
  const { entries } = log.value
  const { objects } = await loadObjects(db, record)
  const targets = allTargets()
  const damaged = damagedEntry(entries)?.seq ?? entries.length + 1
  const sound = entries.slice(0, damaged - 1)
  const known = {
    entries,
    objects,
    targetOf: (id: string) => targets.find((target) => target.id === id),
    own: ownTarget(sound),
  }
  return fine({ sents: entries.filter(isSent), known, sound: { ...known, entries: sound } })
}

const storedRequest = (
  known: Known,
  before: Request | undefined,
  sent: Sent,
  bytes?: Uint8Array,
): StoredRequest => {
  const model = headerAt(known.entries, throughOf(sent))?.target.model
  return {
    sent,
    ...(model === undefined ? {} : { model }),
    ...(bytes === undefined ? {} : { prefix: prefixOf(known, before, { sent, bytes }) }),
  }
}

type Stretch = { readonly after: Seq; readonly through: Seq }

/** A stored request beside the bytes that it was compared by. */
export type Compared = {
  readonly request: StoredRequest
  readonly bytes?: { readonly before?: Uint8Array; readonly now: Uint8Array }
}

/**
 * The requests behind entry `after` up to and with `through`, in order, each held against the one before it. Others get
 * their turn between two of them.
 */
async function* eachCompared(
  db: Db,
  record: string,
  { sents, sound }: Loaded,
  { after, through }: Stretch,
): AsyncGenerator<Compared> {
  const from = sents.findLast(({ seq }) => seq <= after)?.seq ?? 1
  const waiting = sents.filter(({ seq }) => seq > after && seq <= through)
  let before: Request | undefined
  for await (const { seq, bytes } of eachSent(db, record, { after: from - 1, through })) {
    for (let next = waiting[0]; next !== undefined && next.seq < seq; next = waiting[0]) {
      waiting.shift()
      yield { request: storedRequest(sound, undefined, next) }
    }
    const sent = sents.find((each) => each.seq === seq)
    if (sent === undefined) continue
    if (waiting[0] === sent) {
      waiting.shift()
      const own = before === undefined ? { now: bytes } : { before: before.bytes, now: bytes }
      yield { request: storedRequest(sound, before, sent, bytes), bytes: own }
      await setImmediate()
    }
    before = { sent, bytes }
  }
  for (const sent of waiting) yield { request: storedRequest(sound, undefined, sent) }
}

const compared = async (
  db: Db,
  record: string,
  loaded: Loaded,
  stretch: Stretch,
): Promise<readonly StoredRequest[]> => {
  const found: StoredRequest[] = []
  for await (const { request } of eachCompared(db, record, loaded, stretch)) found.push(request)
  return found
}

/**
 * A page of a record's requests. Problems `record-unknown` {record}, `head-ahead` {asked, head}.
 */
export const listRequests = async (
  db: Db,
  record: string,
  asked: { readonly after: Seq; readonly limit: number; readonly head?: Seq | undefined },
): Promise<Outcome<RequestPage>> => {
  const now = await headOf(db, record)
  if (now === undefined) return refused("record-unknown", { record })
  const head = asked.head ?? now
  if (head > now) return refused("head-ahead", { asked: head, head: now })
  const loaded = await load(db, record, head)
  if (!loaded.ok) return loaded
  const behind = loaded.value.sents.filter(({ seq }) => seq > asked.after)
  const through = behind[asked.limit - 1]?.seq ?? head
  const requests = await compared(db, record, loaded.value, { after: asked.after, through })
  return fine({ head, requests, next: behind.length > asked.limit ? through : null })
}

/** One request. Problems `record-unknown` {record}, `sent-unknown` {record, seq}. */
export const readRequest = async (db: Db, record: string, seq: Seq): Promise<Outcome<StoredRequest>> => {
  const loaded = await load(db, record)
  if (!loaded.ok) return loaded
  const [request] = await compared(db, record, loaded.value, { after: seq - 1, through: seq })
  return request === undefined ? refused("sent-unknown", { record, seq }) : fine(request)
}

/** What became of the proof of each request in a stretch, and of stored bytes whose entry is no request any more. */
async function* eachProof(
  db: Db,
  record: string,
  { sents, known }: Loaded,
  { after, through }: Stretch,
): AsyncGenerator<Proof> {
  const prove = verifier(known)
  const waiting = sents.filter(({ seq }) => seq > after && seq <= through)
  for await (const { seq, bytes } of eachSent(db, record, { after, through })) {
    for (let next = waiting[0]; next !== undefined && next.seq < seq; next = waiting[0]) {
      waiting.shift()
      yield { seq: next.seq, verdict: prove(next, undefined) }
    }
    const sent = waiting[0]?.seq === seq ? waiting.shift() : undefined
    yield { seq, verdict: sent === undefined ? lost(seq) : prove(sent, bytes) }
    await setImmediate()
  }
  for (const sent of waiting) yield { seq: sent.seq, verdict: prove(sent, undefined) }
}

const proofs = async (
  db: Db,
  record: string,
  loaded: Loaded,
  stretch: Stretch,
): Promise<readonly Proof[]> => {
  const found: Proof[] = []
  for await (const proof of eachProof(db, record, loaded, stretch)) found.push(proof)
  return found
}

const lost = (seq: Seq): Verdict => ({
  is: "mismatch",
  cause: "entry-damaged",
  facts: { seq, why: "it is no request" },
})

/** Proves the request at an entry. Problems `record-unknown` {record}, `sent-unknown` {record, seq}. */
export const verifyRequest = async (db: Db, record: string, seq: Seq): Promise<Outcome<Proof>> => {
  const loaded = await load(db, record)
  if (!loaded.ok) return loaded
  const [proof] = await proofs(db, record, loaded.value, { after: seq - 1, through: seq })
  return proof === undefined ? refused("sent-unknown", { record, seq }) : fine(proof)
}

/** Proves every request of a record, in order; empty where it has none. Problem `record-unknown` {record}. */
export const verifyRecord = async (db: Db, record: string): Promise<Outcome<readonly Proof[]>> => {
  const head = await headOf(db, record)
  if (head === undefined) return refused("record-unknown", { record })
  const loaded = await load(db, record, head)
  return loaded.ok ? fine(await proofs(db, record, loaded.value, { after: 0, through: head })) : loaded
}

/** A record's requests up to an entry, one after another, for whoever shows how far it is. */
export type Requests = {
  readonly sents: readonly Sent[]
  /** All that they rest on, without what is damaged and behind. */
  readonly sound: Known
  /** Each held against the one before it; those behind entry `after`. */
  readonly compared: (after: Seq) => AsyncGenerator<Compared>
  /** What became of the proof of each; those behind entry `after`. */
  readonly proofs: (after: Seq) => AsyncGenerator<Proof>
}

/** Opens a record's requests up to an entry. Problems `record-unknown` {record}. */
export const openRequests = async (db: Db, record: string, head: Seq): Promise<Outcome<Requests>> => {
  const loaded = await load(db, record, head)
  if (!loaded.ok) return loaded
  const own = loaded.value
  return fine({
    sents: own.sents,
    sound: own.sound,
    compared: (after) => eachCompared(db, record, own, { after, through: head }),
    proofs: (after) => eachProof(db, record, own, { after, through: head }),
  })
}

/** The exact bytes of a request. Problems `record-unknown` {record}, `sent-unknown` {record, seq}. */
export const requestBytes = async (db: Db, record: string, seq: Seq): Promise<Outcome<Uint8Array>> => {
  const head = await headOf(db, record)
  return head === undefined ? refused("record-unknown", { record }) : readSent(db, record, seq)
}
