import type { Awaited } from "#db/records.ts"
import { clean } from "#db/words.ts"
import type { RunRecord } from "#lib/import/run.ts"
import type { RecordHeader } from "#lib/record/record.ts"

/** What is known of the file that a record comes from. */
export type Origin = { readonly format: string; readonly name: string }

const parentIn = (facts: RunRecord, ids: ReadonlyMap<number, string>): RecordHeader["parent"] => {
  const { parent } = facts
  if (parent === undefined || !("n" in parent)) return undefined
  const record = ids.get(parent.n)
  if (record === undefined) return undefined
  return { record, ...(parent.seq === undefined ? {} : { seq: parent.seq }), how: parent.how }
}

/** A native log's own header under the id that it has here; a parent of the same log goes by its new id too. */
const native = (header: RecordHeader, id: string, renamed: ReadonlyMap<string, string>): RecordHeader => {
  const { parent } = header
  const record = parent === undefined ? undefined : (renamed.get(parent.record) ?? parent.record)
  return {
    ...header,
    id,
    ...(parent === undefined || record === undefined ? {} : { parent: { ...parent, record } }),
  }
}

/**
 * A record's header line from the facts of its importer. `ids` are those of the file's records by number, `renamed` maps
 * ids that a native log uses to ours.
 */
export const headerOf = (
  facts: RunRecord,
  { format, name }: Origin,
  id: string,
  ids: ReadonlyMap<number, string>,
  renamed: ReadonlyMap<string, string>,
): RecordHeader => {
  if (facts.header !== undefined) return native(facts.header, id, renamed)
  const parent = parentIn(facts, ids)
  return {
    kind: "record",
    version: 1,
    id,
    ...(facts.title === undefined ? {} : { title: facts.title }),
    createdAt: facts.createdAt ?? null,
    origin: { format, ...(facts.session === undefined ? {} : { session: facts.session }), name: clean(name) },
    ...(parent === undefined ? {} : { parent }),
  }
}

/** The parent in another file that a record waits for; undefined without one. */
export const awaitedBy = ({ parent }: RunRecord): Awaited | undefined =>
  parent === undefined || !("session" in parent)
    ? undefined
    : { session: parent.session, how: parent.how, ...(parent.seq === undefined ? {} : { seq: parent.seq }) }
