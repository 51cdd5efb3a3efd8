import { v7 } from "uuid"
import { readLog } from "#db/entries.ts"
import { loadObjects } from "#db/objects.ts"
import { projector } from "#lib/dialect/words.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import type { Projection } from "#lib/project.ts"
import type { EntryOf, Failure, Seq } from "#lib/record/entry.ts"
import type { SentFacts } from "#lib/sent/share.ts"
import { verifier } from "#lib/sent/verify.ts"
import { targetNamed } from "../targets.ts"
import type { Work } from "./work.ts"

/** A request that is logged and may leave, or why none may. */
export type Prepared =
  | { readonly is: "ready"; readonly body: Uint8Array }
  | { readonly is: "refused"; readonly error: Failure }

const refuse = (kind: string, message: string): Prepared => ({ is: "refused", error: { kind, message } })

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

/** Why a projection must not leave; undefined where it may. */
const fault = ({ writer }: Work, projection: Projection): Prepared | undefined => {
  const [error] = errorsOf(projection)
  if (error !== undefined)
    return refuse(
      "lint",
      `${error.rule} at ${error.pointer}${error.block === undefined ? "" : ` (${error.block})`}`,
    )
  return writer.wires.lacks(projection)
    ? refuse("object-missing", "A picture or file of this conversation is missing or damaged.")
    : undefined
}

const factsOf = ({ writer: { entries }, addressee }: Work, through: Seq, step: number): SentFacts => {
  const header = entries.findLast(({ kind }) => kind === "header")?.seq
  return {
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
    ...(addressee.policies === undefined ? {} : { policies: addressee.policies }),
  }
}

/**
 * Makes the next request of a record: projects it, lints it, proves it by rebuilding it from the store, and logs it. Where
 * somebody appends meanwhile it is made anew. `step`: its number. Projecting and logging cost what is new; to lint and to
 * prove it is to read all of it again, and takes as long as it is.
 */
export const prepare = async (work: Work, step: number): Promise<Prepared> => {
  const { writer, addressee } = work
  for (;;) {
    const projection = await writer.wires.next(writer.entries, addressee.target, addressee.policies)
    const refused = fault(work, projection)
    if (refused !== undefined) return refused
    const facts = factsOf(work, projection.asOf, step)
    const dispatch = await writer.wires.dispatch(writer.entries, projection.wire, facts)
    const body = projection.wire.bytes()
    if (!(await isProved(work, dispatch.entry, body)))
      return refuse("unproved", "The request cannot be rebuilt from the record, so it was not sent.")
    const logged = await writer.appendRequest(dispatch)
    if (logged.ok) return { is: "ready", body }
    if (logged.problem.id !== "stale-head")
      return refuse(logged.problem.id, "The record could not be written.")
    await writer.refresh()
  }
}
