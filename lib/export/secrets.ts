import { createHash } from "node:crypto"
import type { Entry, Seq } from "#lib/record/entry.ts"
import type { RecordHeader } from "#lib/record/record.ts"
import { holdsSeals, withStrings } from "./strings.ts"
import { type Range, viewsOf } from "./view.ts"

/** A secret that a scanner found somewhere in a record, wherever else it stands. `id` names the decision about it. */
export type Secret = { readonly id: string; readonly rule: string; readonly value: string }

export const secretOf = (record: string, rule: string, value: string): Secret => ({
  id: createHash("sha256")
    .update(JSON.stringify([record, value]))
    .digest("hex")
    .slice(0, 12),
  rule,
  value,
})

/** Where a secret stands in a text: in what was read of it, and what of the text goes with it. */
export type Sighting = {
  readonly secret: Secret
  readonly before: string
  readonly after: string
  readonly ranges: readonly Range[]
}

/** Finds secrets in a text, in order; the longest where one holds another. */
export type Finder = (text: string, sealed: boolean) => readonly Sighting[]

/** UTF-16 units of context on each side of a secret. */
const around = 48

const escaped = (value: string): string => value.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")

/** Looks for these secrets wherever they stand. */
export const finderOf = (secrets: readonly Secret[]): Finder => {
  if (secrets.length === 0) return () => []
  const byValue = new Map(secrets.map((secret) => [secret.value, secret]))
  const longestFirst = [...byValue.keys()].toSorted((a, b) => b.length - a.length)
  const any = new RegExp(longestFirst.map(escaped).join("|"), "g")
  return (text, sealed) =>
    viewsOf(text, sealed).flatMap((view) => {
      const found = [...view.text.matchAll(any)]
      return found.flatMap(({ index, 0: value }, at): readonly Sighting[] => {
        const secret = byValue.get(value)
        const end = index + value.length
        const ranges = view.cut(index, end)
        if (secret === undefined || ranges.length === 0) return []
        const last = found[at - 1]
        const from = Math.max(index - around, last === undefined ? 0 : last.index + last[0].length)
        const to = Math.min(end + around, found[at + 1]?.index ?? view.text.length)
        return [{ secret, before: view.text.slice(from, index), after: view.text.slice(end, to), ranges }]
      })
    })
}

/** What stands in the place of a secret. */
const markOf = ({ rule }: Secret, key: string): string =>
  key === "label" ? "redacted" : `[redacted: ${rule}]`

const cutOut = (text: string, key: string, sightings: readonly Sighting[]): string => {
  let at = 0
  let kept = ""
  for (const { secret, ranges } of sightings)
    for (const [from, to] of ranges) {
      kept += text.slice(at, from) + markOf(secret, key)
      at = to
    }
  return kept + text.slice(at)
}

/** A text without the secrets that a finder knows. */
export const withoutSecrets = (text: string, sealed: boolean, find: Finder, key = ""): string => {
  const sightings = find(text, sealed)
  return sightings.length === 0 ? text : cutOut(text, key, sightings)
}

/** An entry or header line without them; itself where it holds none. */
export const redactedLine = <Line extends Entry | RecordHeader>(line: Line, find: Finder): Line =>
  withStrings(line, (held) => withoutSecrets(held.text, holdsSeals(held), find, held.key))

/** A secret as it may be shown: its first and last few characters. */
export const masked = (value: string): string => {
  const few = value.length >= 24 ? 4 : value.length >= 12 ? 2 : 0
  const flat = value.replaceAll(/\s+/g, " ")
  return `${flat.slice(0, few)}…${few === 0 ? "" : flat.slice(-few)}`
}

/** Where in a record a secret stands: an entry's string, the header line's (seq 0), or an object that is text. */
export type SecretPlace = {
  readonly seq: Seq
  readonly path: string
  readonly block?: string
  readonly before: string
  readonly after: string
}

/** A secret to decide about: where it stands, in how many places, and what is around it. Its value is not in here. */
export type Found = {
  readonly id: string
  readonly rule: string
  readonly masked: string
  readonly count: number
  /** The first of them. */
  readonly places: readonly SecretPlace[]
}
