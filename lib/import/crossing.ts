import type { Entry } from "#lib/record/entry.ts"
import { type Json, objectOf, parsed } from "#lib/record/json.ts"
import { readObject } from "#lib/record/log.ts"
import { parseEntry, parseHeader, type StoredObject } from "#lib/record/record.ts"
import { type Admit, admit } from "./crossing/admit.ts"
import { digestOf, press } from "./digest.ts"
import type { Fate, ImportedEntry, LineImporter, RecordFacts, Step } from "./importer.ts"
import { peek } from "./peek.ts"

/** A line that could not be read, which may turn out to be the one that is missing from the numbers. */
type Lost = { readonly raw: string; readonly why: string; readonly at: number }

type Reading = {
  n: number
  /** The rules of the record being read; absent before the first header, and after one that is not valid. */
  rules: Admit | undefined
  lost: Lost[]
  readonly objects: Set<string>
}

type Gain = {
  readonly fate: Fate
  readonly records?: readonly RecordFacts[]
  readonly entries?: readonly ImportedEntry[]
  readonly objects?: readonly StoredObject[]
}

const unread = (reading: Reading, raw: string, at: number, why: string): Gain => {
  reading.lost.push({ raw, why, at })
  return { fate: { fate: "unread", at, why } }
}

const takeHeader = (reading: Reading, value: Json, raw: string, at: number): Gain => {
  const header = parseHeader(value)
  reading.rules = undefined
  reading.lost = []
  if (!header.ok) return unread(reading, raw, at, header.problem.id)
  const { id, title, createdAt } = header.value
  reading.n++
  reading.rules = admit()
  const facts = {
    n: reading.n,
    session: id,
    createdAt,
    ...(title === undefined ? {} : { title }),
    header: header.value,
  }
  return { fate: { fate: "kept", at }, records: [facts] }
}

const takeObject = (reading: Reading, value: Json, at: number): Gain => {
  const object = readObject(value)
  if (!object.ok) return { fate: { fate: "unread", at, why: object.problem.id } }
  if (reading.objects.has(object.value.sha256)) return { fate: { fate: "duplicate", at } }
  reading.objects.add(object.value.sha256)
  return { fate: { fate: "kept", at }, objects: [object.value] }
}

/** Most entries in a row that may be missing without the rest of the log being of no use. */
const widest = 100

/** Lines that could not be read, and where there are too few of them nothing, take the numbers missing before `seq`. */
const fill = (reading: Reading, rules: Admit, seq: number): readonly ImportedEntry[] => {
  const missing = seq - rules.head() - 1
  if (missing <= 0 || missing > widest) return []
  const lost = reading.lost.splice(0, missing)
  return Array.from({ length: missing }, (_, index) => lost[index]).flatMap(
    (line): readonly ImportedEntry[] => {
      const own = rules.head() + 1
      const raw = line?.raw ?? ""
      const id = `unread~${digestOf(`${own} ${raw}`).slice(0, 16)}`
      const entry: Entry = { seq: own, id, at: null, kind: "unread", raw, why: line?.why ?? "entry-missing" }
      if (!rules.take(entry).ok) return []
      return [
        {
          n: reading.n,
          entry,
          ...(line === undefined ? {} : { from: { lines: [line.at, line.at] }, at: line.at }),
        },
      ]
    },
  )
}

const takeEntry = (reading: Reading, value: Json, raw: string, at: number): Gain => {
  const { rules } = reading
  if (rules === undefined) return { fate: { fate: "unread", at, why: "header-missing" } }
  const entry = parseEntry(value)
  if (!entry.ok) return unread(reading, raw, at, entry.problem.id)
  const print = press(0, raw)
  if (rules.isCopy(entry.value, print)) return { fate: { fate: "duplicate", at } }
  const filled = fill(reading, rules, entry.value.seq)
  const taken = rules.take(entry.value, print)
  if (!taken.ok) return { ...unread(reading, raw, at, taken.problem.id), entries: filled }
  reading.lost = []
  return { fate: { fate: "kept", at }, entries: [...filled, { n: reading.n, entry: taken.value, at }] }
}

const takeLine = (reading: Reading, raw: string, at: number): Gain => {
  if (raw.trim() === "") return { fate: { fate: "structural", at, type: "blank" } }
  const json = parsed(raw)
  if (json === undefined) return unread(reading, raw, at, "json-invalid")
  const value = objectOf(json)
  if (value === undefined) return unread(reading, raw, at, "not-an-object")
  if (value.kind === "record") return takeHeader(reading, value, raw, at)
  return value.kind === "object" ? takeObject(reading, value, at) : takeEntry(reading, value, raw, at)
}

const stepOf = ({ fate, records = [], entries = [], objects = [] }: Gain): Step => ({
  records,
  entries,
  objects,
  fates: [fate],
})

/**
 * Our own log: one or several records, and the objects that they name. A line that does not fit is counted and left out;
 * where entries are missing, `unread` entries take their numbers, so that what refers to later ones still fits.
 */
export const crossing: LineImporter = {
  id: "crossing",
  format: "crossing",
  label: "Crossing log (JSONL)",
  unit: "line",
  detect: (sample) => {
    const first = objectOf(peek(sample).lines[0])
    return first?.kind === "record" && typeof first.id === "string"
  },
  open: () => {
    const reading: Reading = { n: 0, rules: undefined, lost: [], objects: new Set() }
    return {
      take: (line, at) => stepOf(takeLine(reading, line, at)),
      refuse: (at, why) => stepOf(unread(reading, "", at, why)),
      end: () => ({ records: [], entries: [], objects: [], fates: [] }),
    }
  },
}
