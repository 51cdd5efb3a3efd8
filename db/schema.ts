import { sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core"

/** JSON as the text it came as: key order, big numbers, repeated keys, U+0000 and lone surrogates included. */
export const json = customType<{ data: string; driverData: string }>({ dataType: () => "json" })

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" })

/** For searching only; an array of lexemes is cast to it, so that no parser or locale of the server takes part. */
const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => "tsvector" })

/** Milliseconds, as entries have them, so that a cursor compares exactly. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "string" })

/**
 * One conversation. `header` is the log's first line and holds the truth; the columns beside it are for lists and
 * filters and are cleaned of what `text` cannot hold. `head` is the seq of the newest entry, 0 without any.
 */
export const record = pgTable(
  "record",
  {
    id: text().primaryKey(),
    header: json().notNull(),
    title: text(),
    format: text(),
    session: text(),
    parent: text(),
    /** The session of a parent that is not in the store yet; how and where it joins is kept for when it comes. */
    parentSession: text("parent_session"),
    parentHow: text("parent_how"),
    parentSeq: integer("parent_seq"),
    head: integer().notNull().default(0),
    blocks: integer().notNull().default(0),
    unread: integer().notNull().default(0),
    /** Lone escaped quotes in the agent's prose as it is in force; null until they are counted. */
    quotes: integer().default(0),
    models: text().array().notNull().default(sql`'{}'`),
    createdAt: instant("created_at"),
    /** The newest time that an entry names. */
    latestAt: instant("latest_at"),
    addedAt: instant("added_at").notNull().defaultNow(),
    changedAt: instant("changed_at").notNull().defaultNow(),
  },
  (table) => [
    check("record_head", sql`${table.head} >= 0`),
    index("record_added").on(table.addedAt, table.id),
    index("record_active").on(sql`coalesce(${table.latestAt}, ${table.addedAt})`, table.id),
    index("record_session").on(table.format, table.session),
    index("record_parent").on(table.parent),
    index("record_parent_session").on(table.format, table.parentSession),
    index("record_models").using("gin", table.models),
  ],
)

/** One appended line of a record. A trigger refuses every update, and every delete but that of a whole record. */
export const entry = pgTable(
  "entry",
  {
    record: text().notNull(),
    seq: integer().notNull(),
    id: text().notNull(),
    kind: text().notNull(),
    /** Blocks of the entry, nested ones too. */
    blocks: integer().notNull(),
    json: json().notNull(),
  },
  (table) => [
    primaryKey({ name: "entry_key", columns: [table.record, table.seq] }),
    unique("entry_id").on(table.record, table.id),
    foreignKey({ name: "entry_record", columns: [table.record], foreignColumns: [record.id] }),
    check("entry_seq", sql`${table.seq} > 0`),
  ],
)

/** Cleaned, folded words of an entry (seq 0: of the record's title and names); derived, so it may be made again. */
export const search = pgTable(
  "search",
  {
    record: text().notNull(),
    seq: integer().notNull(),
    part: integer().notNull(),
    text: text().notNull(),
    words: tsvector().notNull(),
  },
  (table) => [
    primaryKey({ name: "search_key", columns: [table.record, table.seq, table.part] }),
    foreignKey({ name: "search_record", columns: [table.record], foreignColumns: [record.id] }),
    index("search_words").using("gin", table.words),
  ],
)

/** Bytes stored once under their sha256: pictures, files, segments of sources. */
export const object = pgTable("object", {
  sha256: text().primaryKey(),
  mediaType: text("media_type").notNull(),
  bytes: bytea().notNull(),
})

/** Which objects a record names; an object that no record names goes with the last that did. */
export const naming = pgTable(
  "naming",
  {
    record: text().notNull(),
    sha256: text().notNull(),
    /** A picture or file, which a projection needs; else a segment of the record's source. */
    media: boolean().notNull(),
  },
  (table) => [
    primaryKey({ name: "naming_key", columns: [table.record, table.sha256] }),
    foreignKey({ name: "naming_record", columns: [table.record], foreignColumns: [record.id] }),
    index("naming_object").on(table.sha256),
  ],
)

/** A file that was imported, in the order of its bytes; `identity` is its session or the digest of its first kept line. */
export const source = pgTable(
  "source",
  {
    id: text().primaryKey(),
    format: text().notNull(),
    identity: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (table) => [index("source_identity").on(table.format, table.identity)],
)

/** The bytes that one import added to a source, in pieces; `breaks` counts the line feeds in it. */
export const segment = pgTable(
  "segment",
  {
    source: text().notNull(),
    n: integer().notNull(),
    sha256: text().notNull(),
    bytes: integer().notNull(),
    breaks: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: "segment_key", columns: [table.source, table.n] }),
    foreignKey({ name: "segment_source", columns: [table.source], foreignColumns: [source.id] }),
    index("segment_object").on(table.sha256),
  ],
)

/** Record `n` of a source, and how many of its entries came from there. */
export const sourceRecord = pgTable(
  "source_record",
  {
    source: text().notNull(),
    n: integer().notNull(),
    record: text().notNull(),
    entries: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: "source_record_key", columns: [table.source, table.n] }),
    foreignKey({ name: "source_record_source", columns: [table.source], foreignColumns: [source.id] }),
    index("source_record_record").on(table.record),
  ],
)

/** One act of importing: a file, or a folder of them. */
export const importing = pgTable(
  "import",
  { id: text().primaryKey(), name: text().notNull(), at: instant("at").notNull().defaultNow() },
  (table) => [index("import_at").on(table.at, table.id)],
)

/** What one import did with one file: its report, or the problem for which it was refused. */
export const receipt = pgTable(
  "receipt",
  {
    import: text().notNull(),
    n: integer().notNull(),
    source: text(),
    /** Counts for the list of imports; all 0 where the file was refused. */
    refused: boolean().notNull(),
    records: integer().notNull(),
    added: integer().notNull(),
    unread: integer().notNull(),
    report: json().notNull(),
  },
  (table) => [
    primaryKey({ name: "receipt_key", columns: [table.import, table.n] }),
    foreignKey({ name: "receipt_import", columns: [table.import], foreignColumns: [importing.id] }),
    index("receipt_source").on(table.source),
  ],
)

/** What a projection counted, for one target; `own` marks the target that the list shows and filters by. */
export const count = pgTable(
  "count",
  {
    record: text().notNull(),
    target: text().notNull(),
    own: boolean().notNull(),
    head: integer().notNull(),
    projector: integer().notNull(),
    carried: integer().notNull(),
    altered: integer().notNull(),
    dropped: integer().notNull(),
    made: integer().notNull(),
    findings: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: "count_key", columns: [table.record, table.target] }),
    foreignKey({ name: "count_record", columns: [table.record], foreignColumns: [record.id] }),
  ],
)

/** What a long record's page gets at once, for its own target; derived, so it may be made again. */
export const skeleton = pgTable(
  "skeleton",
  {
    record: text().primaryKey(),
    head: integer().notNull(),
    /** The build and the targets that it was made with. */
    version: text().notNull(),
    json: json().notNull(),
  },
  (table) => [foreignKey({ name: "skeleton_record", columns: [table.record], foreignColumns: [record.id] })],
)

/**
 * The bytes of a request that really crossed, past those it shares with the request before it; the entry `sent` of the
 * same seq says the rest. Append-only like entries.
 */
export const sent = pgTable(
  "sent",
  {
    record: text().notNull(),
    seq: integer().notNull(),
    shared: integer().notNull(),
    rest: bytea().notNull(),
  },
  (table) => [
    primaryKey({ name: "sent_key", columns: [table.record, table.seq] }),
    foreignKey({
      name: "sent_entry",
      columns: [table.record, table.seq],
      foreignColumns: [entry.record, entry.seq],
    }),
  ],
)

/** That a record was deleted, and how much went with it; nothing of its content. */
export const deletion = pgTable(
  "deletion",
  {
    record: text().notNull(),
    at: instant("at").notNull().defaultNow(),
    entries: integer().notNull(),
    blocks: integer().notNull(),
    objects: integer().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ name: "deletion_key", columns: [table.record, table.at] })],
)
