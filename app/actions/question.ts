import { z } from "zod"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { orders } from "#lib/view/sheet.ts"
import { type Asked, opened } from "./opened.ts"
import { tallied } from "./tallied.ts"

/** What every question about a projection names. `asOf` fixes the head, so an answer stays true for ever. */
const projection = {
  target: z.string().min(1).max(100),
  asOf: whole(0, 2_147_483_647),
  vision: z.enum(["on", "off"]).optional(),
  /** The version of the projection's rules, so that no cache mixes two. */
  projector: whole(0, 1_000_000).optional(),
}

/** The parameters of a list of rows: which order, filtered how. */
export const listing = {
  ...projection,
  order: z.enum(orders).default("rows"),
  filter: z.string().max(2_000).default(""),
}

export { projection }

type Params = { readonly params: Promise<{ readonly id: string }> }
type Base = { readonly target: string; readonly asOf: number; readonly vision?: "on" | "off" | undefined }

type Opening<Of> = (asked: Asked) => Promise<Outcome<Of>>

/**
 * Answers one question about a projection of record `id`: reads the query, opens what `open` gives of the projection,
 * and prints what `work` makes of it.
 */
const answering =
  <Of extends { readonly head: number }>(open: Opening<Of>) =>
  async <Query extends Base>(
    request: Request,
    { params }: Params,
    schema: z.ZodType<Query>,
    work: (opened: Of, query: Query) => Outcome<unknown>,
  ): Promise<Response> => {
    const query = readQuery(schema, request.url)
    if (!query.ok) return problemAnswer(query.problem)
    const { target, asOf, vision } = query.value
    const { id } = await params
    const found = await open({
      record: id,
      target,
      asOf,
      vision: vision === undefined ? undefined : vision === "on",
    })
    if (!found.ok) return problemAnswer(found.problem)
    const value = work(found.value, query.value)
    if (!value.ok) return problemAnswer(value.problem)
    return fixedAnswer(value.value, asOf <= found.value.head)
  }

/** What is true of a fixed head is true for ever. */
export const fixedAnswer = (value: unknown, fixed: boolean): Response =>
  Response.json(value, {
    headers: { "cache-control": fixed ? "private, max-age=86400, immutable" : "no-store" },
  })

/** Questions about a projection that is laid out for the screen. */
export const answerWith = answering(opened)

/** Questions about one that is only counted. */
export const answerWithTally = answering(tallied)

export const answered = <Value>(value: Value): Outcome<Value> => fine(value)
