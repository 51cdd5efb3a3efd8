import { z } from "zod"
import type { Db, Sql } from "./connect.ts"

/**
 * What processes that share a store tell each other. A signal only says where to look: entries and drafts are in the
 * store, and whoever misses a signal finds them there.
 */
const signal = z.discriminatedUnion("kind", [
  /** The record has grown to this entry. */
  z.strictObject({ kind: z.literal("head"), record: z.string(), head: z.int() }),
  /** Deltas of a draft, from number `from` on, each as JSON text. */
  z.strictObject({
    kind: z.literal("deltas"),
    record: z.string(),
    after: z.int(),
    from: z.int(),
    deltas: z.array(z.string()),
  }),
  /**
   * The store holds a draft's deltas up to number `n`: for whoever came after they were told, and for what is too long to
   * be told.
   */
  z.strictObject({ kind: z.literal("drafted"), record: z.string(), after: z.int(), n: z.int() }),
  /** A listener may have missed something. */
  z.strictObject({ kind: z.literal("missed"), record: z.string() }),
  /** Somebody has put input into the record's queue. */
  z.strictObject({ kind: z.literal("input"), record: z.string() }),
  /** Somebody wants the running turn to stop. */
  z.strictObject({ kind: z.literal("stop"), record: z.string() }),
])

export type Signal = z.infer<typeof signal>

const channel = "crossing_live"

/** The longest payload of a NOTIFY is 8,000 bytes less one. */
const most = 7_900

const payloads = (of: Signal): readonly string[] => {
  const text = JSON.stringify(of)
  if (Buffer.byteLength(text) <= most) return [text]
  if (of.kind !== "deltas") throw new Error(`A signal of kind ${of.kind} is too long.`)
  if (of.deltas.length === 1) return []
  const half = of.deltas.length >> 1
  return [
    ...payloads({ ...of, deltas: of.deltas.slice(0, half) }),
    ...payloads({ ...of, from: of.from + half, deltas: of.deltas.slice(half) }),
  ]
}

/**
 * Tells every process; deltas that are too long for one message become several, in order, and one that is too long by
 * itself is not told: it is heard of when it is stored.
 */
export const tell = async ({ sql }: Db, of: Signal): Promise<void> => {
  const all = payloads(of)
  if (all.length === 0) return
  await sql`select pg_notify(${channel}, payload) from unnest(${all}::text[]) with ordinality as p (payload, n) order by n`
}

type Hear = (signal: Signal) => void

/** A process's ear for signals. Contract: whoever opens it closes it. */
export type Ear = {
  /** Hears all signals of one record until the answer is called. */
  readonly on: (record: string, hear: Hear) => () => void
  readonly close: () => Promise<void>
}

const parsed = (payload: string): Signal | undefined => {
  try {
    return signal.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined // another program's words on our channel
  }
}

/**
 * Listens on a connection of its own. After the connection was lost and is there again, every listener hears `missed`.
 */
export const listen = async (sql: Sql): Promise<Ear> => {
  const ears = new Map<string, Set<Hear>>()
  const pass = (of: Signal): void => {
    for (const hear of ears.get(of.record) ?? []) hear(of)
  }
  const again = (): void => {
    for (const record of ears.keys()) pass({ kind: "missed", record })
  }
  const heard = (payload: string): void => {
    const known = parsed(payload)
    if (known !== undefined) pass(known)
  }
  const { unlisten } = await sql.listen(channel, heard, again)
  return {
    on: (record, hear) => {
      const own = ears.get(record) ?? new Set()
      ears.set(record, own.add(hear))
      return () => {
        own.delete(hear)
        if (own.size === 0) ears.delete(record)
      }
    },
    close: unlisten,
  }
}
