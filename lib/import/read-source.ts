import type { Entry } from "#lib/record/entry.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import type { RecordHeader, RecordLog, StoredObject } from "#lib/record/record.ts"
import { decodeLine, linesOf } from "./decode.ts"
import { digestOf } from "./digest.ts"
import type { DocumentImporter, Fate, LineImporter, Receipt, RecordParent } from "./importer.ts"
import { detect, sampleOf } from "./index.ts"
import { masked } from "./masked.ts"
import { type Batch, openRun, type RunRecord, runDocument, type Totals } from "./run.ts"

export type SourceFile = { readonly name: string } & (
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
)

/** A file read whole. Records stand in the order of their numbers; objects are the media that they name. */
export type SourceReading = {
  readonly format: string
  readonly records: readonly RecordLog[]
  readonly objects: readonly StoredObject[]
  /** The file itself, which every entry's origin names. */
  readonly segment: StoredObject
  readonly receipt: Receipt
  readonly repaired: number
  readonly structural: Readonly<Record<string, number>>
  readonly unread: readonly { readonly line: number; readonly why: string }[]
}

/** The id of a record that is only read, not stored: format and identity, or their digest where they are no id. */
export const idOf = (format: string, identity: string): string => {
  const id = `${format}:${identity}`
  return id.length <= 200 && /^[\x21-\x7e]+$/.test(id) ? id : `${format}:${digestOf(identity)}`
}

type Gathered = { facts: RunRecord; readonly entries: Entry[] }

const gatherer = () => {
  const records = new Map<number, Gathered>()
  const objects: StoredObject[] = []
  const unread: { line: number; why: string }[] = []
  const gather = (batch: Batch): void => {
    for (const facts of batch.records) {
      const known = records.get(facts.n)
      if (known === undefined) records.set(facts.n, { facts, entries: [] })
      else known.facts = { ...known.facts, ...facts }
    }
    for (const { n, entry } of batch.entries) records.get(n)?.entries.push(entry)
    objects.push(...batch.objects)
    for (const fate of batch.fates) note(fate)
  }
  const note = (fate: Fate): void => {
    if (fate.fate === "unread") unread.push({ line: fate.at, why: fate.why })
  }
  return { records, objects, unread, gather }
}

const parentOf = (
  format: string,
  parent: RecordParent,
  records: ReadonlyMap<number, Gathered>,
): RecordHeader["parent"] => {
  const identity = "n" in parent ? records.get(parent.n)?.facts.identity : parent.session
  if (identity === undefined) return undefined
  return {
    record: idOf(format, identity),
    ...(parent.seq === undefined ? {} : { seq: parent.seq }),
    how: parent.how,
  }
}

/** A record's header, made from the facts that its importer found. */
const headerOf = (
  format: string,
  facts: RunRecord,
  name: string,
  records: ReadonlyMap<number, Gathered>,
): RecordHeader => {
  if (facts.header !== undefined) return facts.header
  const parent = facts.parent === undefined ? undefined : parentOf(format, facts.parent, records)
  return {
    kind: "record",
    version: 1,
    id: idOf(format, facts.identity),
    ...(facts.title === undefined ? {} : { title: facts.title }),
    createdAt: facts.createdAt ?? null,
    origin: { format, ...(facts.session === undefined ? {} : { session: facts.session }), name },
    ...(parent === undefined ? {} : { parent }),
  }
}

const readLines = (importer: LineImporter, bytes: Uint8Array, name: string, segment: string) => {
  const run = openRun(importer, { name }, (line) => ({ segment, line }))
  const gathered = gatherer()
  for (const line of linesOf(bytes))
    gathered.gather(line === undefined ? run.refuse("line-too-long") : run.take(line.text, line.repaired))
  gathered.gather(run.end())
  return { gathered, totals: run.totals() }
}

const readDocument = (importer: DocumentImporter, bytes: Uint8Array, name: string, segment: string) => {
  const text = decodeLine(bytes, true).text
  const read = runDocument(importer, text, { name }, segment)
  if (!read.ok) return read
  const gathered = gatherer()
  gathered.gather(read.value.batch)
  return fine({ gathered, totals: read.value.totals })
}

type Read = { readonly gathered: ReturnType<typeof gatherer>; readonly totals: Totals }

/**
 * Reads a whole file in memory. Problems are those of `detect`, and `json-invalid` for a document that does not parse;
 * lines that cannot be read are counted and listed, and never refuse the file.
 */
export const readSource = (file: SourceFile): Outcome<SourceReading> => {
  const given = "text" in file ? new TextEncoder().encode(file.text) : file.bytes
  const importer = detect(sampleOf(given, file.name))
  if (!importer.ok) return importer
  const bytes = masked(importer.value, given)
  const { format, unit } = importer.value
  const segment = digestOf(bytes)
  const read: Outcome<Read> =
    importer.value.unit === "line"
      ? fine(readLines(importer.value, bytes, file.name, segment))
      : readDocument(importer.value, bytes, file.name, segment)
  if (!read.ok) return read
  const { gathered, totals } = read.value
  const numbered = [...gathered.records.entries()].sort(([a], [b]) => a - b)
  return fine({
    format,
    records: numbered.map(([, { facts, entries }]) => ({
      header: headerOf(format, facts, file.name, gathered.records),
      entries,
    })),
    objects: gathered.objects,
    segment: {
      sha256: segment,
      mediaType: unit === "line" ? "application/x-ndjson" : "application/json",
      bytes,
    },
    receipt: totals.receipt,
    repaired: totals.receipt.repaired,
    structural: totals.structural,
    unread: gathered.unread,
  })
}
