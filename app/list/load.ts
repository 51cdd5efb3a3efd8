import { setTimeout as pause } from "node:timers/promises"
import { filterOf } from "#app/server/listed.ts"
import { type Group, listGroups, titlesOf } from "#db/groups.ts"
import { countRecords, facets } from "#db/list.ts"
import type { Database } from "#db/open.ts"
import { openingsOf } from "#db/openings.ts"
import type { RecordSummary } from "#db/summary.ts"
import { countPending, isPassedOver } from "#lib/live/counting.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { isNarrowed, type ListView } from "./address.ts"

/** One page of the list, and what there is to narrow it by. */
export type Listed = {
  readonly groups: readonly Group[]
  /** Titles of parents that are not on the page, null where one has none; those not in the store are absent. */
  readonly parents: ReadonlyMap<string, string | null>
  /** The first words of those that have no title. */
  readonly openings: ReadonlyMap<string, string>
  readonly next: string | null
  /** Whether counts of these records are still to come. */
  readonly pending: boolean
  /** Records that the view lets through, on all pages. */
  readonly total: number
  readonly formats: readonly string[]
  readonly models: readonly string[]
  /** Whether the store holds no record at all. */
  readonly isEmpty: boolean
}

export const pageSize = 100
const openingLength = 160

/** Milliseconds that the page waits for counts that are still to be made: a filter by them must not miss what just came in. */
const patience = { shown: 250, filtered: 2_000 } as const

const settled = async (db: Database, view: ListView): Promise<void> => {
  const filtered = view.has !== undefined && view.has.length > 0
  const counting = countPending(db).catch((error: unknown) => console.error(error))
  await Promise.race([counting, pause(filtered ? patience.filtered : patience.shown)])
}

/** Records of a group that a view shows: those below the first only where it is unfolded. */
const shownOf = ({ first, members }: Group, { open }: ListView): readonly RecordSummary[] =>
  open === first.id ? [first, ...members.map(({ record }) => record)] : [first]

/** What a view of the list shows. Problem `cursor-invalid`. */
export const loadList = async (db: Database, view: ListView): Promise<Outcome<Listed>> => {
  await settled(db, view)
  const filter = filterOf(view)
  const page = await listGroups(db, filter, {
    order: view.order ?? "active",
    limit: pageSize,
    ...(view.cursor === undefined ? {} : { cursor: view.cursor }),
  })
  if (!page.ok) return page
  const { groups, next } = page.value
  const records = groups.flatMap((group) => shownOf(group, view))
  const parents = await titlesOf(
    db,
    groups.flatMap(({ first }) => first.parent?.record ?? []),
  )
  const untitled = [...records.map(({ id, title }) => [id, title] as const), ...parents].flatMap(
    ([id, title]) => (title === null ? [id] : []),
  )
  const [total, choices, openings] = await Promise.all([
    countRecords(db, filter),
    facets(db),
    openingsOf(db, untitled, openingLength),
  ])
  return fine({
    groups,
    next,
    parents,
    openings,
    pending: records.some(
      ({ id, counts, quotes }) => (counts === null || quotes === null) && !isPassedOver(id),
    ),
    total,
    formats: choices.formats.map(({ format }) => format),
    models: choices.models.map(({ model }) => model),
    isEmpty: total === 0 && !isNarrowed(view),
  })
}
