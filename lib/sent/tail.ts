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
