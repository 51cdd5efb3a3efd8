import type { Finding } from "#lib/lint/finding.ts"
import { isAmong } from "./findings.ts"
import { wordOf } from "./names.ts"
import type { Row } from "./row.ts"
import { wordsOf } from "./shown.ts"
import { howList, rowKinds } from "./words.ts"

/** One demand: any of `values` of `key`, or words found in the text; `not` turns it round. */
export type Term =
  | { readonly key: FilterKey; readonly values: readonly string[]; readonly not: boolean }
  | { readonly words: string; readonly not: boolean }

export const filterKeys = ["kind", "how", "reason", "speaker", "tool", "entry", "finding"] as const
export type FilterKey = (typeof filterKeys)[number]

/** Values that a key takes, for completion; keys that are not here take any. */
export const filterValues: { readonly [Key in FilterKey]?: readonly string[] } = {
  kind: rowKinds,
  how: howList,
  finding: ["error", "warning", "hint"],
}

const isKey = (word: string): word is FilterKey => filterKeys.some((key) => key === word)

const token = /(-)?(?:([a-z]+):(?:"([^"]*)"?|([^\s"]*))|"([^"]*)"?|([^\s"]+))/g

/**
 * The demands of a filter: `kind:reasoning how:dropped -tool:bash "two words"`. All must hold; a comma means any of; `*`
 * and an empty value demand nothing. A key that is not known is read as words.
 */
export const parseFilter = (source: string): readonly Term[] =>
  [...source.matchAll(token)].flatMap(([all, minus, key, ...values]): readonly Term[] => {
    const value = values.find((each) => each !== undefined) ?? ""
    const not = minus !== undefined
    if (key !== undefined && isKey(key)) {
      const wanted = value.split(",").filter((each) => each !== "")
      return wanted.length === 0 || wanted.includes("*") ? [] : [{ key, values: wanted, not }]
    }
    const words = key === undefined ? value : all.slice(not ? 1 : 0).replaceAll('"', "")
    return words === "" || words === "*" ? [] : [{ words: words.toLowerCase(), not }]
  })

/** What is known of a row beside itself, asked only where it is demanded: its own piece's text, what the lint says of it. */
export type About = { readonly wire: () => string; readonly findings: () => readonly Finding[] }

const inRange = (seq: number, range: string): boolean => {
  const [from = "", to = from] = range.split("-")
  return seq >= Number(from === "" ? 0 : from) && seq <= Number(to === "" ? Number.POSITIVE_INFINITY : to)
}

const toolOf = (row: Row): string | undefined => {
  const block = row.is === "crossing" ? row.slot?.block : undefined
  return block?.kind === "tool-call" || block?.kind === "tool-result" ? block.name : undefined
}

const speakerOf = (row: Row): string | undefined =>
  row.is === "crossing" && row.slot?.entry.kind === "message" ? row.slot.entry.speaker.kind : undefined

const seqsOf = (row: Row): readonly number[] =>
  row.is === "entry" ? row.entries.map((entry) => entry.seq) : row.seq === undefined ? [] : [row.seq]

const has = (row: Row, key: FilterKey, values: readonly string[], { findings }: About): boolean => {
  if (key === "entry") return seqsOf(row).some((seq) => values.some((value) => inRange(seq, value)))
  if (key === "finding") return isAmong(findings(), values)
  const value =
    key === "kind"
      ? row.kind
      : key === "tool"
        ? toolOf(row)
        : key === "speaker"
          ? speakerOf(row)
          : row.is === "crossing"
            ? key === "how"
              ? row.crossing.how
              : row.crossing.reason
            : undefined
  return value !== undefined && values.includes(value)
}

/** What find looks through, in lower case: the stored words, names and ids, and the piece of wire as it stands there. */
const textOf = (row: Row, { wire }: About): string => {
  if (row.is === "entry")
    return row.entries
      .map((entry) => JSON.stringify(entry))
      .join("\n")
      .toLowerCase()
  const block = row.slot?.block
  const names =
    block?.kind === "tool-call" || block?.kind === "tool-result" ? `${block.name} ${block.callId}` : ""
  return `${row.key}\n${wordOf(row)}\n${names}\n${block === undefined ? "" : wordsOf(block)}\n${wire()}`.toLowerCase()
}

/** Whether a row meets every demand. */
export const matches = (row: Row, terms: readonly Term[], about: About): boolean => {
  let text: string | undefined
  return terms.every((term) => {
    if ("key" in term) return has(row, term.key, term.values, about) !== term.not
    text ??= textOf(row, about)
    return text.includes(term.words) !== term.not
  })
}
