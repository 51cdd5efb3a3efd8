import type { Crossing, How } from "#lib/wire/crossing.ts"
import { outReasons } from "./words.ts"

export type Counts = {
  readonly [Key in How]: number
} & {
  /** Of the dropped, those that are not in the line at all: covered, rewound, undone, replaced. */
  readonly out: number
}

/** Whether a block is not in the line at all, whoever the wire is for. */
export const isOut = (crossing: Crossing): boolean =>
  crossing.how === "dropped" && outReasons.some((reason) => reason === crossing.reason)

/** How many crossings of each sort a projection has. */
export const counts = (crossings: readonly Crossing[]): Counts => {
  const of = { carried: 0, altered: 0, dropped: 0, made: 0 }
  let out = 0
  for (const crossing of crossings) {
    of[crossing.how] += 1
    if (isOut(crossing)) out += 1
  }
  return { ...of, out }
}

/** How many crossings are not carried, without what is out of the line for all targets alike. */
export const differences = ({ altered, dropped, out, made }: Counts): number => altered + dropped - out + made
