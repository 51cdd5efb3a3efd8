import { type Json, listOf, objectOf } from "#lib/record/json.ts"
import { token } from "#lib/wire/writer.ts"

/** What a comparison looks past: members by their key, elements by their value. */
export type Past = {
  readonly member: (key: string) => boolean
  readonly element: (value: unknown) => boolean
}

type Pair = {
  readonly before: unknown
  readonly now: unknown
  readonly at: string
  /** At the open end of what went before: there, more may follow. */
  readonly grows: boolean
}

type Step = string | readonly Pair[]

const elements = (list: readonly unknown[], past: Past): readonly (readonly [number, unknown])[] =>
  [...list.entries()].filter(([, value]) => !past.element(value))

const lists = (pair: Pair, before: readonly unknown[], now: readonly unknown[], past: Past): Step => {
  const old = elements(before, past)
  const young = elements(now, past)
  const pairs: Pair[] = []
  for (const [position, [, value]] of old.entries()) {
    const other = young[position]
    if (other === undefined) return withEnd(pairs, pair.at)
    const grows = pair.grows && position === old.length - 1
    pairs.push({ before: value, now: other[1], at: `${pair.at}/${other[0]}`, grows })
  }
  const extra = young[old.length]
  if (extra !== undefined && !pair.grows) return withEnd(pairs, `${pair.at}/${extra[0]}`)
  return pairs
}

const ended: Pair = { before: 0, now: 1, at: "", grows: false }

/** Pairs to compare, and then a difference in any case. */
const withEnd = (pairs: readonly Pair[], at: string): readonly Pair[] => [...pairs, { ...ended, at }]

const objects = (pair: Pair, before: Json, now: Json, past: Past): Step => {
  const old = Object.keys(before).filter((key) => !past.member(key))
  const young = Object.keys(now).filter((key) => !past.member(key))
  const pairs: Pair[] = []
  for (const [position, key] of old.entries()) {
    const other = young[position]
    if (other !== key) return withEnd(pairs, other === undefined ? pair.at : `${pair.at}/${token(other)}`)
    const grows = pair.grows && position === old.length - 1
    pairs.push({ before: before[key], now: now[key], at: `${pair.at}/${token(key)}`, grows })
  }
  const extra = young[old.length]
  return extra !== undefined && !pair.grows ? withEnd(pairs, `${pair.at}/${token(extra)}`) : pairs
}

/** A string that became the first text of a list goes on too. */
const isContinued = (before: string, now: unknown): boolean => {
  if (typeof now === "string") return now.startsWith(before)
  return objectOf(listOf(now)?.[0])?.["text"] === before
}

const step = (pair: Pair, past: Past): Step => {
  const { before, now, at, grows } = pair
  if (before === now || (grows && typeof before === "string" && isContinued(before, now))) return []
  const [oldList, list] = [listOf(before), listOf(now)]
  if (oldList !== undefined && list !== undefined) return lists(pair, oldList, list, past)
  const [oldFields, fields] = [objectOf(before), objectOf(now)]
  return oldFields !== undefined && fields !== undefined ? objects(pair, oldFields, fields, past) : at
}

/**
 * Where a value, in the order it is written, first differs from one before; a JSON pointer below `at`, in the new
 * value. Undefined where it does not. With `grows` the new one may go on from the old one's end.
 */
export const firstDifference = (
  before: unknown,
  now: unknown,
  at: string,
  grows: boolean,
  past: Past,
): string | undefined => {
  const stack: Pair[] = [{ before, now, at, grows }]
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const next = step(pair, past)
    if (typeof next === "string") return next
    for (let index = next.length - 1; index >= 0; index--) {
      const each = next[index]
      if (each !== undefined) stack.push(each)
    }
  }
  return undefined
}
