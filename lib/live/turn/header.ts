import type { Target } from "#lib/dialect/targets.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, Header, Tool } from "#lib/record/entry.ts"
import { streamExtra } from "../transport/index.ts"
import type { Work } from "./work.ts"

const newest = (entries: readonly Entry[]): Header | undefined =>
  entries.findLast((entry): entry is Header => entry.kind === "header")

const fieldsOf = (json: string | undefined): object =>
  json === undefined ? {} : (JSON.parse(json) as object) // both are objects' texts

/** What makes the provider stream, and then what the user asks for beside it. */
const extraOf = (target: Target, given: string | undefined): string | undefined => {
  const stream = streamExtra(target)
  if (stream === undefined) return given
  return given === undefined ? stream : JSON.stringify({ ...fieldsOf(given), ...fieldsOf(stream) })
}

type Snapshot = Omit<Extract<Draft, { readonly kind: "header" }>, "reason" | "id" | "origin">

/** All that the next request holds beside history. */
const snapshot = (
  { addressee, principal }: Work,
  tools: readonly Tool[],
  before: Header | undefined,
): Snapshot => {
  const { target, named, params, system } = addressee
  const { extra: given, ...rest } = params
  const extra = extraOf(target, given)
  return {
    kind: "header",
    target: named,
    params: { ...rest, ...(extra === undefined ? {} : { extra }) },
    ...(system === undefined || system === "" ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools }),
    principal: principal(before?.principal),
  }
}

const comparable = ({ kind, target, params, system, tools, principal }: Snapshot | Header): string =>
  JSON.stringify([kind, target, params, system, tools, principal])

/** The header that has to be logged before the next request; undefined where the newest one says it all. */
export const headerNow = (work: Work, tools: readonly Tool[]): Draft | undefined => {
  const before = newest(work.writer.entries)
  const now = snapshot(work, tools, before)
  if (before !== undefined && comparable(before) === comparable(now)) return undefined
  const reason = before === undefined ? "initial" : before.reason === "import" ? "resume" : "change"
  return { ...now, reason }
}
