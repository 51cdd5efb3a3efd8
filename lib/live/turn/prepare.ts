import { v7 } from "uuid"
import { readLog } from "#db/entries.ts"
import { loadObjects } from "#db/objects.ts"
import { readSent } from "#db/sent.ts"
import { projector } from "#lib/dialect/words.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import { project } from "#lib/project.ts"
import type { Entry, EntryOf, Failure } from "#lib/record/entry.ts"
import { dispatchOf } from "#lib/sent/share.ts"
import { verifier } from "#lib/sent/verify.ts"
import { targetNamed } from "../targets.ts"
import type { Work } from "./work.ts"

/** A request that is logged and may leave, or why none may. */
export type Prepared =
  | { readonly is: "ready"; readonly body: Uint8Array }
  | { readonly is: "refused"; readonly error: Failure }

const refuse = (kind: string, message: string): Prepared => ({ is: "refused", error: { kind, message } })

const isSent = (entry: Entry): entry is EntryOf<"sent"> => entry.kind === "sent"

/** The newest request's bytes, which the next one mostly begins with. */
const previous = async ({ db, writer }: Work): Promise<Uint8Array | undefined> => {
  const last = writer.entries.findLast(isSent)
  const bytes = last === undefined ? undefined : await readSent(db, writer.record, last.seq)
  return bytes?.ok === true ? bytes.value : undefined
}

/** Rebuilds a request from what the store holds now, sharing nothing with what made it. */
const isProved = async ({ db, writer }: Work, sent: EntryOf<"sent">, body: Uint8Array): Promise<boolean> => {
  const log = await readLog(db, writer.record)
  if (!log.ok) return false
  const { objects } = await loadObjects(db, writer.record)
  const named = (id: string) => {
    const found = targetNamed(id)
    return found.ok ? found.value : undefined
  }
  return verifier({ entries: log.value.entries, objects, targetOf: named })(sent, body).is === "proved"
}

/**
 * Makes the next request of a record: projects it, lints it, proves it by rebuilding it from the store, and logs it. Where
 * somebody appends meanwhile it is made anew. `step`: its number.
 */
export const prepare = async (work: Work, step: number): Promise<Prepared> => {
  const { db, writer, addressee } = work
  const { policies } = addressee
  for (;;) {
    const { objects } = await loadObjects(db, writer.record)
    const through = writer.entries.length
    const projection = project({ entries: writer.entries }, addressee.target, { ...policies, objects })
    const [error] = errorsOf(projection)
    if (error !== undefined)
      return refuse(
        "lint",
        `${error.rule} at ${error.pointer}${error.block === undefined ? "" : ` (${error.block})`}`,
      )
    const crossings = projection.crossings.all()
    if (crossings.some(({ reason }) => reason === "object-missing"))
      return refuse("object-missing", "A picture or file of this conversation is missing or damaged.")
    const header = writer.entries.findLast(({ kind }) => kind === "header")?.seq
    const { entry, rest } = dispatchOf(await previous(work), projection.wire, {
      seq: through + 1,
      id: v7(),
      at: new Date().toISOString(),
      by: "crossing",
      proved: true,
      step,
      target: addressee.target.id,
      projector,
      through,
      ...(header === undefined ? {} : { header }),
      ...(policies === undefined ? {} : { policies }),
    })
    const body = projection.wire.bytes()
    if (!(await isProved(work, entry, body)))
      return refuse("unproved", "The request cannot be rebuilt from the record, so it was not sent.")
    const logged = await writer.appendRequest({ entry, rest })
    if (logged.ok) return { is: "ready", body }
    if (logged.problem.id !== "stale-head")
      return refuse(logged.problem.id, "The record could not be written.")
    await writer.refresh()
  }
}
