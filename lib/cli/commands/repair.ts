import { z } from "zod"
import type { Database } from "#db/open.ts"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, type Problem, refused } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { number, plural } from "#lib/view/words.ts"
import { fail } from "../fail.ts"
import { writeJson, writeLines } from "../output.ts"
import { ask } from "../remote.ts"
import { withStore } from "../store.ts"
import { listedIds } from "./listed-ids.ts"

const options = z.object({
  all: z.boolean().default(false),
  apply: z.boolean().default(false),
  json: z.boolean().default(false),
  url: z.string().optional(),
})

/** Mirrored quotes of a record that a repair turns plain, the texts they stand in, and those in signed texts, which stay. */
type Found = { readonly head: Seq; readonly quotes: number; readonly texts: number; readonly signed: number }

/** Where records are: the store, or a running server. */
type Place = {
  /** Those that hold mirrored quotes, or may: not all are counted. */
  readonly ids: () => AsyncIterable<Outcome<string>>
  readonly plan: (record: string) => Promise<Outcome<Found>>
  /** Repairs a record of this head, in one step; refused where it has grown since or a turn runs. */
  readonly apply: (record: string, head: Seq) => Promise<Outcome<unknown>>
}

const wanted = { kind: "repair" } as const

const inStore = (db: Database): Place => ({
  ids: async function* () {
    const { mirroring } = await import("#db/counts.ts")
    for (const id of await mirroring(db)) yield fine(id)
  },
  plan: async (record) => {
    const [{ readLog }, { planRepair }] = await Promise.all([
      import("#db/entries.ts"),
      import("#lib/plan/repair.ts"),
    ])
    const log = await readLog(db, record)
    if (!log.ok) return log
    const plan = planRepair(log.value.entries)
    if (!plan.ok) return plan
    const { head, counts, drafts } = plan.value
    return fine({ head, texts: drafts.length, quotes: counts["quotes"] ?? 0, signed: counts["signed"] ?? 0 })
  },
  apply: async (record, head) => {
    const { applyStored } = await import("#lib/live/plans.ts")
    return applyStored(db, record, wanted, head)
  },
})

const planned = z.object({
  plan: z.object({
    head: z.int(),
    drafts: z.array(z.unknown()),
    counts: z.object({ quotes: z.int(), signed: z.int() }),
  }),
})

const atServer = (url: string): Place => {
  const path = (record: string): string => `/v1/conversations/${encodeURIComponent(record)}/plans`
  return {
    ids: () => listedIds(url, ({ quotes }) => quotes !== 0),
    plan: async (record) => {
      const answer = await ask(url, path(record), { method: "POST", json: { plan: wanted } })
      if (!answer.ok) return answer
      const { head, drafts, counts } = planned.parse(await answer.value.json()).plan
      return fine({ head, texts: drafts.length, ...counts })
    },
    apply: (record, head) =>
      ask(url, `${path(record)}/apply`, { method: "POST", json: { plan: wanted, head } }),
  }
}

/** What was found in a record and what became of it; `left`: why it could not be repaired now. */
type Repair = Omit<Found, "head"> & {
  readonly record: string
  readonly repaired: boolean
  readonly left?: string
}

/** A record in which somebody is at work, or was since it was planned, is left for another run. */
const leaves: ReadonlySet<string> = new Set(["record-busy", "plan-stale", "stale-head"])

const nothing = (record: string, { facts }: Problem): Repair => ({
  record,
  quotes: 0,
  texts: 0,
  signed: Number(facts["signed"] ?? 0),
  repaired: false,
})

const repairOne = async (place: Place, record: string, apply: boolean): Promise<Outcome<Repair>> => {
  const plan = await place.plan(record)
  if (!plan.ok) return plan.problem.id === "plan-empty" ? fine(nothing(record, plan.problem)) : plan
  const { head, ...found } = plan.value
  if (!apply) return fine({ record, ...found, repaired: false })
  const done = await place.apply(record, head)
  if (done.ok) return fine({ record, ...found, repaired: true })
  if (!leaves.has(done.problem.id)) return done
  return fine({ record, ...found, repaired: false, left: sentenceOf(done.problem) })
}

const lineOf = ({ record, quotes, texts, signed, repaired, left }: Repair): string => {
  const found =
    quotes === 0
      ? ["nothing to repair"]
      : [`${plural(quotes, "mirrored quote")} in ${plural(texts, "text")}${repaired ? ", repaired" : ""}`]
  const stays = signed === 0 ? [] : [`${number(signed)} in signed texts stay`]
  return `${record}  ${[...found, ...stays].join("; ")}${left === undefined ? "" : `; left: ${left}`}`
}

type Told = { readonly apply: boolean; readonly json: boolean }

/** Repairs records one after the other, each told as soon as it is done; those in which nothing stands are passed over. */
const repairAll = async (place: Place, { apply, json }: Told): Promise<Outcome<readonly Repair[]>> => {
  const repairs: Repair[] = []
  for await (const id of place.ids()) {
    if (!id.ok) return id
    const repair = await repairOne(place, id.value, apply)
    if (!repair.ok && repair.problem.id === "record-unknown") continue // deleted meanwhile
    if (!repair.ok) return repair
    if (repair.value.quotes + repair.value.signed === 0) continue
    repairs.push(repair.value)
    if (!json) await writeLines([lineOf(repair.value)])
  }
  return fine(repairs)
}

const repairNamed = async (place: Place, id: string, { apply, json }: Told) => {
  const repair = await repairOne(place, id, apply)
  if (!repair.ok) return repair
  if (!json) await writeLines([lineOf(repair.value)])
  return fine([repair.value])
}

const totalsOf = (repairs: readonly Repair[]) => {
  const sum = (of: (repair: Repair) => number): number => repairs.reduce((all, each) => all + of(each), 0)
  return {
    records: sum(({ quotes }) => (quotes > 0 ? 1 : 0)),
    quotes: sum(({ quotes }) => quotes),
    repaired: sum(({ repaired, quotes }) => (repaired ? quotes : 0)),
    left: sum(({ left }) => (left === undefined ? 0 : 1)),
  }
}

const totalLine = (
  { records, quotes, repaired, left }: ReturnType<typeof totalsOf>,
  apply: boolean,
): string => {
  const found = `${plural(quotes, "mirrored quote")} in ${plural(records, "record")}`
  if (!apply) return `${found}; nothing was written${quotes > 0 ? ", repair with --apply" : ""}`
  return `${found}, ${number(repaired)} repaired; ${plural(left, "record")} left for another run`
}

/**
 * `repair [ID|--all]`: counts mirrored quotes in the agent's prose; with `--apply` turns them plain, record by record, each
 * in one step. A run that is cut off is finished by the next. 1 where a record was left for it.
 */
export const repairCommand = async (of: unknown, given: unknown): Promise<number> => {
  const { all, url, ...told } = options.parse(given)
  const id = z.string().optional().parse(of)
  if ((id === undefined) === !all) return fail(refused("repair-of-nothing").problem)
  const run = (place: Place) => (id === undefined ? repairAll(place, told) : repairNamed(place, id, told))
  const repairs = url === undefined ? await withStore((db) => run(inStore(db))) : await run(atServer(url))
  if (!repairs.ok) return fail(repairs.problem)
  const totals = totalsOf(repairs.value)
  if (told.json) await writeJson({ ...totals, repairs: repairs.value })
  else await writeLines([totalLine(totals, told.apply)])
  return totals.left > 0 ? 1 : 0
}
