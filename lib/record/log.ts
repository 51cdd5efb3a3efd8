import { createHash } from "node:crypto"
import type { Entry } from "./entry.ts"
import { fine, type Outcome, refused } from "./problem.ts"
import {
  admission,
  parseEntry,
  parseHeader,
  parseObjectLine,
  printLine,
  type RecordHeader,
  type RecordLog,
  type StoredObject,
} from "./record.ts"

/** What one log file holds: its records in order, and the objects that they name. */
export type Log = { readonly records: readonly RecordLog[]; readonly objects: readonly StoredObject[] }

const mediaOf = (entry: Entry): readonly string[] => {
  if (entry.kind !== "message" && entry.kind !== "replacement") return []
  const blocks = entry.kind === "message" ? entry.blocks : [entry.with]
  return blocks
    .flatMap((block) => (block.kind === "tool-result" ? [...block.content] : [block]))
    .flatMap((block) =>
      (block.kind === "image" || block.kind === "file") && block.object !== undefined ? [block.object] : [],
    )
}

/** Every object an entry names: pictures, files, and the segment of its source. */
export const objectsOf = (entry: Entry): readonly string[] =>
  entry.origin === undefined ? mediaOf(entry) : [...mediaOf(entry), entry.origin.segment]

const objectToLine = (object: StoredObject): string =>
  printLine({
    kind: "object",
    sha256: object.sha256,
    mediaType: object.mediaType,
    bytes: object.bytes.length,
    base64: Buffer.from(object.bytes).toString("base64"),
  })

/**
 * The lines of a record's log, each without its line feed: header, then entries, every object once, before the first
 * entry that names it. Objects that `objects` does not have are left out.
 */
export function* printLog(
  record: RecordLog,
  objects: (sha256: string) => StoredObject | undefined = () => undefined,
): Generator<string> {
  const written = new Set<string>()
  yield printLine(record.header)
  for (const entry of record.entries) {
    for (const sha256 of objectsOf(entry)) {
      if (written.has(sha256)) continue
      written.add(sha256)
      const object = objects(sha256)
      if (object !== undefined) yield objectToLine(object)
    }
    yield printLine(entry)
  }
}

/** An object line read back: its bytes must have the digest and be as many as it states. */
export const readObject = (value: unknown): Outcome<StoredObject> => {
  const parsed = parseObjectLine(value)
  if (!parsed.ok) return parsed
  const bytes = new Uint8Array(Buffer.from(parsed.value.base64, "base64"))
  const digest = createHash("sha256").update(bytes).digest("hex")
  if (digest !== parsed.value.sha256 || bytes.length !== parsed.value.bytes)
    return refused("object-damaged", { sha256: parsed.value.sha256 })
  return fine({ sha256: digest, mediaType: parsed.value.mediaType, bytes })
}

const json = (text: string): Outcome<{ readonly kind?: unknown }> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? fine(value) : refused("line-not-object")
  } catch {
    return refused("line-not-json")
  }
}

/** A whole log, strictly: the first line that does not fit refuses it, and the problem names that line. */
export const parseLog = (text: string): Outcome<Log> => {
  const records: { header: RecordHeader; entries: readonly Entry[] }[] = []
  const objects: StoredObject[] = []
  let current = admission()
  const take = (line: string): Outcome<unknown> => {
    const value = json(line)
    if (!value.ok) return value
    if (value.value.kind === "record") {
      const header = parseHeader(value.value)
      if (!header.ok) return header
      current = admission()
      records.push({ header: header.value, entries: current.entries })
      return header
    }
    if (value.value.kind === "object") {
      const object = readObject(value.value)
      if (object.ok) objects.push(object.value)
      return object
    }
    if (records.length === 0) return refused("header-missing")
    const entry = parseEntry(value.value)
    return entry.ok ? current.admit(entry.value) : entry
  }
  for (const [index, line] of text.split("\n").entries()) {
    if (line === "") continue
    const taken = take(line)
    if (!taken.ok) return refused(taken.problem.id, { ...taken.problem.facts, line: index + 1 })
  }
  return records.length === 0 ? refused("header-missing", { line: 1 }) : fine({ records, objects })
}
