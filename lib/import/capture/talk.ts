import type { RequestReading, Turn } from "../requests/read.ts"
import type { CallIds } from "./ids.ts"

/** One element of a record's line as requests show it, and the entry that it ends with. */
export type Point = Pick<Turn, "isAgent" | "key" | "signs"> & { readonly seq: number }

/** One record in the making, and what its next request is held against. */
export type Talk = {
  readonly n: number
  readonly dialect: string
  /** The key of the message that it began with. */
  readonly first: string
  readonly ids: CallIds
  /** Responses of the provider's that were given in it. */
  readonly responses: Set<string>
  line: readonly Point[]
  /** How many requests it has. */
  asked: number
  header: string | undefined
  headerSeq: number | undefined
  system: string | undefined
  /** The bytes of its newest request, while they are at hand. */
  bytes: Uint8Array | undefined
}

/** How far a request's turns go along with a line: that many points, told by that many turns. */
export type Common = { readonly points: number; readonly turns: number }

/** How many turns from `from` on say what an agent said in one point; undefined where they say something else. */
const echoed = (point: Point, turns: readonly Turn[], from: number): number | undefined => {
  const { signs } = point
  let heard = 0
  let at = from
  for (; heard < signs.length; at++) {
    const turn = turns[at]
    if (turn === undefined || !turn.isAgent) return undefined
    for (const sign of turn.signs) if (signs[heard++] !== sign) return undefined
  }
  return at - from
}

/** What an agent said is known by its texts and calls, all else by being equal. */
export const commonOf = (line: readonly Point[], turns: readonly Turn[]): Common => {
  let at = 0
  for (const [index, point] of line.entries()) {
    const turn = turns[at]
    const taken = point.isAgent ? echoed(point, turns, at) : turn?.key === point.key ? 1 : undefined
    if (taken === undefined) return { points: index, turns: at }
    at += taken
  }
  return { points: line.length, turns: at }
}

/** How a request stands to the records before it. */
export type Standing =
  | { readonly is: "extension"; readonly talk: Talk; readonly turns: number }
  | { readonly is: "rewind"; readonly talk: Talk; readonly turns: number; readonly points: number }
  | { readonly is: "new" }

const systemOf = ({ header }: RequestReading): string | undefined => header?.body.system

/**
 * Which record a request belongs to.
 * - Its history begins with the whole line of a record, the answers included: an **extension** of that record. A request
 *   that goes on from a response on the provider's side extends the record in which that was given.
 * - Its history shares the first messages with a record of the same system text, and then differs (edited, cleared,
 *   asked again): a **rewind** to the last message that both have, which is exact; its own messages follow.
 * - All else (another beginning, as after a compaction; a side request such as a title) begins a **new** record.
 * Of several records the one with the most in common is taken, an extension before a rewind.
 */
export const standingOf = (talks: readonly Talk[], reading: RequestReading, dialect: string): Standing => {
  const { turns, previous } = reading
  if (previous !== undefined) {
    const talk = talks.findLast(({ responses }) => responses.has(previous))
    return talk === undefined ? { is: "new" } : { is: "extension", talk, turns: 0 }
  }
  const first = turns[0]?.key ?? ""
  let best: Exclude<Standing, { readonly is: "new" }> | undefined
  let most = 0
  for (const talk of talks) {
    if (talk.dialect !== dialect || talk.first !== first) continue
    const { points, turns: told } = commonOf(talk.line, turns)
    const isWhole = points === talk.line.length
    if (!isWhole && (points === 0 || talk.system !== systemOf(reading))) continue
    if (best?.is === "extension" && !isWhole) continue
    if (best?.is === (isWhole ? "extension" : "rewind") && points < most) continue
    most = points
    best = isWhole ? { is: "extension", talk, turns: told } : { is: "rewind", talk, turns: told, points }
  }
  return best ?? { is: "new" }
}
