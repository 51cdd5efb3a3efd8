import type fc from "fast-check"
import type { RecordLog } from "../record.ts"
import { grow } from "./grow.ts"
import { intentsUpTo } from "./intents.ts"
import { objectBytes } from "./media.ts"

/** A record with the bytes behind it, as a projection asks for them. */
export type Sample = {
  readonly record: RecordLog
  readonly objects: (sha256: string) => Uint8Array | undefined
}

/**
 * Random valid records of up to `length` entries, shrinking to short and plain ones: any order of calls and results,
 * odd ids, texts and arguments, rewinds, undos, compactions, replacements, headers in between.
 */
export const anyRecord = (length = 14): fc.Arbitrary<RecordLog> => intentsUpTo(length).map(grow)

/** The same with their objects; some pictures are missing from the store on purpose. */
export const anySample = (length = 14): fc.Arbitrary<Sample> =>
  anyRecord(length).map((record) => ({ record, objects: objectBytes }))
