import type { Crossing, Place } from "#lib/wire/crossing.ts"
import { type Body, nodeAt, pointerOf, unitsBefore } from "./body.ts"

const holds = (place: Place, pointer: string): boolean =>
  pointer === place.pointer || pointer.startsWith(`${place.pointer}/`)

type Claimed = { readonly crossing: Crossing; readonly place: Place }

/** Every claim of the longest pointer that is a node's own or an ancestor's. */
const nearest = (crossings: readonly Crossing[], pointer: string): readonly Claimed[] => {
  let found: Claimed[] = []
  for (const crossing of crossings)
    for (const place of crossing.at) {
      if (!holds(place, pointer)) continue
      const longest = found[0]?.place.pointer.length ?? -1
      if (place.pointer.length > longest) found = [{ crossing, place }]
      else if (place.pointer.length === longest) found.push({ crossing, place })
    }
  return found
}

/** The first claim that is not behind us: what stands between two ranges of one string belongs to the one that follows. */
const inRange = (claims: readonly Claimed[], units: number): Claimed | undefined => {
  const inOrder = claims.toSorted((a, b) => (a.place.from ?? 0) - (b.place.from ?? 0))
  return inOrder.find(({ place }) => (place.to ?? Number.POSITIVE_INFINITY) > units) ?? inOrder.at(-1)
}

/** The crossing that an offset of a wire's text belongs to; undefined where no crossing claims it. */
export const crossingAt = (
  body: Body,
  crossings: readonly Crossing[],
  offset: number,
): Crossing | undefined => {
  const node = nodeAt(body, offset)
  const claims = nearest(crossings, pointerOf(body, node))
  if (claims.length < 2) return claims[0]?.crossing
  return inRange(claims, unitsBefore(body.text, body.spans.start(node), offset))?.crossing
}
