import type { Crossing } from "#lib/wire/crossing.ts"
import { unitOffset } from "#lib/wire/print.ts"
import type { Body } from "./body.ts"

/** How far each own place of what was not made reaches: units of a shared string, or all of its value. */
const reaches = (crossings: readonly Crossing[], history: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const { how, at } of crossings) {
    if (how === "made") continue
    for (const [index, { pointer, to }] of at.entries()) {
      if (!pointer.startsWith(`/${history}/`) || (index > 0 && to === undefined)) continue
      found.set(pointer, Math.max(found.get(pointer) ?? 0, to ?? Number.POSITIVE_INFINITY))
    }
  }
  return found
}

/** Where the made end of a wire's history begins: behind the last piece that comes from the record. */
export const tailOf = ({ text, spans }: Body, crossings: readonly Crossing[], history: string): number => {
  let tail = spans.of(`/${history}`)?.start ?? text.length
  for (const [pointer, units] of reaches(crossings, history)) {
    const span = spans.of(pointer)
    if (span === undefined || span.end <= tail) continue
    const end = Number.isFinite(units) ? unitOffset(text, span.start, units) : span.end
    tail = Math.max(tail, end)
  }
  return tail
}

/**
 * Where the earlier turns of a replay end (dialect prior-turns); where it has none, the message's content. Behind them
 * stands what was said last, which the next request tells as one more turn: all before it stands still, and what is
 * behind it moves, though nothing but messages came. Such a request has grown. Its provider keeps whole blocks only, so
 * of this one growing text its cache holds nothing.
 */
export const replayEnd = ({ text, spans }: Body, history: string): number => {
  const told = spans.of(`/${history}/0/content/0/text`)
  const end = told === undefined ? -1 : text.indexOf("</prior_turns>", told.start) // never stored text: its tags are neutralised
  if (told !== undefined && end >= 0 && end < told.end) return end
  return spans.of(`/${history}/0/content`)?.start ?? text.length
}
