import { foreignKey, integer, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core"
import { bytea, instant, json, record } from "./schema.ts"

/** Tables of the live side: what is being written, who is at work, what waits, and how providers are used. */

/**
 * What has arrived of a reply that is still being written: deltas `n` … of the draft that follows entry `after`. Gone
 * once the reply is an entry.
 */
export const draft = pgTable(
  "draft",
  {
    record: text().notNull(),
    after: integer().notNull(),
    n: integer().notNull(),
    /** A JSON array of deltas, each as its viewers get it. */
    json: json().notNull(),
  },
  (table) => [
    primaryKey({ name: "draft_key", columns: [table.record, table.after, table.n] }),
    foreignKey({ name: "draft_record", columns: [table.record], foreignColumns: [record.id] }),
  ],
)

/** Who is at work on a record: the application name of its process's connections. One a record. */
export const claim = pgTable(
  "claim",
  {
    record: text().primaryKey(),
    node: text().notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [foreignKey({ name: "claim_record", columns: [table.record], foreignColumns: [record.id] })],
)

/** What was said to a record and is not in it yet, in order. */
export const input = pgTable(
  "input",
  {
    record: text().notNull(),
    /** UUIDv7, so that ids are in the order of their coming. */
    id: text().notNull(),
    json: json().notNull(),
  },
  (table) => [
    primaryKey({ name: "input_key", columns: [table.record, table.id] }),
    foreignKey({ name: "input_record", columns: [table.record], foreignColumns: [record.id] }),
  ],
)

/**
 * How a target is used here, beside its row: a key as `lib/live/sealing.ts` seals it, where requests go, and what is
 * asked for where nothing else is said. Null: as the target's row and the environment say.
 */
export const setting = pgTable("setting", {
  target: text().primaryKey(),
  sealed: bytea(),
  baseUrl: text("base_url"),
  model: text(),
  params: json(),
  /** The share of the target's window from which on a turn is preceded by a compaction; null: never. */
  compactAt: real("compact_at"),
  changedAt: instant("changed_at").notNull().defaultNow(),
})
