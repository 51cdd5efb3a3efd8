const stamp = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
/** What is such a time as it stands, save for a leap day. */
const plain =
  /^\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|1\d|2[0-8]))T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Whether a value is a time as we store it, at first sight. */
export const isPlainTime = (value: unknown): boolean => typeof value === "string" && plain.test(value)

/** A source's time as ISO 8601 UTC with milliseconds; null where it names no moment (no zone, no date, not a string). */
export const timeOf = (value: unknown): string | null => {
  if (typeof value !== "string") return null
  if (plain.test(value)) return value
  const time = stamp.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : within(new Date(time))
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
