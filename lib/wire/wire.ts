/**
 * The request body. Contract: `text`, `bytes` and `digest` are worked out when asked for and agree; an extended wire
 * shares its beginning with the shorter one.
 */
export type Wire = {
  /** UTF-16 units of the text. */
  readonly length: number
  readonly text: () => string
  /** UTF-8 of the text. */
  readonly bytes: () => Uint8Array
  /** Hex sha256 of the bytes. */
  readonly digest: () => string
}
