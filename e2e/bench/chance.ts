/** Chance that comes out the same every time: measures are of one fixed content. */
export type Chance = {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number of `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number
  /** One of a list that is not empty. */
  readonly pick: <Item>(items: readonly Item[]) => Item
}

/** Mulberry32: 32 bits of state, good enough to vary texts. */
export const chance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error("There is nothing to pick from.")
    return item
  }
  return { next, between, pick }
}
