import { createHash, type Hash } from "node:crypto"
import { copyEscaped, encodePlain, isBare, quote } from "./escape.ts"

/**
 * The request body. Contract: `text`, `bytes` and `digest` are worked out when asked for and agree; an extended wire
 * shares its beginning with the shorter one.
 */
export type Wire = {
  /** Bytes of the body in UTF-8. */
  readonly length: number
  readonly text: () => string
  readonly bytes: () => Uint8Array
  /** As many of the first bytes, without putting all of them together. */
  readonly beginning: (bytes: number) => Uint8Array
  /** The bytes behind the first `from`, without putting those together. */
  readonly rest: (from: number) => Uint8Array
  /** Hex sha256 of the bytes. */
  readonly digest: () => string
  /** How many of its first bytes stand for good, and on what: a longer wire on the same begins with them. */
  readonly settled: { readonly on: object; readonly length: number }
}

/**
 * How many first bytes two wires share because one was extended from the other, in whatever order they are given; 0 where
 * neither was. No byte is read for it, so they may share more, never less.
 */
export const kept = ({ settled: one }: Wire, { settled: other }: Wire): number =>
  one.on === other.on ? Math.min(one.length, other.length) : 0

/**
 * UTF-8 that only grows: encoded once, hashed once. Text is encoded as soon as it is settled, so that its strings die
 * young (holding them until the end doubled the time of a large wire in garbage collection).
 */
export type Rope = {
  /** Full chunks, then the one that is being filled. */
  readonly chunks: Uint8Array[]
  filling: Buffer
  /** The same memory as `filling`. */
  view: DataView
  filled: number
  /** Bytes in all. */
  length: number
  hash: { readonly state: Hash; readonly length: number }
}

/** Chunks grow with the rope, so that a short one costs little. */
const least = 4096
const largest = 1 << 20

export const rope = (): Rope => ({
  chunks: [],
  filling: Buffer.allocUnsafe(0),
  view: new DataView(new ArrayBuffer(0)),
  filled: 0,
  length: 0,
  hash: { state: createHash("sha256"), length: 0 },
})

/** Makes room for so many bytes; what wires made before hold does not change. */
const reserve = (to: Rope, bytes: number): void => {
  if (to.filling.length - to.filled >= bytes) return
  if (to.filled > 0) to.chunks.push(to.filling.subarray(0, to.filled))
  const filling = Buffer.allocUnsafe(Math.max(bytes, least, Math.min(to.length, largest)))
  to.filling = filling
  to.view = new DataView(filling.buffer, filling.byteOffset, filling.length)
  to.filled = 0
}

const encode = (to: Rope, text: string): void => {
  const most = text.length * 3
  if (to.filling.length - to.filled < most) reserve(to, Buffer.byteLength(text))
  const written = to.filling.write(text, to.filled)
  to.filled += written
  to.length += written
}

/** Texts up to this length are copied here, because a call of the platform's encoder costs more. */
const short = 96

/** Adds text at the end. */
export const append = (to: Rope, text: string): void => {
  if (text.length > short) {
    encode(to, text)
    return
  }
  reserve(to, short)
  const { filling, filled } = to
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) {
      encode(to, text)
      return
    }
    filling[filled + at] = code
  }
  to.filled += text.length
  to.length += text.length
}

/** Bytes beyond twice a text's that are kept free for control characters. */
const spare = 256

/** Adds a long text escaped; false where it is one that only `JSON.stringify` prints, and then nothing is added. */
const appendEscaped = (to: Rope, text: string): boolean => {
  if (!text.isWellFormed()) return false
  const length = encodePlain(text)
  reserve(to, length * 2 + spare)
  const end = copyEscaped(length, to.view, to.filled)
  if (end < 0) return false
  to.length += end - to.filled
  to.filled = end
  return true
}

/** Adds text as it stands between the quotes of a JSON string. */
export const appendInside = (to: Rope, text: string): void => {
  if (text.length > short) {
    if (!appendEscaped(to, text)) encode(to, JSON.stringify(text).slice(1, -1))
    return
  }
  reserve(to, short)
  const { filling, filled } = to
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127 || !isBare(code)) {
      encode(to, JSON.stringify(text).slice(1, -1))
      return
    }
    filling[filled + at] = code
  }
  to.filled += text.length
  to.length += text.length
}

const appendQuote = (to: Rope): void => {
  reserve(to, 1)
  to.filling[to.filled++] = quote
  to.length++
}

/** Adds text as a JSON string. */
export const appendQuoted = (to: Rope, text: string): void => {
  appendQuote(to)
  appendInside(to, text)
  appendQuote(to)
}

/** A rope that begins with all of one and goes on with another, which is taken over. */
export const joined = (head: Rope, of: Rope): Rope => ({
  ...of,
  chunks: [...between(head, 0, head.length), ...of.chunks],
  length: head.length + of.length,
})

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

/** A wire of all that two ropes hold now. The first may grow behind it. */
export const wireOf = (of: Rope, tail: Rope): Wire => {
  const settled = of.length
  const length = settled + tail.length
  const ending = between(tail, 0, tail.length)
  const rest = (from: number) =>
    Buffer.concat([...between(of, from, settled), ...between(tail, from - settled, length - settled)])
  return {
    length,
    text: () => rest(0).toString(),
    bytes: () => rest(0),
    beginning: (most) => {
      const own = Math.min(settled, most)
      return Buffer.concat([...between(of, 0, own), ...between(tail, 0, most - own)])
    },
    rest,
    digest: () => ending.reduce((state, piece) => state.update(piece), hashed(of, settled)).digest("hex"),
    settled: { on: of, length: settled },
  }
}
