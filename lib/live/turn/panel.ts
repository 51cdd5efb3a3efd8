import type { Outcome } from "#lib/record/problem.ts"
import type { StoredObject } from "#lib/record/record.ts"
import type { Input } from "./input.ts"

/** The live side of records: what is said to them, and the turns that answer. */
export type Panel = {
  /**
   * Puts what was said into a record's queue and sees to it that it is answered, here or by whoever is at work there.
   * Problems: `record-unknown` {record}, `entry-unknown` {record, seq} of one to go back to, `model-unchosen`, those of
   * `addresseeOf`; nothing is put then.
   */
  readonly say: (
    record: string,
    input: Input,
    objects?: readonly StoredObject[],
  ) => Promise<Outcome<{ readonly id: string }>>
  /** Stops the running turn of a record, wherever it runs; nothing where none does. */
  readonly stop: (record: string) => Promise<void>
  /**
   * Decides about a call that was asked for. Problems: `call-not-asked`, `call-decided` {callId}; those of `append`.
   */
  readonly decide: (record: string, callId: string, allowed: boolean, by: string) => Promise<Outcome<true>>
  /** Ends what dead processes left open, and answers what still waits: done again and again by itself, too. */
  readonly resume: () => Promise<void>
  /** Stops every turn of this process and waits until they have ended. */
  readonly close: () => Promise<void>
}
