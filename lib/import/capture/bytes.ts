import { sharedBytes } from "#lib/record/shared-bytes.ts"
import { digestOf } from "../digest.ts"

/** A request's bytes as they are stored: past those that it shares with the one before it. */
export type Stored = {
  readonly length: number
  readonly sha256: string
  readonly shared: number
  readonly rest: Uint8Array
}

/** `before` are the bytes of the record's newest request; undefined where there is none, or they are no longer at hand. */
export const storedOf = (before: Uint8Array | undefined, bytes: Uint8Array): Stored => {
  const shared = before === undefined ? 0 : sharedBytes(before, bytes)
  return { length: bytes.length, sha256: digestOf(bytes), shared, rest: bytes.subarray(shared) }
}
