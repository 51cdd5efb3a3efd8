import { createHash, type Hash } from "node:crypto"

/**
 * The request body. Contract: `text`, `bytes` and `digest` are worked out when asked for and agree; an extended wire
 * shares its beginning with the shorter one.
 */
export type Wire = {
  /** Bytes of the body in UTF-8. */
  readonly length: number
  readonly text: () => string
  readonly bytes: () => Uint8Array
  /** Hex sha256 of the bytes. */
  readonly digest: () => string
}

/**
 * UTF-8 that only grows: encoded once, hashed once. Text is encoded as soon as it is settled, so that its strings die
 * young (holding them until the end doubled the time of a large wire in garbage collection).
 */
export type Rope = {
  /** Full chunks, then the one that is being filled. */
  readonly chunks: Uint8Array[]
  filling: Buffer
  filled: number
  /** Bytes in all. */
  length: number
  hash: { readonly state: Hash; readonly length: number }
}

const chunkBytes = 1 << 20

export const rope = (): Rope => ({
  chunks: [],
  filling: Buffer.allocUnsafe(0),
  filled: 0,
  length: 0,
  hash: { state: createHash("sha256"), length: 0 },
})

/** Adds text at the end; what wires made before hold does not change. */
export const append = (to: Rope, text: string): void => {
  const most = text.length * 3
  if (most > to.filling.length - to.filled) {
    if (to.filled > 0) to.chunks.push(to.filling.subarray(0, to.filled))
    to.filling = Buffer.allocUnsafe(Math.max(chunkBytes, most))
    to.filled = 0
  }
  const written = to.filling.write(text, to.filled)
  to.filled += written
  to.length += written
}

/** A rope with text before all that another holds; the other is taken over. */
export const behind = (head: string, of: Rope): Rope => {
  const bytes = Buffer.from(head)
  return { ...of, chunks: [bytes, ...of.chunks], length: of.length + bytes.length }
}

/** The bytes from `from` up to `to`, in pieces that share the rope's memory. */
const between = (of: Rope, from: number, to: number): readonly Uint8Array[] => {
  const pieces: Uint8Array[] = []
  let at = 0
  for (const chunk of [...of.chunks, of.filling.subarray(0, of.filled)]) {
    if (at + chunk.length > from && at < to) pieces.push(chunk.subarray(Math.max(0, from - at), to - at))
    at += chunk.length
  }
  return pieces
}

/** A copy of the hash over the first `length` bytes, going on from the last one asked for where that is no further. */
const hashed = (of: Rope, length: number): Hash => {
  const from = of.hash.length <= length ? of.hash : { state: createHash("sha256"), length: 0 }
  const state = from.state.copy()
  for (const piece of between(of, from.length, length)) state.update(piece)
  of.hash = { state, length }
  return state.copy()
}

/** A wire of all that the rope holds now, then `tail`. The rope may grow behind it. */
export const wireOf = (of: Rope, tail: string): Wire => {
  const settled = of.length
  const bytes = () => Buffer.concat([...between(of, 0, settled), Buffer.from(tail)])
  return {
    length: settled + Buffer.byteLength(tail),
    text: () => bytes().toString(),
    bytes,
    digest: () => hashed(of, settled).update(tail).digest("hex"),
  }
}
