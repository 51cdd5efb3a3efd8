import type { Target } from "#lib/dialect/targets.ts"
import { bodyOf } from "#lib/sent/body.ts"
import { excerptAt } from "#lib/sent/excerpt.ts"
import { partsOf } from "#lib/sent/parts.ts"
import { diffRows, type FirstDifference, type RequestDiff } from "./request-diff.ts"

/** Two request bodies, byte for byte. */
export type Sides = { readonly before: Uint8Array; readonly now: Uint8Array }

/** Where they part, if they do: a byte of each, and the pointer of what stands there. */
type Parting = { readonly pointer: string; readonly bytes: readonly [before: number, now: number] }

/** Bytes that are shown on either side of the first difference. */
const reach = 100

const firstOf = ({ before, now }: Sides, { pointer, bytes }: Parting): FirstDifference => ({
  pointer,
  bytes,
  before: excerptAt(before, bytes[0], reach),
  now: excerptAt(now, bytes[1], reach),
})

/** Two bodies held against each other, for the screen; `dialect` undefined where it is not known. */
export const bodyDiff = (
  sides: Sides,
  dialect: Target["dialect"] | undefined,
  parting: Parting | undefined,
): RequestDiff => {
  const { before, now } = sides
  return {
    isEqual: Buffer.compare(before, now) === 0,
    lengths: [before.length, now.length],
    ...(parting === undefined ? {} : { first: firstOf(sides, parting) }),
    rows: diffRows(partsOf(dialect, bodyOf(before), bodyOf(now))),
  }
}
