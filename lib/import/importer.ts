import type { Entry } from "#lib/record/entry.ts"
import type { Outcome } from "#lib/record/problem.ts"
import type { RecordHeader, StoredObject } from "#lib/record/record.ts"
import type { Exchange } from "./capture/exchange.ts"

/**
 * An importer turns foreign transcript text into entries. Synchronous and pure: the caller streams, stores and names
 * segments. Contract: never throws on bad input; what it cannot place becomes an `unread` entry, counted with its reason.
 * Each line is decided from what stood before it, so the entries of a file that has grown begin with those of the shorter
 * one; `end` adds no entries.
 */
export type Importer = LineImporter | DocumentImporter

type Named = {
  /** Unique among the importers. */
  readonly id: string
  /** The format's own id, as stored in a record's `origin.format`: one format may come as lines and as a document. */
  readonly format: string
  readonly label: string
  /** Whether the beginning of a file (at most `sampleBytes` of it) looks like this format; each file is claimed by exactly one. */
  readonly detect: (sample: Sample) => boolean
  /**
   * Takes the secrets out of a line, or out of the whole of a document, before any of it is kept. Contract: pure; what
   * was masked comes back as it is; what is no JSON is looked over as text. Absent for formats that hold none.
   */
  readonly mask?: (text: string) => string
  /**
   * The requests that a line, or the whole of a document, holds as they were captured, in order; empty for text that it
   * cannot read. Absent for formats that hold conversations and no traffic.
   */
  readonly exchanges?: (text: string) => readonly Exchange[]
}

/** Reads line by line. `line` is without its line feed, `n` 1-based; blank lines are passed on too. */
export type LineImporter = Named & {
  readonly unit: "line"
  readonly open: (source: SourceFacts) => LineReading
}

export type LineReading = {
  readonly take: (line: string, n: number) => Step
  /** A line that the caller cannot give as text, since it is longer than a string may be; it becomes `unread`. */
  readonly refuse: (n: number, why: string) => Step
  readonly end: () => Step
}

/** Reads one JSON document, whole: the text parses as JSON, or `read` refuses it with `json-invalid`. */
export type DocumentImporter = Named & {
  readonly unit: "document"
  readonly read: (text: string, source: SourceFacts) => Outcome<Step>
}

export type Sample = {
  /** The first `sampleBytes` of the file, decoded; cut lines at the end are incomplete. */
  readonly text: string
  /** Whether the sample is the whole file. */
  readonly whole: boolean
  readonly name: string
}
export const sampleBytes = 262_144

/** What the caller knows of the source before it is read. */
export type SourceFacts = { readonly name: string }

/**
 * A record's own facts as they become known; `n` counts records of one file from 1 in order of first appearance, the
 * main one first. Contract: no later than the record's first entry; given again when there is more, and the newest holds.
 */
export type RecordFacts = {
  readonly n: number
  /** The source's own session id; where there is none, the caller takes `digest`, or the digest of the record's first kept line. */
  readonly session?: string
  /** Hex sha256 of the first kept element, for documents without a session id. */
  readonly digest?: string
  readonly title?: string
  readonly createdAt?: string | null
  /** A native log brings its whole header. */
  readonly header?: RecordHeader
  readonly parent?: RecordParent
}

/** The record this one came from: another of the same file, or of another file by its session id. */
export type RecordParent = {
  readonly how: "subagent" | "fork"
  /** The entry of the parent that called for it, where the source tells. */
  readonly seq?: number
} & ({ readonly n: number } | { readonly session: string })

/** Where in the file an entry stood: lines (1-based, inclusive), or a JSON pointer. */
export type From = { readonly lines: readonly [number, number] } | { readonly pointer: string }

/**
 * An entry of record `n`, numbered by the importer: 1, 2, 3 … within its record, whatever the file held before.
 * `from` says where in the file it stood; `run.ts` turns it into the entry's `origin` once the segments are known.
 * A native log's entries keep the origin they have and name no `from`.
 */
export type ImportedEntry = {
  readonly n: number
  readonly entry: Entry
  readonly from?: From
  /** The `at` of the fate it belongs to; absent for what stands outside the counted lines or elements. */
  readonly at?: number
  /** Of a request that a capture holds: its bytes past those that it shares with the one before it in the record. */
  readonly rest?: Uint8Array
}

/**
 * What became of one line or element; `at` is its 1-based number. `structural`: bookkeeping of the tool, no words of
 * anyone; `type` names it for the count.
 */
export type Fate =
  | { readonly fate: "kept"; readonly at: number; readonly repaired?: string }
  | { readonly fate: "duplicate"; readonly at: number }
  | { readonly fate: "structural"; readonly at: number; readonly type: string }
  | { readonly fate: "unread"; readonly at: number; readonly why: string }

export type Step = {
  readonly records: readonly RecordFacts[]
  readonly entries: readonly ImportedEntry[]
  readonly objects: readonly StoredObject[]
  readonly fates: readonly Fate[]
}

/** read = kept + duplicate + structural + unread, in lines or elements; `repaired` is a part of kept. */
export type Receipt = {
  readonly read: number
  readonly kept: number
  readonly duplicate: number
  readonly structural: number
  readonly unread: number
  readonly repaired: number
}
