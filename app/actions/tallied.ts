import { setImmediate as pause } from "node:timers/promises"
import { findingsOf } from "#lib/lint/of-projection.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { type Tally, tally } from "#lib/view/tally.ts"
import { type Asked, type Found, found, kept } from "./opened.ts"

export type Tallied = { readonly tally: Tally } & Pick<Found, "head" | "own">

/** Roughly what a tally weighs in memory: its keys dominate. */
const weightOf = ({ losses, broken }: Tally): number =>
  [...losses, ...broken].reduce((sum, { keys }) => sum + keys.length * 40 + 200, 1_000)

/** A projection that only passes through: what is kept of it is its tally. Requests come in between its two parts. */
const counted = async ({ key, log, projection }: Found): Promise<Tally> => {
  const { sheets, tallies } = kept()
  const known = tallies.get(key)
  if (known !== undefined) return known
  const laid = sheets.get(key)
  const projected = laid?.projection ?? projection()
  await pause()
  const made = tally(log.entries, projected, laid?.findings() ?? findingsOf(projected))
  tallies.put(key, made, weightOf(made))
  return made
}

/** What a target makes of a record, counted. Problems as `found`. */
export const tallied = async (asked: Asked): Promise<Outcome<Tallied>> => {
  const read = await found(asked)
  if (!read.ok) return read
  const { head, own } = read.value
  return fine({ tally: await counted(read.value), head, own })
}
