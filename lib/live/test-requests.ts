import { append } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { appendSent } from "#db/sent.ts"
import { must, testHeader } from "#db/test-store.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { pictures, storedObject } from "#lib/record/arbitrary/media.ts"
import { agent, call, header, image, result, text, user } from "#lib/record/build.ts"
import { panel } from "#lib/sent/testing/panel.ts"

/** A picture that the conversation below shows. */
export const picture = pictures[0]?.object.sha256 ?? ""

/** A conversation of three requests; the third has another system text. */
const talk = () => {
  const target = targetOf("anthropic")
  if (target === undefined) throw new Error("no such target")
  const on = panel(target)
  on.log(header({ system: "Be brief." }), user([text("look"), image(picture)]))
  on.send()
  on.log(agent([text("I will."), call("toolu_1")]), result("toolu_1", "done"))
  on.send()
  on.log(header({ system: "Be long." }), user("more"))
  on.send()
  return on
}

/** Stores that conversation as a record of its own, for tests. */
export const storedTalk = async (db: Database) => {
  const on = talk()
  const record = must(await createRecord(db, testHeader()))
  const object = storedObject(picture)
  const objects = object === undefined ? [] : [object]
  must(await append(db, { record, head: 0, entries: [], objects }))
  must(await appendSent(db, { record, head: 0, entries: on.entries }, on.sent))
  return { record, on, seqs: on.sent.map(({ entry }) => entry.seq) }
}

/** Damages the store as no program of ours can: with its triggers off. */
export const damageStore = async (
  db: Database,
  statement: string,
  values: readonly (string | number)[],
): Promise<void> => {
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql.unsafe(statement, [...values])
  })
}
