/**
 * What a block kind declares about itself, so that line, rounds, plans and lint never match on kinds.
 * Contract: every kind names every trait; a new kind fails to compile until it does.
 */
export type Traits = {
  /** Begins an exchange that a result with the same call id ends. */
  readonly opensCall: boolean
  /** Ends such an exchange. */
  readonly closesCall: boolean
  /** Valid only with the maker that produced it (signatures, encrypted reasoning). */
  readonly makerBound: boolean
  /** Words that a reader hears as said by the speaker of the message. */
  readonly speech: boolean
  /** Bytes stand in an object or behind a URL. */
  readonly media: boolean
  /** We know no more of it than its source. */
  readonly opaque: boolean
  /** Holds further blocks. */
  readonly nests: boolean
  /** One sentence for people. */
  readonly meaning: string
}
