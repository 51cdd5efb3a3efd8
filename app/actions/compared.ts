import type { Db } from "#db/connect.ts"
import { type Compared, openRequests, type Requests } from "#lib/live/requests.ts"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { bodyOf } from "#lib/sent/body.ts"
import { changeOf, type ListChange, partsOf } from "#lib/sent/parts.ts"
import { targetOf } from "#lib/sent/rebuild.ts"
import { type ComparedRow, comparedRow } from "#lib/view/request-causes.ts"
import { kept } from "./opened.ts"

/** What happened to the tools, where they are the cause. */
const toolsOf = ({ sound }: Requests, { request, bytes }: Compared): ListChange | undefined => {
  if (request.prefix?.cut?.cause !== "tools" || bytes?.before === undefined) return undefined
  const dialect = targetOf(sound, request.sent)?.dialect
  return changeOf(partsOf(dialect, bodyOf(bytes.before), bodyOf(bytes.now)), "tool")
}

const weight = 400 // bytes of a row, roughly

/** Keeps the rows of a record, where they go further than what is kept. The newest one's reply may still come. */
const keep = (record: string, rows: readonly ComparedRow[]): void => {
  const sure = rows.slice(0, -1)
  if (sure.length > (kept().compared.get(record)?.length ?? 0))
    kept().compared.put(record, sure, sure.length * weight)
}

async function* rest(
  record: string,
  requests: Requests,
  known: readonly ComparedRow[],
): AsyncGenerator<ComparedRow> {
  const rows = [...known]
  try {
    for await (const each of requests.compared(rows.at(-1)?.seq ?? 0)) {
      const { sent, prefix } = each.request
      if (prefix === undefined) continue
      const row = comparedRow(sent.seq, prefix, {
        entries: requests.sound.entries,
        tools: toolsOf(requests, each),
      })
      rows.push(row)
      yield row
    }
  } finally {
    keep(record, rows)
  }
}

async function* all(
  known: readonly ComparedRow[],
  more: AsyncGenerator<ComparedRow>,
): AsyncGenerator<ComparedRow> {
  yield* known
  yield* more
}

/**
 * The requests of a record up to an entry as compared, one after another; those that were compared before cost nothing. A
 * request whose bytes are not stored is left out. Problem `record-unknown` {record}.
 */
export const comparedRows = async (
  db: Db,
  record: string,
  head: Seq,
): Promise<Outcome<AsyncGenerator<ComparedRow>>> => {
  const opened = await openRequests(db, record, head)
  if (!opened.ok) return opened
  const known = (kept().compared.get(record) ?? []).filter(({ seq }) => seq <= head)
  return fine(all(known, rest(record, opened.value, known)))
}
