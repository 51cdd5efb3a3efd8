import type { Entry } from "#lib/record/entry.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { parseEntry, type StoredObject } from "#lib/record/record.ts"
import { digestOf } from "./digest.ts"
import { gate } from "./gate.ts"
import type {
  DocumentImporter,
  Fate,
  From,
  ImportedEntry,
  LineImporter,
  Receipt,
  RecordFacts,
  SourceFacts,
  Step,
} from "./importer.ts"
import { isPlain } from "./plain.ts"

/** Where a line of the file stands: the digest of its segment, and its number within that, from 1. */
export type Place = { readonly segment: string; readonly line: number }

/** A record's facts, with what it is known by: the source's session id, or a digest. Given again when there is more. */
export type RunRecord = RecordFacts & { readonly identity: string }

/** What a line or a document gave, valid and in order; facts of a record come no later than its first entry. */
export type Batch = {
  readonly records: readonly RunRecord[]
  /** `rest`: of a request, its bytes past those that it shares with the one before it. */
  readonly entries: readonly { readonly n: number; readonly entry: Entry; readonly rest?: Uint8Array }[]
  readonly objects: readonly StoredObject[]
  readonly fates: readonly Fate[]
}

/** Counts so far: read = kept + duplicate + structural + unread, and the structural ones by type. */
export type Totals = { readonly receipt: Receipt; readonly structural: Readonly<Record<string, number>> }

const tally = () => {
  const receipt = { read: 0, kept: 0, duplicate: 0, structural: 0, unread: 0, repaired: 0 }
  const structural: Record<string, number> = {}
  const count = (fate: Fate): void => {
    receipt.read++
    receipt[fate.fate]++
    if (fate.fate === "kept" && fate.repaired !== undefined) receipt.repaired++
    if (fate.fate === "structural") structural[fate.type] = (structural[fate.type] ?? 0) + 1
  }
  return { count, totals: (): Totals => ({ receipt: { ...receipt }, structural: { ...structural } }) }
}

/** Record facts wait until the record's first entry comes: a record without any is none, unless it brings its header. */
const roll = () => {
  const known = new Map<number, string>()
  const waiting = new Map<number, RecordFacts>()
  const named = (facts: RecordFacts, digest: string): RunRecord => {
    const identity = facts.session ?? facts.digest ?? facts.header?.id ?? digest
    known.set(facts.n, identity)
    return { ...facts, identity }
  }
  /** `source`: the text that the step was read from. */
  const settle = (step: Step, source: string): readonly RunRecord[] => {
    const out: RunRecord[] = []
    for (const facts of step.records) {
      const identity = known.get(facts.n)
      if (facts.header !== undefined) out.push(named(facts, facts.header.id))
      else if (identity === undefined) waiting.set(facts.n, { ...waiting.get(facts.n), ...facts })
      else out.push({ ...facts, identity })
    }
    for (const { n } of step.entries) {
      if (known.has(n)) continue
      out.push(named(waiting.get(n) ?? { n }, digestOf(source)))
      waiting.delete(n)
    }
    return out
  }
  return { settle }
}

type Origin = NonNullable<Entry["origin"]>

/** A range that begins in an earlier segment is cut at the beginning of the one it ends in. */
const originOf = (from: From, place: (line: number) => Place): Origin => {
  if ("pointer" in from) return { segment: place(1).segment, pointer: from.pointer }
  const last = place(from.lines[1])
  const first = from.lines[0] === from.lines[1] ? last : place(from.lines[0])
  return { segment: last.segment, lines: [first.segment === last.segment ? first.line : 1, last.line] }
}

/**
 * Checks a step's entries, gives them their origin, and counts. An entry that is not valid is a fault of its importer:
 * an `unread` entry takes its number, and its line counts as unread.
 */
const checker = (place: (line: number) => Place) => {
  const { next, admit } = gate()
  const check = ({ n, entry, from }: ImportedEntry, source: string): { entry: Entry; why?: string } => {
    const placed: Entry = from === undefined ? entry : { ...entry, origin: originOf(from, place) }
    const parsed = isPlain(placed) ? fine(placed) : parseEntry(placed)
    const admitted = parsed.ok ? admit(n, parsed.value) : parsed
    if (admitted.ok) return { entry: admitted.value }
    const raw = from !== undefined && "lines" in from ? source : JSON.stringify(entry) // of a document, the part alone
    const why = `${admitted.problem.id}: ${admitted.problem.facts.why ?? ""}`.replace(/: $/, "")
    const id = `unread~${digestOf(`${n} ${entry.seq} ${raw}`).slice(0, 32)}`
    const origin = from === undefined ? {} : { origin: originOf(from, place) }
    const instead: Entry = { seq: next(n), id, at: null, kind: "unread", raw, why, ...origin }
    admit(n, instead)
    return { entry: instead, why }
  }
  return check
}

const runner = (place: (line: number) => Place) => {
  const { count, totals } = tally()
  const { settle } = roll()
  const check = checker(place)
  const run = (step: Step, source: string, repaired?: string): Batch => {
    const faults = new Map<number, string>()
    const entries = step.entries.map((imported) => {
      const { entry, why } = check(imported, source)
      if (why !== undefined && imported.at !== undefined) faults.set(imported.at, why)
      const { n, rest } = imported
      return rest === undefined || why !== undefined ? { n, entry } : { n, entry, rest }
    })
    const fates = step.fates.map((fate): Fate => {
      const why = faults.get(fate.at)
      if (why !== undefined) return { fate: "unread", at: fate.at, why }
      return fate.fate === "kept" && repaired !== undefined
        ? { ...fate, repaired: fate.repaired ?? repaired }
        : fate
    })
    for (const fate of fates) count(fate)
    return { records: settle(step, source), entries, objects: step.objects, fates }
  }
  return { run, totals }
}

/** Lines of a file, one after the other; see `openRun`. */
export type Run = {
  /**
   * The next line, without its line feed. `repaired` says what the caller had to put right to have it as text, such as
   * bytes that are no UTF-8.
   */
  readonly take: (line: string, repaired?: string) => Batch
  /** The next line, which the caller cannot give as text; `why` is a kebab id, such as `line-too-long`. */
  readonly refuse: (why: string) => Batch
  /** After the last line. */
  readonly end: () => Batch
  readonly totals: () => Totals
}

/**
 * Reads a file line by line, remembering nothing of what it gave but ids: the memory it takes does not grow with the
 * length of the lines. `place` says where line `n` of the file (from 1) is kept. An importer has no way to take back what
 * it gave, so the batches of a file that has grown begin with those of the shorter file.
 */
export const openRun = (importer: LineImporter, source: SourceFacts, place: (line: number) => Place): Run => {
  const reading = importer.open(source)
  const { run, totals } = runner(place)
  let at = 0
  const take = (line: string, repaired?: string): Batch => {
    at++
    return run(reading.take(line, at), line, repaired)
  }
  const refuse = (why: string): Batch => {
    at++
    return run(reading.refuse(at, why), `${at} ${why}`)
  }
  return { take, refuse, end: () => run(reading.end(), ""), totals }
}

/** Reads a whole document, kept as one segment; refused with `json-invalid` where it does not parse. */
export const runDocument = (
  importer: DocumentImporter,
  text: string,
  source: SourceFacts,
  segment: string,
): Outcome<{ readonly batch: Batch; readonly totals: Totals }> => {
  const step = importer.read(text, source)
  if (!step.ok) return step
  const { run, totals } = runner(() => ({ segment, line: 1 }))
  const batch = run(step.value, text)
  return fine({ batch, totals: totals() })
}
