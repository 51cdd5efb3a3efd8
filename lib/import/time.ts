const stamp = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** A source's time as ISO 8601 UTC with milliseconds; null where it names no moment (no zone, no date, not a string). */
export const timeOf = (value: unknown): string | null => {
  if (typeof value !== "string" || !stamp.test(value)) return null
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? null : within(time)
}

/** Seconds since 1970 as the same; null where it is no such number. */
export const timeOfSeconds = (value: unknown): string | null => {
  if (typeof value !== "number" || !Number.isFinite(value) || Math.abs(value) > 1e11) return null
  return within(new Date(value * 1000))
}

/** Years 0 to 9999 alone have the plain form. */
const within = (time: Date): string | null => {
  const text = time.toISOString()
  return text.length === 24 ? text : null
}
