import { fine, type Outcome, refused } from "./problem.ts"

/** The version that this code writes. */
export const version = 1

type Versioned = { readonly [key: string]: unknown }

/**
 * Small pure steps, version n → n + 1, applied in order; `steps[n]` takes a header of version n.
 * A version 0 header had no `version` and called `createdAt` `created`. What a step does not know it hands on, so that
 * the schema refuses it rather than that it disappears.
 */
const steps: { readonly [from: number]: (header: Versioned) => Versioned } = {
  0: ({ created, ...rest }) => ({ createdAt: created ?? null, ...rest, version: 1 }),
}

const versionOf = (header: Versioned): number => {
  const stated = header["version"]
  if (stated === undefined) return 0
  return typeof stated === "number" ? stated : Number.NaN
}

/** A header of any known version as one of today's; a newer or unknown version is refused with its number. */
export const upgradeHeader = (value: unknown): Outcome<Versioned> => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return refused("header-invalid", { why: "not an object" })
  let header = { ...value } as Versioned // a non-null, non-array object
  while (versionOf(header) !== version) {
    const step = steps[versionOf(header)]
    if (step === undefined) return refused("version-unknown", { version: String(header["version"]) })
    header = step(header)
  }
  return fine(header)
}
