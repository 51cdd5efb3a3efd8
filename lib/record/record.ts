import { z } from "zod"
import { type Block, type BlockId, nested } from "./block.ts"
import { at } from "./entries/base.ts"
import { type Entry, entry } from "./entry.ts"
import type { Immutable } from "./immutable.ts"
import { fine, type Outcome, type Problem, refused } from "./problem.ts"
import { upgradeHeader, version } from "./upgrade.ts"

export const recordHeader = z.strictObject({
  kind: z.literal("record"),
  version: z.literal(version),
  id: z.string().min(1).max(200),
  title: z.string().exactOptional(),
  createdAt: at,
  origin: z
    .strictObject({
      format: z.string(),
      session: z.string().exactOptional(),
      name: z.string().exactOptional(),
    })
    .exactOptional(),
  parent: z
    .strictObject({
      record: z.string(),
      seq: z.int().positive().exactOptional(),
      how: z.enum(["fork", "subagent", "attach"]),
    })
    .exactOptional(),
  /** What an export left out of this log: secrets, and the places where a mark stands for one. */
  redacted: z.strictObject({ secrets: z.int().positive(), places: z.int().positive() }).exactOptional(),
})

export type RecordHeader = Immutable<z.infer<typeof recordHeader>>

/** One conversation: its header line and its entries, in order, never changed. */
export type RecordLog = { readonly header: RecordHeader; readonly entries: readonly Entry[] }

/** Bytes that entries name by their sha256. */
export type StoredObject = {
  readonly sha256: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export const objectLine = z.strictObject({
  kind: z.literal("object"),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mediaType: z.string(),
  bytes: z.int().nonnegative(),
  base64: z.string(),
})
export type ObjectLine = Immutable<z.infer<typeof objectLine>>

const why = (error: z.ZodError): string => {
  const issue = error.issues[0]
  if (issue === undefined) return "not of the form"
  const path = issue.path.map(String).join(".")
  return path === "" ? issue.message : `${path}: ${issue.message}`
}

/** One entry from a parsed JSON value; unknown keys are refused; keys come out in the schema's order. */
export const parseEntry = (value: unknown): Outcome<Entry> => {
  const parsed = entry.safeParse(value)
  return parsed.success ? fine(parsed.data as Entry) : refused("entry-invalid", { why: why(parsed.error) }) // zod infers mutable arrays of the same shape
}

/** A record's header line from a parsed JSON value, of any version that `upgrade.ts` knows. */
export const parseHeader = (value: unknown): Outcome<RecordHeader> => {
  const current = upgradeHeader(value)
  if (!current.ok) return current
  const parsed = recordHeader.safeParse(current.value)
  return parsed.success ? fine(parsed.data) : refused("header-invalid", { why: why(parsed.error) })
}

export const parseObjectLine = (value: unknown): Outcome<ObjectLine> => {
  const parsed = objectLine.safeParse(value)
  return parsed.success ? fine(parsed.data) : refused("object-invalid", { why: why(parsed.error) })
}

/** The line of an entry or header as the log holds it: JSON, without the line feed. */
export const printLine = (line: Entry | RecordHeader | ObjectLine): string => JSON.stringify(line)

const blocksOf = (of: Entry): readonly Block[] => {
  if (of.kind === "message") return of.blocks
  if (of.kind === "replacement") return [of.with]
  return []
}

/** The block with an id among entries in seq order; undefined where there is none (a summary is no block). */
export const findBlock = (entries: readonly Entry[], id: BlockId): Block | undefined => {
  const [seq = 0, index = 0, inner] = id.split(".").map(Number)
  const at = entries[seq - 1]
  const found = at === undefined ? undefined : blocksOf(at)[index]
  return found === undefined || inner === undefined ? found : nested(found)[inner]
}

/** Whether one block may stand in the other's place: same kind, and for calls and results the same exchange. */
const alike = (a: Block, b: Block): boolean => {
  if (a.kind !== b.kind) return false
  const calls =
    (a.kind === "tool-call" || a.kind === "tool-result") &&
    (b.kind === "tool-call" || b.kind === "tool-result")
  return !calls || (a.callId === b.callId && a.name === b.name && a.providerExecuted === b.providerExecuted)
}

/** Why an entry cannot follow `entries`; undefined where it can. Ids are checked by `admit`, which remembers them. */
const misfit = (entries: readonly Entry[], next: Entry): Problem | undefined => {
  const seq = next.seq
  if (seq !== entries.length + 1)
    return { id: "seq-gap", facts: { expected: entries.length + 1, found: seq } }
  if (next.kind === "rewind" && next.to >= seq) return { id: "rewind-ahead", facts: { seq, to: next.to } }
  if (next.kind === "undo") {
    const of = entries[next.of - 1]
    const undoable =
      of !== undefined && (of.kind === "compaction" || of.kind === "replacement" || of.kind === "rewind")
    return undoable ? undefined : { id: "undo-of-nothing", facts: { seq, of: next.of } }
  }
  if (next.kind === "compaction" && next.covers !== null) {
    const [from = 0, to = 0] = next.covers
    if (from > to || to >= seq) return { id: "covers-invalid", facts: { seq, from, to } }
  }
  if (next.kind === "replacement") {
    const target = findBlock(entries, next.of)
    if (target === undefined) return { id: "replacement-of-nothing", facts: { seq, of: next.of } }
    if (!alike(target, next.with)) return { id: "replacement-unlike", facts: { seq, of: next.of } }
  }
  return undefined
}

/** Takes entries one by one, refusing what would make the record invalid: gaps, repeated ids, references to nothing. */
export const admission = (before: readonly Entry[] = []) => {
  const entries: Entry[] = [...before]
  const ids = new Set(before.map((item) => item.id))
  const admit = (next: Entry): Outcome<Entry> => {
    if (ids.has(next.id)) return refused("id-repeated", { id: next.id, seq: next.seq })
    const fault = misfit(entries, next)
    if (fault !== undefined) return refused(fault.id, fault.facts)
    ids.add(next.id)
    entries.push(next)
    return fine(next)
  }
  return { entries: entries as readonly Entry[], admit }
}
