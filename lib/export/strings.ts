import type { BlockId } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { RecordHeader } from "#lib/record/record.ts"

/** A string of an entry or header line: where it stands in it, as a JSON pointer, and the key it stands under. */
export type Held = { readonly text: string; readonly path: string; readonly key: string }

/** What no words stand under: ids that others name, fixed words, and makers' seals. All else is read, new fields too. */
const structural = new Set([
  "kind",
  "id",
  "at",
  "createdAt",
  "role",
  "object",
  "segment",
  "sha256",
  "of",
  "record",
  "callId",
  "responseId",
  "itemId",
  "proof",
])

type Change = {
  readonly change: (held: Held) => string
  readonly skips: (name: string) => boolean
}

const mapped = (value: unknown, path: string, key: string, by: Change): unknown => {
  if (typeof value === "string") return by.change({ text: value, path, key })
  if (Array.isArray(value)) {
    const items = value.map((item, index) => mapped(item, `${path}/${index}`, key, by))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (typeof value !== "object" || value === null) return value
  let changed: { [name: string]: unknown } | undefined
  for (const [name, member] of Object.entries(value)) {
    if (by.skips(name)) continue
    const made = mapped(member, `${path}/${name}`, name, by)
    if (made === member) continue
    changed ??= { ...value }
    changed[name] = made
  }
  return changed ?? value
}

/** An entry or header line with its strings changed; itself where none is. */
export const withStrings = <Line extends Entry | RecordHeader>(
  line: Line,
  change: (held: Held) => string,
): Line => mapped(line, "", "", { change, skips: (name) => structural.has(name) }) as Line // strings in the place of strings

const names = new Set(["object", "segment"])

/** An entry that names its objects by other digests; itself where it names none of them. */
export const withDigests = (entry: Entry, digest: (sha256: string) => string): Entry =>
  mapped(entry, "", "", {
    change: ({ text, key }) => (names.has(key) ? digest(text) : text),
    skips: (name) => name === "proof",
  }) as Entry // strings in the place of strings

/** All strings of a line that may hold a secret. */
export const stringsOf = (line: Entry | RecordHeader): readonly Held[] => {
  const found: Held[] = []
  withStrings(line, (held) => {
    found.push(held)
    return held.text
  })
  return found
}

/** Whether a string is a provider's own JSON, or a line of a source: seals may stand in it. */
export const holdsSeals = ({ key }: Held): boolean => key === "json" || key === "raw"

/** The block that a path of an entry stands in. */
export const blockAt = (entry: Entry, path: string): BlockId | undefined => {
  if (entry.kind === "compaction") return path === "/summary" ? `${entry.seq}.0` : undefined
  const [first, second, third, fourth] = path.split("/").slice(1)
  const index = first === "with" ? "0" : first === "blocks" ? second : undefined
  if (index === undefined) return undefined
  const inner =
    first === "with" ? (second === "content" ? third : undefined) : third === "content" ? fourth : undefined
  return inner === undefined ? `${entry.seq}.${index}` : `${entry.seq}.${index}.${inner}`
}
