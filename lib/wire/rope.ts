import { createHash, type Hash } from "node:crypto"

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

/** Text that only grows, in chunks that never change; bytes and hash of it are worked out once and go on from there. */
export type Rope = {
  readonly chunks: string[]
  readonly encoded: Uint8Array[]
  length: number
  hash: { readonly state: Hash; readonly chunks: number }
}

export const rope = (): Rope => ({ chunks: [], encoded: [], length: 0, hash: { state: createHash("sha256"), chunks: 0 } })

/** Adds text at the end. */
export const append = (to: Rope, text: string): void => {
  if (text === "") return
  to.chunks.push(text)
  to.length += text.length
}

const encoded = (of: Rope, count: number): readonly Uint8Array[] => {
  for (let at = of.encoded.length; at < count; at++) of.encoded.push(Buffer.from(of.chunks[at] ?? ""))
  return of.encoded.length === count ? of.encoded : of.encoded.slice(0, count)
}

/** A copy of the hash over the first `count` chunks, going on from the last one asked for where that is no further. */
const hashed = (of: Rope, count: number): Hash => {
  const from = of.hash.chunks <= count ? of.hash : { state: createHash("sha256"), chunks: 0 }
  const state = from.state.copy()
  for (const bytes of encoded(of, count).slice(from.chunks)) state.update(bytes)
  of.hash = { state, chunks: count }
  return state.copy()
}

/** A wire of all that the rope holds now, then `tail`. The rope may grow behind it. */
export const wireOf = (of: Rope, tail: string): Wire => {
  const count = of.chunks.length
  return {
    length: of.length + tail.length,
    text: () => of.chunks.slice(0, count).join("") + tail,
    bytes: () => Buffer.concat([...encoded(of, count), Buffer.from(tail)]),
    digest: () => hashed(of, count).update(tail).digest("hex"),
  }
}
