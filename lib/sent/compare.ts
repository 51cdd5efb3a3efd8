import { type Body, keyOf, pointerOf } from "./body.ts"
import { membersOf, type Section } from "./order.ts"

/** A value in both bodies, so many levels deep; at the open end of the earlier one more may follow (`grows`). */
type Pair = {
  readonly before: number
  readonly now: number
  readonly grows: boolean
  readonly depth: number
}

/** Levels below which a value is compared as plain text: no dialect writes anything of its own so deep. */
const deepest = 64

/** Where two bodies part: UTF-16 offsets in each, and a pointer in the later one, or in the earlier where it has no such value. */
type Parting = { readonly before: number; readonly now: number; readonly pointer: string }

/** A parting in the order that a provider reads: the section's number, and how far into it of the earlier body. */
export type Cut = Parting & { readonly section: number; readonly within: number }

type Bodies = { readonly before: Body; readonly now: Body }
type Step = readonly (Pair | Parting)[]

const raw = ({ text, spans }: Body, node: number): string => text.slice(spans.start(node), spans.end(node))

const markPlace = /^\/(?:(?:messages\/\d+\/content|system|tools)\/\d+\/)?cache_control$/

/** Marks for the provider's cache are no part of the prompt. */
export const isMark = (body: Body, node: number): boolean => {
  const key = keyOf(body, node)
  if (key === undefined) return body.text.startsWith('{"cachePoint"', body.spans.start(node))
  return key === "cache_control" && markPlace.test(pointerOf(body, node))
}

const childrenOf = (body: Body, node: number): readonly number[] =>
  body.spans.inside(node).filter((child) => !isMark(body, child))

/** Two texts from two offsets on part at the first unit that differs. */
const partingFrom = ({ before, now }: Bodies, from: number, to: number, pointer: string): Parting => {
  let units = 0
  while (from + units < before.text.length && before.text[from + units] === now.text[to + units]) units++
  return { before: from + units, now: to + units, pointer }
}

/** Where two values that hold the same part: only the blanks between differ. */
const spacing = (bodies: Bodies, { before, now }: Pair): Parting =>
  partingFrom(
    bodies,
    bodies.before.spans.start(before),
    bodies.now.spans.start(now),
    pointerOf(bodies.now, now),
  )

/** Whether two values that differ hold the same values, all of them. */
const isSpaced = ({ before, now }: Bodies, pair: Pair, steps: Step): boolean =>
  steps.length === before.spans.inside(pair.before).length &&
  steps.length === now.spans.inside(pair.now).length &&
  steps.every((each) => !("pointer" in each) && raw(before, each.before) === raw(now, each.now))

/** Members or elements in order; the later may have more of them where it grows. */
const inside = (bodies: Bodies, pair: Pair): Step => {
  const { before, now } = bodies
  const old = childrenOf(before, pair.before)
  const young = childrenOf(now, pair.now)
  const steps: (Pair | Parting)[] = []
  for (const [index, child] of old.entries()) {
    const other = young[index]
    const start = before.spans.memberStart(child)
    if (other === undefined) {
      const end = now.spans.end(pair.now) - 1
      return [...steps, { before: start, now: end, pointer: pointerOf(before, child) }]
    }
    if (keyOf(before, child) !== keyOf(now, other))
      return [...steps, partingFrom(bodies, start, now.spans.memberStart(other), pointerOf(now, other))]
    const grows = pair.grows && index === old.length - 1
    steps.push({ before: child, now: other, grows, depth: pair.depth + 1 })
  }
  const extra = young[old.length]
  if (pair.grows) return steps
  if (extra === undefined) return isSpaced(bodies, pair, steps) ? [spacing(bodies, pair)] : steps
  const end = before.spans.end(pair.before) - 1
  return [...steps, { before: end, now: now.spans.memberStart(extra), pointer: pointerOf(now, extra) }]
}

/** Whether a string goes on: longer, or as the first text of a list. */
const goesOn = ({ before, now }: Bodies, pair: Pair): boolean => {
  const open = raw(before, pair.before).slice(0, -1)
  if (raw(now, pair.now).startsWith(open)) return true
  const [part] = now.text[now.spans.start(pair.now)] === "[" ? now.spans.inside(pair.now) : []
  const text =
    part === undefined ? undefined : now.spans.inside(part).find((node) => keyOf(now, node) === "text")
  return text !== undefined && raw(now, text).startsWith(open)
}

const step = (bodies: Bodies, pair: Pair): Step => {
  const { before, now } = bodies
  if (raw(before, pair.before) === raw(now, pair.now)) return []
  const [from, to] = [before.spans.start(pair.before), now.spans.start(pair.now)]
  const [old, young] = [before.text[from], now.text[to]]
  if (old === young && (old === "{" || old === "[") && pair.depth < deepest) return inside(bodies, pair)
  if (pair.grows && old === '"' && goesOn(bodies, pair)) return []
  return [partingFrom(bodies, from, to, pointerOf(now, pair.now))]
}

/** Where two values part, in the order of the wire; without recursion, since arguments may nest deep. */
const partingOf = (bodies: Bodies, whole: Pair): Parting | undefined => {
  const stack: (Pair | Parting)[] = [whole]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if ("pointer" in next) return next
    stack.push(...step(bodies, next).toReversed())
  }
  return undefined
}

/** Where the two fields of a section part; one that only one body has parts where it begins. */
const inSection = (bodies: Bodies, { key, is }: Section): Parting | undefined => {
  const { before, now } = bodies
  const [old, young] = [membersOf(before).get(key), membersOf(now).get(key)]
  if (old !== undefined && young !== undefined)
    return partingOf(bodies, { before: old, now: young, grows: is === "history", depth: 1 })
  const end = (body: Body): number => body.text.lastIndexOf("}")
  if (young !== undefined)
    return { before: end(before), now: now.spans.memberStart(young), pointer: pointerOf(now, young) }
  if (old === undefined) return undefined
  return { before: before.spans.memberStart(old), now: end(now), pointer: pointerOf(before, old) }
}

/**
 * The first difference between two requests in the order of `sections`; undefined where the later one begins with all of
 * the earlier. Not seen: closing brackets behind which the conversation grows, cache marks, and what stands in the
 * earlier one's history from the offset `tail` on.
 */
export const cutBetween = (
  before: Body,
  now: Body,
  sections: readonly Section[],
  tail = Number.POSITIVE_INFINITY,
): Cut | undefined => {
  const bodies = { before, now }
  for (const [number, section] of sections.entries()) {
    const found = inSection(bodies, section)
    if (found === undefined || (section.is === "history" && found.before >= tail)) continue
    const own = membersOf(before).get(section.key)
    const within = own === undefined ? 0 : found.before - before.spans.memberStart(own)
    return { ...found, section: number, within }
  }
  if (sections.length > 0 || before.text === now.text) return undefined
  return { ...partingFrom(bodies, 0, 0, ""), section: 0, within: 0 }
}

/** Whether one cut stands behind another. */
export const isBehind = (cut: Cut, other: Cut): boolean =>
  cut.section === other.section ? cut.within > other.within : cut.section > other.section
