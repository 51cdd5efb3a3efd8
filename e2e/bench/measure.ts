import { performance } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/**
 * One line of the bench: a value against its limit, the most it may be, or with `isLeast` the least. `unit` is `x` for a
 * ratio, else what the value counts.
 */
export type Row = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly limit: number
  readonly isLeast?: true
  readonly note: string
}

/** Whether a value is on the wrong side of its limit; NaN always is. */
export const isMissed = ({ value, limit, isLeast }: Row): boolean =>
  !(isLeast === true ? value >= limit : value <= limit)

export const median = (of: readonly number[]): number => {
  const sorted = [...of].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void // what the flag above makes; typed nowhere

/** Milliseconds of one run, or until what it promises, begun without another's garbage. */
export const timed = async (run: () => unknown): Promise<number> => {
  collect()
  const start = performance.now()
  await run()
  return performance.now() - start
}

export type Pair = { readonly subject: () => unknown; readonly baseline: () => unknown }

export type Compared = { readonly ratio: number; readonly subject: number; readonly baseline: number }

/**
 * The median ratio of runs taken in pairs, so that a slow moment of the machine weighs on both. `prepare` makes each
 * pair anew, outside the clock; who goes first alternates. The first `warm` pairs do
 * not count: until then the engine is still compiling.
 */
export const compare = async (
  prepare: () => Pair | Promise<Pair>,
  repetitions: number,
  warm = 5,
): Promise<Compared> => {
  const pairs: (readonly [subject: number, baseline: number])[] = []
  for (let at = 0; at < repetitions + warm; at++) {
    const { subject, baseline } = await prepare()
    if (at % 2 === 0) {
      const first = await timed(subject)
      pairs.push([first, await timed(baseline)])
    } else {
      const first = await timed(baseline)
      pairs.push([await timed(subject), first])
    }
  }
  const counted = pairs.slice(warm)
  return {
    ratio: median(counted.map(([subject, baseline]) => subject / baseline)),
    subject: median(counted.map(([subject]) => subject)),
    baseline: median(counted.map(([, baseline]) => baseline)),
  }
}
