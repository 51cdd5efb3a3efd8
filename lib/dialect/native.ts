import { cleanJson } from "./unicode.ts"

/** A value that JSON text holds, looked at key by key; no key of it is trusted to be there. */
export type Foreign = { readonly [key: string]: unknown }

/**
 * A provider's own JSON as an object, where it may stand on a wire as it is: it parses to an object, in clean Unicode,
 * escapes included.
 */
export const standing = (json: string): Foreign | undefined => {
  if (cleanJson(json) !== json) return undefined
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Foreign)
      : undefined // a non-null, non-array object
  } catch {
    return undefined
  }
}
