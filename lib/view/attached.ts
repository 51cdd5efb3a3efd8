import { number, plural } from "./words.ts"

/** What became of the requests of a capture. */
export type AttachedCounts = {
  readonly attached: number
  readonly known: number
  readonly foreign: number
  readonly unread: number
}

/** One sentence about a capture that was attached to a record. */
export const attachedSentence = ({ attached, known, foreign, unread }: AttachedCounts): string => {
  const rest = [
    ...(known === 0 ? [] : [`${number(known)} stood there already`]),
    ...(foreign === 0 ? [] : [`${number(foreign)} belong to no part of this record`]),
    ...(unread === 0 ? [] : [`${number(unread)} could not be read`]),
  ]
  const first =
    attached === 0 ? "No request of the capture was attached" : `Attached ${plural(attached, "request")}`
  return `${[first, ...rest].join("; ")}.`
}
