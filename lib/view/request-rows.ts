import type { Entry, EntryOf, Seq, Usage } from "#lib/record/entry.ts"

type Sent = EntryOf<"sent">

/** A request in a row, as far as its entry and those behind it tell: nothing of it had to be compared. */
export type RequestRow = Pick<
  Sent,
  "seq" | "at" | "by" | "length" | "sha256" | "target" | "step" | "projector" | "through" | "header"
> & {
  /** Its number in the record, from 1. */
  readonly n: number
  readonly model?: string
  readonly proved: boolean
  /** How its step ended; absent while it runs, and where no steps are logged. */
  readonly outcome?: EntryOf<"step">["outcome"]
  /** Tries that failed. */
  readonly failed: number
  /** The provider's own numbers, from the reply. */
  readonly usage?: Usage
}

type Found = { -readonly [Key in keyof RequestRow]: RequestRow[Key] }

const rowOf = (sent: Sent, n: number, model: string | undefined): Found => {
  const { seq, at, by, length, sha256, target, step, projector, through, header, proved = false } = sent
  return {
    ...{ n, seq, at, by, length, sha256, proved, failed: 0 },
    ...(target === undefined ? {} : { target }),
    ...(step === undefined ? {} : { step }),
    ...(projector === undefined ? {} : { projector }),
    ...(through === undefined ? {} : { through }),
    ...(header === undefined ? {} : { header }),
    ...(model === undefined ? {} : { model }),
  }
}

const tell = (row: Found, entry: Entry): void => {
  const isReply = entry.kind === "message" && entry.role === "assistant" && entry.speaker.kind === "agent"
  const isEnd = entry.kind === "step" && entry.phase === "end"
  if ((isReply || isEnd) && entry.usage !== undefined) row.usage = entry.usage
  if (isEnd && entry.step === row.step && entry.outcome !== undefined) row.outcome = entry.outcome
  if (entry.kind === "attempt" && entry.error !== undefined) row.failed++
}

/** The requests of a record in the order that they were sent; empty where none crossed. */
export const requestRows = (entries: readonly Entry[]): readonly RequestRow[] => {
  const rows: Found[] = []
  let model: string | undefined
  for (const entry of entries) {
    const row = rows.at(-1)
    if (entry.kind === "sent") rows.push(rowOf(entry, rows.length + 1, model))
    else if (entry.kind === "header") model = entry.target.model
    else if (row !== undefined) tell(row, entry)
  }
  return rows
}

/** The seq of the request before; undefined for the first. */
export const beforeOf = (rows: readonly RequestRow[], seq: Seq): Seq | undefined => {
  const at = rows.findIndex((row) => row.seq === seq)
  return rows[at - 1]?.seq
}
