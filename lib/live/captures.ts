import { v7 } from "uuid"
import { isClaimed } from "#db/claims.ts"
import { headOf, readLog } from "#db/entries.ts"
import { type Database, spoolFolder } from "#db/open.ts"
import { appendSent, readSent } from "#db/sent.ts"
import { replyIn } from "#lib/import/capture/answer.ts"
import type { Exchange } from "#lib/import/capture/exchange.ts"
import { placesIn } from "#lib/import/capture/place.ts"
import { sort } from "#lib/import/capture/sort.ts"
import { decodeLine, linesOf, longestLine } from "#lib/import/decode.ts"
import { digestOf } from "#lib/import/digest.ts"
import { type Importer, sampleBytes } from "#lib/import/importer.ts"
import { detect, sampleOf } from "#lib/import/index.ts"
import { readRequest, type Whom } from "#lib/import/requests/read.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { type Dispatch, dispatchOf } from "#lib/sent/share.ts"
import { readRange, type Spooled, spool } from "./import/spool.ts"
import type { Upload } from "./import.ts"

/** A request of a capture that now stands in the record, and the last entry that it rests on. */
export type Attached = { readonly seq: Seq; readonly through: Seq; readonly sha256: string }

/**
 * What became of a file's exchanges: requests = attached + known + foreign. `known`: they stand in the record already;
 * `foreign`: they are none of this record's. `other`: no requests to a model; `unread`: they could not be read.
 */
export type AttachReport = {
  readonly record: string
  readonly format: string
  readonly requests: number
  readonly attached: readonly Attached[]
  readonly known: number
  readonly foreign: number
  readonly other: number
  readonly unread: number
}

type Request = { readonly body: string; readonly whom: Whom; readonly exchange: Exchange }
type Found = {
  readonly format: string
  readonly requests: readonly Request[]
  readonly other: number
  readonly unread: number
}

const exchangesOf = (importer: Importer, bytes: Uint8Array): readonly Exchange[] | undefined => {
  const { exchanges, unit } = importer
  if (exchanges === undefined) return undefined
  return unit === "document"
    ? exchanges(decodeLine(bytes, true).text)
    : [...linesOf(bytes)].flatMap((line) => (line === undefined ? [] : exchanges(line.text)))
}

const readFile = async (name: string, { file, bytes }: Spooled): Promise<Outcome<Found>> => {
  const sample = await readRange(file, 0, Math.min(bytes, sampleBytes))
  const importer = detect(sampleOf(sample, name, bytes <= sampleBytes))
  if (!importer.ok) return importer
  const { format } = importer.value
  if (bytes > longestLine) return refused("document-too-large", { bytes, limit: longestLine })
  const exchanges = exchangesOf(importer.value, await readRange(file, 0, bytes))
  if (exchanges === undefined) return refused("capture-missing", { name, format })
  const sorted = exchanges.map((exchange) => ({ exchange, sorted: sort(exchange) }))
  const count = (is: string): number => sorted.filter((one) => one.sorted.is === is).length
  const requests = sorted.flatMap(({ exchange, sorted: found }): readonly Request[] =>
    found.is === "request" ? [{ body: found.body, whom: found.whom, exchange }] : [],
  )
  return fine({ format, requests, other: count("other"), unread: count("unread") })
}

type Placed = { readonly bytes: Uint8Array; readonly through: Seq; readonly request: Request }

/** Requests with their place in the record; undefined for those that have none there. */
const placed = (entries: readonly Entry[], requests: readonly Request[]): readonly (Placed | undefined)[] => {
  const placeOf = placesIn(entries)
  return requests.map((request) => {
    const { body, whom, exchange } = request
    const reading = readRequest(body, whom)
    const reply = exchange.answer && replyIn(whom.dialect, exchange.answer)
    const responseId = reply?.responseId
    const through = reading && placeOf(reading, responseId === undefined ? {} : { responseId })
    return through === undefined ? undefined : { bytes: new TextEncoder().encode(body), through, request }
  })
}

const lineKinds: ReadonlySet<Entry["kind"]> = new Set([
  "message",
  "compaction",
  "replacement",
  "rewind",
  "undo",
])

/** The last entry up to `through` that is of the line: what stands beside it makes no difference to where a request is. */
const settled = (entries: readonly Entry[], through: Seq): Seq =>
  entries.findLast(({ seq, kind }) => seq <= through && lineKinds.has(kind))?.seq ?? 0

/** A request is known by its bytes, its time and its place; one that was sent again stands twice, and is known twice. */
const knownIn = (entries: readonly Entry[]): ((request: Placed) => boolean) => {
  const keyOf = (sha256: string, at: string | null, through: Seq): string =>
    `${sha256} ${at} ${settled(entries, through)}`
  const left = new Map<string, number>()
  for (const entry of entries)
    if (entry.kind === "sent") {
      const key = keyOf(entry.sha256, entry.at, entry.through ?? entry.seq - 1)
      left.set(key, (left.get(key) ?? 0) + 1)
    }
  return ({ bytes, through, request }) => {
    const key = keyOf(digestOf(bytes), request.exchange.time, through)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0
  }
}

type Prepared = { readonly dispatches: readonly Dispatch[]; readonly known: number; readonly foreign: number }

const prepare = (
  entries: readonly Entry[],
  requests: readonly Request[],
  previous: Uint8Array | undefined,
): Prepared => {
  const dispatches: Dispatch[] = []
  let [known, foreign, before] = [0, 0, previous]
  const isKnown = knownIn(entries)
  for (const one of placed(entries, requests)) {
    if (one === undefined) foreign++
    else if (isKnown(one)) known++
    else {
      const { bytes, through, request } = one
      const { target } = request.whom
      const facts = { seq: entries.length + dispatches.length + 1, id: v7(), at: request.exchange.time }
      const wire = { bytes: () => bytes, digest: () => digestOf(bytes) }
      const rest = { by: "capture" as const, ...(target === undefined ? {} : { target }), through }
      dispatches.push(dispatchOf(before, wire, { ...facts, ...rest }))
      before = bytes
    }
  }
  return { dispatches, known, foreign }
}

const newestBytes = async (
  db: Database,
  record: string,
  entries: readonly Entry[],
): Promise<Uint8Array | undefined> => {
  const newest = entries.findLast(({ kind }) => kind === "sent")
  const stored = newest === undefined ? undefined : await readSent(db, record, newest.seq)
  return stored?.ok === true ? stored.value : undefined
}

const append = async (db: Database, record: string, { requests }: Found): Promise<Outcome<Prepared>> => {
  if (await isClaimed(db, record)) return refused("record-busy", { record })
  const log = await readLog(db, record)
  if (!log.ok) return log
  const { entries } = log.value
  const prepared = prepare(entries, requests, await newestBytes(db, record, entries))
  const { dispatches } = prepared
  if (dispatches.length === 0) return fine(prepared)
  const addition = { record, head: entries.length, entries: dispatches.map(({ entry }) => entry) }
  const appended = await appendSent(db, addition, dispatches)
  return appended.ok ? fine(prepared) : appended
}

const attach = async (db: Database, record: string, found: Found): Promise<Outcome<AttachReport>> => {
  const done = await append(db, record, found)
  if (!done.ok) return done
  const { dispatches, known, foreign } = done.value
  const { format, requests, other, unread } = found
  return fine({
    record,
    format,
    requests: requests.length,
    attached: dispatches.map(({ entry: { seq, sha256, through = seq - 1 } }) => ({ seq, through, sha256 })),
    known,
    foreign,
    other,
    unread,
  })
}

/**
 * Attaches captured traffic to the record of the same session: each request that belongs to it becomes a `sent` entry,
 * `by: capture`, with the entries that it rests on, so that what was sent is held against what the record would have
 * sent. Only bodies are stored, nothing of headers. The same capture again adds nothing.
 *
 * Problems: those of `detect`; `capture-missing` {name, format}: the file holds no traffic; `record-unknown`,
 * `record-busy` {record}: a turn runs in it; `stale-head`; `body-too-large`, `body-interrupted`, `document-too-large`.
 */
export const attachCaptures = async (
  db: Database,
  record: string,
  { name, stream, limit }: Pick<Upload, "name" | "stream" | "limit">,
): Promise<Outcome<AttachReport>> => {
  if ((await headOf(db, record)) === undefined) return refused("record-unknown", { record })
  const spooled = await spool(spoolFolder(db), stream, limit, () => undefined)
  if (!spooled.ok) return spooled
  try {
    const found = await readFile(name, spooled.value)
    return found.ok ? await attach(db, record, found.value) : found
  } finally {
    await spooled.value.close()
  }
}
