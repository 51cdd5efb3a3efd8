/** When a request is tried again, and how long after. Milliseconds throughout. */

/** Answers after which the same request may go better. */
export const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

/**
 * How long the server asks to wait, from its headers: `retry-after-ms`, or `retry-after` in seconds or as a date.
 * Undefined where it asks for nothing that can be read; a date that has passed is 0. `now`: the time since the epoch.
 */
export const askedWait = (headers: Headers, now: number): number | undefined => {
  const exact = headers.get("retry-after-ms")?.trim() ?? ""
  if (/^\d+(?:\.\d+)?$/.test(exact)) return Math.round(Number(exact))
  const asked = headers.get("retry-after")?.trim() ?? ""
  if (/^\d+(?:\.\d+)?$/.test(asked)) return Math.round(Number(asked) * 1000)
  const date = asked === "" ? Number.NaN : Date.parse(asked)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** The longest wait that a server is granted, and the longest of ours. */
export const longestWait = 60_000
const longestOwn = 8000
const first = 500

/** How long to wait after the n-th try: what the server asked for, capped, else twice as long each time, less up to a quarter. */
export const waitAfter = (n: number, asked: number | undefined, random: () => number): number =>
  asked === undefined
    ? Math.round(Math.min(longestOwn, first * 2 ** (n - 1)) * (1 - random() / 4))
    : Math.min(asked, longestWait)
