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

/** The requests behind entry `after` up to and with `through`, each held against the one before it. */
const compared = async (
  db: Db,
  record: string,
  { sents, sound }: Loaded,
  { after, through }: { readonly after: Seq; readonly through: Seq },
): Promise<readonly StoredRequest[]> => {
  const previous = sents.findLast(({ seq }) => seq <= after)
  const from = previous === undefined ? 0 : previous.seq - 1
  const found = new Map<Seq, StoredRequest>()
  let before: Request | undefined
  for await (const { seq, bytes } of eachSent(db, record, { after: from, through })) {
    const sent = sents.find((each) => each.seq === seq)
    if (sent === undefined) continue
    if (seq > after) found.set(seq, storedRequest(sound, before, sent, bytes))
    before = { sent, bytes }
  }
  return sents
    .filter(({ seq }) => seq > after && seq <= through)
    .map((sent) => found.get(sent.seq) ?? storedRequest(sound, undefined, sent))
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
const proofs = async (
  db: Db,
  record: string,
  { sents: all, known }: Loaded,
  { after, through }: { readonly after: Seq; readonly through: Seq },
): Promise<readonly Proof[]> => {
  const prove = verifier(known)
  const sents = new Map(all.map((sent) => [sent.seq, sent]))
  const found: Proof[] = []
  const stored = new Set<Seq>()
  for await (const { seq, bytes } of eachSent(db, record, { after, through })) {
    const sent = sents.get(seq)
    stored.add(seq)
    const verdict = sent === undefined ? lost(seq) : prove(sent, bytes)
    found.push({ seq, verdict })
  }
  for (const [seq, sent] of sents)
    if (seq > after && seq <= through && !stored.has(seq))
      found.push({ seq, verdict: prove(sent, undefined) })
  return found.toSorted((a, b) => a.seq - b.seq)
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

/** The exact bytes of a request. Problems `record-unknown` {record}, `sent-unknown` {record, seq}. */
export const requestBytes = async (db: Db, record: string, seq: Seq): Promise<Outcome<Uint8Array>> => {
  const head = await headOf(db, record)
  return head === undefined ? refused("record-unknown", { record }) : readSent(db, record, seq)
}
