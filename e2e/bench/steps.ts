import { rmSync } from "node:fs"
import { v7 } from "uuid"
import { append } from "#db/entries.ts"
import { type Database, openDatabase } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { readSent } from "#db/sent.ts"
import { must } from "#db/test-store.ts"
import { openWriter, type Writer } from "#lib/live/turn/writer.ts"
import { wireFor } from "#lib/project.ts"
import { temporary } from "../app.ts"
import { compare, type Row } from "./measure.ts"
import { knownTarget, objects } from "./projection.ts"
import { readEntries, type Session, session, sessionLines } from "./session.ts"

/** A stored conversation that somebody is at work on, and where its next turns come from. */
type Talk = { readonly from: Session; readonly writer: Writer }

const target = knownTarget("anthropic")

/** As live requests to it are made. */
const policies = { cacheMarks: true } as const

/** Entries of one append while the conversation is stored. */
const portion = 1_000

/** Makes the next request and logs it: projects by extension, works out what is new, digests, stores. Returns its seq. */
const step = async ({ writer: { entries, wires, appendRequest } }: Talk): Promise<number> => {
  const { wire, asOf } = await wires.next(entries, target, policies)
  const facts = {
    seq: asOf + 1,
    id: v7(),
    at: null,
    by: "crossing",
    target: target.id,
    through: asOf,
    policies,
  } as const
  return must(await appendRequest(await wires.dispatch(entries, wire, facts))).seq
}

const begin = async (db: Database, messages: number): Promise<Talk> => {
  const from = session(2)
  const record = must(
    await createRecord(db, { kind: "record", version: 1, id: `of-${messages}`, createdAt: null }),
  )
  const entries = readEntries(sessionLines(messages, from))
  for (let head = 0; head < entries.length; head += portion)
    must(await append(db, { record, head, entries: entries.slice(head, head + portion) }))
  const talk = { from, writer: await openWriter(db, record) }
  await step(talk)
  return talk
}

/** The next turn's messages (question, call, result, answer), stored; then its request, still to be made. */
const turn = async (talk: Talk): Promise<() => Promise<number>> => {
  must(await talk.writer.append(talk.from.turn(1)))
  return () => step(talk)
}

/** What the store gives back of one request more is what the record gives, projected from nothing. */
const check = async (db: Database, talk: Talk): Promise<void> => {
  const seq = await step(talk)
  const { record, entries } = talk.writer
  const cold = wireFor({ entries }, target, { ...policies, objects, asOf: seq - 1 }).bytes()
  if (Buffer.compare(must(await readSent(db, record, seq)), cold) !== 0)
    throw new Error("A request by extension differs from a cold one.")
}

/** One step at 10,000 messages against one at 1,000, from the new messages to the stored request, step by step in pairs. */
export const stepsRow = async (turns = 60, warm = 20): Promise<Row> => {
  const data = temporary()
  const db = must(await openDatabase({ url: "", data }))
  try {
    const [long, short] = [await begin(db, 10_000), await begin(db, 1_000)]
    const { ratio, subject, baseline } = await compare(
      async () => ({ subject: await turn(long), baseline: await turn(short) }),
      turns,
      warm,
    )
    await check(db, long)
    await check(db, short)
    return {
      name: "step-10000-to-1000",
      value: ratio,
      unit: "x",
      limit: 1.5,
      note: `${subject.toFixed(2)} ms against ${baseline.toFixed(2)} ms a step, projected and logged`,
    }
  } finally {
    await db.close()
    rmSync(data, { recursive: true, force: true })
  }
}
