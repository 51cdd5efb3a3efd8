import { projector } from "#lib/dialect/words.ts"
import type { RecordHeader } from "#lib/record/record.ts"
import { type Counts, counts } from "./counts.ts"
import type { Fold } from "./folds.ts"
import { light } from "./light.ts"
import { type Packed, type PackedOutline, pack, packNumbers, packOutline } from "./packed.ts"
import type { Sheet } from "./sheet.ts"
import { type RowView, windowOf } from "./window.ts"

/** Of what a request holds beside history, what this record does not: the wire is then derived, never what was sent. */
export type Missing = readonly ("system" | "tools")[]

/** What the page gets at once: enough to lay out every row, and the first window. */
export type Skeleton = {
  readonly target: string
  readonly model: string
  readonly asOf: number
  /** The version of the projection's rules; windows of another are not mixed with these. */
  readonly projector: number
  readonly counts: Counts
  readonly missing: Missing
  /** Whether the wire has the digest of a request that the record says was sent; its entry. */
  readonly sent?: { readonly seq: number; readonly by: "crossing" | "capture" }
  readonly digest: string
  readonly bytes: number
  readonly blocks: number
  readonly index: Packed
  readonly wire: string
  readonly folds: { readonly rows: readonly Fold[]; readonly wire: readonly Fold[] }
  readonly outline: PackedOutline
  readonly first: readonly RowView[]
}

/** Who the record is; the same whatever it is projected to. */
export type RecordFacts = {
  readonly id: string
  readonly title: string | undefined
  readonly format: string | undefined
  readonly createdAt: string | null
  readonly parent: RecordHeader["parent"] | undefined
  /** What an export left out before it came in here. */
  readonly redacted: RecordHeader["redacted"] | undefined
  readonly head: number
}

export const recordFacts = (header: RecordHeader, head: number): RecordFacts => ({
  id: header.id,
  title: header.title,
  format: header.origin?.format,
  createdAt: header.createdAt,
  parent: header.parent,
  redacted: header.redacted,
  head,
})

const missingOf = ({ record }: Sheet): Missing => {
  const header = record.entries.findLast((entry) => entry.kind === "header")
  if (header === undefined) return ["system", "tools"]
  return [
    ...(header.system === undefined ? (["system"] as const) : []),
    ...(header.tools === undefined ? (["tools"] as const) : []),
  ]
}

const sentAs = ({ record }: Sheet, digest: string): Skeleton["sent"] => {
  const found = record.entries.findLast((entry) => entry.kind === "sent" && entry.sha256 === digest)
  return found?.kind === "sent" ? { seq: found.seq, by: found.by } : undefined
}

/** How many positions the first window and each later one have. */
export const windowSize = 60

export const skeleton = (sheet: Sheet): Skeleton => {
  const { projection } = sheet
  const digest = projection.wire.digest()
  const sent = sentAs(sheet, digest)
  return {
    target: projection.target.id,
    model: projection.model,
    asOf: projection.asOf,
    projector,
    counts: counts(sheet.crossings),
    missing: missingOf(sheet),
    ...(sent === undefined ? {} : { sent }),
    digest,
    bytes: projection.wire.length,
    blocks: sheet.rows.filter((row) => row.is === "crossing" && row.slot !== undefined).length,
    index: pack(light(sheet)),
    wire: packNumbers(sheet.order.wire),
    folds: sheet.folds,
    outline: packOutline(sheet.outline),
    first: windowOf(sheet, sheet.order.rows, 0, windowSize, { order: "rows", columns: 100 }),
  }
}
