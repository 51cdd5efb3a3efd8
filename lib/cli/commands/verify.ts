import { z } from "zod"
import type { Database } from "#db/open.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { verdictLine } from "#lib/view/proof.ts"
import { fail } from "../fail.ts"
import { writeJson, writeLines } from "../output.ts"
import { ask } from "../remote.ts"
import { withStore } from "../store.ts"
import { listedIds } from "./listed-ids.ts"

const options = z.object({ json: z.boolean().default(false), url: z.string().optional() })

const side = z.object({ before: z.string(), from: z.string() })
const at = z.object({ byte: z.int(), sent: side, rebuilt: side })

/** A proof as `/v1` answers with it; here and there it is written the same. */
const proved = z.object({
  record: z.string(),
  seq: z.int(),
  verdict: z.looseObject({ is: z.string(), at: at.optional() }),
  says: z.string(),
})
type Proved = z.infer<typeof proved>

const page = z.object({
  requests: z.array(z.object({ sent: z.object({ seq: z.int() }) })),
  next: z.int().nullable(),
})

const ofRecord = async (db: Database, record: string): Promise<Outcome<readonly Proved[]>> => {
  const { verifyRecord } = await import("#lib/live/requests.ts")
  const proofs = await verifyRecord(db, record)
  if (!proofs.ok) return proofs
  return fine(
    proofs.value.map(({ seq, verdict }) => ({
      record,
      seq,
      verdict: { ...verdict },
      says: verdictLine(verdict),
    })),
  )
}

const fromStore = (id: string | undefined): Promise<Outcome<readonly Proved[]>> =>
  withStore(async (db) => {
    if (id !== undefined) return ofRecord(db, id)
    const { recordsWithSent } = await import("#db/sent.ts")
    const all: Proved[] = []
    for (const record of await recordsWithSent(db)) {
      const proofs = await ofRecord(db, record)
      if (proofs.ok) all.push(...proofs.value) // one of all may be deleted meanwhile
    }
    return fine(all)
  })

const pathOf = (record: string): string => `/v1/conversations/${encodeURIComponent(record)}/requests`

const seqsAt = async (url: string, record: string): Promise<Outcome<readonly number[]>> => {
  const seqs: number[] = []
  let after: number | null = 0
  while (after !== null) {
    const answer = await ask(url, `${pathOf(record)}?limit=1000&after=${after}`)
    if (!answer.ok) return answer
    const { requests, next } = page.parse(await answer.value.json())
    seqs.push(...requests.map(({ sent }) => sent.seq))
    after = next
  }
  return fine(seqs)
}

const ofRecordAt = async (url: string, record: string): Promise<Outcome<readonly Proved[]>> => {
  const seqs = await seqsAt(url, record)
  if (!seqs.ok) return seqs
  const all: Proved[] = []
  for (const seq of seqs.value) {
    const answer = await ask(url, `${pathOf(record)}/${seq}/verify`)
    if (!answer.ok) return answer
    all.push(proved.parse(await answer.value.json()))
  }
  return fine(all)
}

const fromServer = async (url: string, id: string | undefined): Promise<Outcome<readonly Proved[]>> => {
  if (id !== undefined) return ofRecordAt(url, id)
  const all: Proved[] = []
  for await (const each of listedIds(url)) {
    if (!each.ok) return each
    const proofs = await ofRecordAt(url, each.value)
    if (proofs.ok) all.push(...proofs.value)
    else if (proofs.problem.id !== "record-unknown") return proofs
  }
  return fine(all)
}

/** A request in a line; where it differs, both sides with the place marked. */
const linesOf = ({ record, seq, verdict, says }: Proved): readonly string[] => {
  const marked = (name: string, text: z.infer<typeof side>): string =>
    `  ${name} ${JSON.stringify(text.before)} | ${JSON.stringify(text.from)}`
  const sides =
    verdict.at === undefined
      ? []
      : [marked("sent   ", verdict.at.sent), marked("rebuilt", verdict.at.rebuilt)]
  return [`${record}  ${seq}  ${says}`, ...sides]
}

/** `verify [ID]`: proves the stored requests of a record, or of all; 1 where one is not what its record gives. */
export const verifyCommand = async (of: unknown, given: unknown): Promise<number> => {
  const { json, url } = options.parse(given)
  const id = z.string().optional().parse(of)
  const proofs = url === undefined ? await fromStore(id) : await fromServer(url, id)
  if (!proofs.ok) return fail(proofs.problem)
  const count = (is: string): number => proofs.value.filter(({ verdict }) => verdict.is === is).length
  const totals = { requests: proofs.value.length, proved: count("proved"), mismatches: count("mismatch") }
  if (json) await writeJson({ ...totals, proofs: proofs.value })
  else
    await writeLines([
      ...proofs.value.flatMap(linesOf),
      `${totals.requests} requests, ${totals.proved} proved, ${totals.mismatches} not what their record gives`,
    ])
  return totals.mismatches > 0 ? 1 : 0
}
