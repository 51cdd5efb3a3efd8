/** A value as JSON text; undefined where it has none, or is nested deeper than can be written. */
export const printed = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
