import { headOf } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import { readHeader } from "#db/records.ts"
import { type Found, finderOf, masked, type Secret, type SecretPlace, secretOf } from "#lib/export/secrets.ts"
import { viewsOf } from "#lib/export/view.ts"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { RecordHeader } from "#lib/record/record.ts"
import { scan } from "../secrets/scan.ts"
import { type RecordText, textsOfRecord } from "./texts.ts"

/** A record read for secrets up to an entry: what a person decides about, and the secrets themselves, for the export alone. */
export type Review = {
  readonly header: RecordHeader
  readonly through: Seq
  readonly found: readonly Found[]
  readonly secrets: readonly Secret[]
}

/** Called with the entries read so far, of twice as many as there are: each is read, then searched. */
export type OnProgress = (done: number, of: number) => void

/** Places of one secret that are shown; the rest are counted. */
const shownPlaces = 20

/** Shorter findings are no keys, and would be cut out of every word that holds them. */
const shortest = 8

const secretsIn = async (record: string, texts: readonly RecordText[], to: Map<string, Secret>) => {
  const views = texts.flatMap(({ text, sealed }) => viewsOf(text, sealed))
  const secrets = await scan(views.map(({ text }) => text))
  for (const view of views)
    for (const { from, to: end, rule } of secrets(view.text)) {
      const value = view.text.slice(from, end)
      const isNew = value.trim().length >= shortest && !to.has(value) && view.cut(from, end).length > 0
      if (isNew) to.set(value, secretOf(record, rule, value))
    }
}

type Sighted = { readonly secret: Secret; count: number; readonly places: SecretPlace[] }

const sightIn = (
  texts: readonly RecordText[],
  find: ReturnType<typeof finderOf>,
  to: Map<string, Sighted>,
) => {
  for (const { seq, path, block, text, sealed } of texts)
    for (const { secret, before, after } of find(text, sealed)) {
      const known = to.get(secret.id) ?? { secret, count: 0, places: [] }
      known.count++
      const place = { seq, path, ...(block === undefined ? {} : { block }), before, after }
      if (known.places.length < shownPlaces) known.places.push(place)
      to.set(secret.id, known)
    }
}

/**
 * Reads a stored record for secrets, as it is now or up to an entry. A secret that a rule knows in one place is looked for
 * everywhere, so it is one decision. Problems: `record-unknown` {record}, `as-of-ahead` {asOf, head}.
 */
export const reviewStored = async (
  db: Database,
  record: string,
  asOf?: Seq,
  onProgress: OnProgress = () => undefined,
): Promise<Outcome<Review>> => {
  const header = await readHeader(db, record)
  if (!header.ok) return header
  const head = await headOf(db, record)
  if (head === undefined) return refused("record-unknown", { record })
  if (asOf !== undefined && asOf > head) return refused("as-of-ahead", { asOf, head })
  const through = asOf ?? head
  const values = new Map<string, Secret>()
  for await (const texts of textsOfRecord(db, header.value, through)) {
    await secretsIn(record, texts, values)
    onProgress(texts.at(-1)?.seq ?? 0, 2 * through)
  }
  const sighted = new Map<string, Sighted>()
  const find = finderOf([...values.values()])
  if (values.size > 0)
    for await (const texts of textsOfRecord(db, header.value, through)) {
      sightIn(texts, find, sighted)
      onProgress(through + (texts.at(-1)?.seq ?? 0), 2 * through)
    }
  const all = [...sighted.values()]
  return fine({
    header: header.value,
    through,
    secrets: all.map(({ secret }) => secret),
    found: all.map(({ secret, count, places }) => ({
      id: secret.id,
      rule: secret.rule,
      masked: masked(secret.value),
      count,
      places,
    })),
  })
}
