import type { Seq } from "#lib/record/entry.ts"

/**
 * How far a viewer has seen a record: entries through `seq`, and the first `n` deltas of the reply that follows. Every
 * piece carries the position behind it, so a viewer that names it goes on there, on any process.
 */
export type Position = { readonly seq: Seq; readonly n: number }

/** `seq.n`, as a stream's event id. */
export const printPosition = ({ seq, n }: Position): string => `${seq}.${n}`

/** A position from its text; undefined where it is none. */
export const parsePosition = (text: string): Position | undefined => {
  const [, seq, n] = /^(\d{1,10})\.(\d{1,10})$/.exec(text) ?? []
  return seq === undefined ? undefined : { seq: Number(seq), n: Number(n) }
}
