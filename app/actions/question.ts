import { z } from "zod"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { orders } from "#lib/view/sheet.ts"
import { type Opened, opened } from "./opened.ts"

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

/** Answers one question about a projection of record `id`: reads the query, opens the projection, and prints what `work` gives. */
export const answerWith = async <Query extends Base>(
  request: Request,
  { params }: Params,
  schema: z.ZodType<Query>,
  work: (opened: Opened, query: Query) => Outcome<unknown>,
): Promise<Response> => {
  const query = readQuery(schema, request.url)
  if (!query.ok) return problemAnswer(query.problem)
  const { target, asOf, vision } = query.value
  const { id } = await params
  const found = await opened({
    record: id,
    target,
    asOf,
    vision: vision === undefined ? undefined : vision === "on",
  })
  if (!found.ok) return problemAnswer(found.problem)
  const value = work(found.value, query.value)
  if (!value.ok) return problemAnswer(value.problem)
  const fixed = asOf <= found.value.head
  return Response.json(value.value, {
    headers: { "cache-control": fixed ? "private, max-age=86400, immutable" : "no-store" },
  })
}

export const answered = <Value>(value: Value): Outcome<Value> => fine(value)
