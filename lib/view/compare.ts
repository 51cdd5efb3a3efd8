import type { Loss, Tally } from "./tally.ts"

/** What stands first in every list: what is lost whole, then what changes, then what is added. */
export const lossHows = ["dropped", "altered", "made"] as const satisfies readonly Loss["how"][]

const byWeight = (a: Pick<Loss, "how">, aCount: number, b: Pick<Loss, "how">, bCount: number): number =>
  lossHows.indexOf(a.how) - lossHows.indexOf(b.how) || bCount - aCount

/** A target's losses, the heaviest first. */
export const ranked = (losses: readonly Loss[]): readonly Loss[] =>
  losses.toSorted((a, b) => byWeight(a, a.keys.length, b, b.keys.length))

/** One reason over all targets: how many rows each loses by it; targets that lose none are absent. */
export type ReasonRow = Pick<Loss, "how" | "reason"> & { readonly counts: ReadonlyMap<string, number> }

/** What a reason's row is known by. */
export const nameOf = ({ how, reason }: Pick<Loss, "how" | "reason">): string => `${how} ${reason}`

/** Which targets lose how much by which reason, the heaviest reason first. */
export const reasonRows = (tallies: readonly Tally[]): readonly ReasonRow[] => {
  const rows = new Map<string, Pick<Loss, "how" | "reason"> & { readonly counts: Map<string, number> }>()
  for (const { target, losses } of tallies)
    for (const { how, reason, keys } of losses) {
      const row = rows.get(nameOf({ how, reason })) ?? { how, reason, counts: new Map() }
      row.counts.set(target, keys.length)
      rows.set(nameOf(row), row)
    }
  const most = ({ counts }: ReasonRow): number => Math.max(...counts.values())
  return [...rows.values()].toSorted((a, b) => byWeight(a, most(a), b, most(b)))
}

/** One row of the record over all targets: what becomes of it where it is not carried; absent where it is. */
export type LostRow = { readonly key: string; readonly by: ReadonlyMap<string, Loss> }

/** By key, what a target does to it. Made once for each tally. */
const lossByKey = new WeakMap<Tally, ReadonlyMap<string, Loss>>()

const lossesByKey = (tally: Tally): ReadonlyMap<string, Loss> => {
  const known = lossByKey.get(tally)
  if (known !== undefined) return known
  const made = new Map(tally.losses.flatMap((loss) => loss.keys.map((key) => [key, loss] as const)))
  lossByKey.set(tally, made)
  return made
}

/** A key with what it is sorted by: what is made comes last, all else by the numbers in it. */
type Sorted = { readonly key: string; readonly made: number; readonly numbers: readonly number[] }

const sortable = (key: string): Sorted => ({
  key,
  made: Number(key.startsWith("+")),
  numbers: key.split(/\D+/).map(Number),
})

const inRecord = (a: Sorted, b: Sorted): number => {
  if (a.made !== b.made) return a.made - b.made
  const at = a.numbers.findIndex((value, index) => value !== b.numbers[index])
  return at < 0 ? a.numbers.length - b.numbers.length : (a.numbers[at] ?? 0) - (b.numbers[at] ?? -1)
}

/** The rows that any target loses for a reason, with what every target does to each of them. */
export const lostRows = (tallies: readonly Tally[], of: Pick<Loss, "how" | "reason">): readonly LostRow[] => {
  const name = nameOf(of)
  const keys = new Set(
    tallies.flatMap(({ losses }) =>
      losses.filter((loss) => nameOf(loss) === name).flatMap((loss) => loss.keys),
    ),
  )
  const sorted = [...keys].map(sortable).sort(inRecord)
  return sorted.map(({ key }) => ({
    key,
    by: new Map(
      tallies.flatMap((tally) => {
        const loss = lossesByKey(tally).get(key)
        return loss === undefined ? [] : [[tally.target, loss] as const]
      }),
    ),
  }))
}
