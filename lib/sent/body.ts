import { byteOffsets, type Spans, spans } from "#lib/wire/print.ts"
import { token } from "#lib/wire/writer.ts"

/** A request body as text, with the place of every value in it. */
export type Body = {
  readonly text: string
  readonly spans: Spans
  /** The UTF-8 offset of a UTF-16 offset. */
  readonly byteOf: (offset: number) => number
}

/** Bodies that were read: each request is held against two others. */
const read = new WeakMap<Uint8Array, Body>()

/** Reads a body, once for the same bytes. Of bytes that are no valid JSON the places mean nothing, but nothing throws. */
export const bodyOf = (bytes: Uint8Array): Body => {
  const known = read.get(bytes)
  if (known !== undefined) return known
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  const body = { text, spans: spans(text), byteOf: byteOffsets(text) }
  read.set(bytes, body)
  return body
}

/** The UTF-16 offset of a byte; one inside a character counts as the character's own. */
export const offsetOf = (bytes: Uint8Array, byte: number): number => {
  let whole = Math.min(byte, bytes.length)
  while (whole > 0 && ((bytes[whole] ?? 0) & 0xc0) === 0x80) whole--
  return Buffer.from(bytes.buffer, bytes.byteOffset, whole).toString().length
}

/** The key of a member; undefined for elements and for the whole. */
export const keyOf = ({ text, spans: all }: Body, node: number): string | undefined => {
  const [from, start] = [all.memberStart(node), all.start(node)]
  if (from === start) return undefined
  const raw = text.slice(from, text.lastIndexOf('"', start - 1) + 1)
  return raw.includes("\\") ? String(JSON.parse(raw)) : raw.slice(1, -1)
}

/** The JSON pointer of a node. */
export const pointerOf = (body: Body, node: number): string => {
  const tokens: string[] = []
  for (
    let at = node, parent = body.spans.parent(at);
    parent >= 0;
    at = parent, parent = body.spans.parent(at)
  ) {
    const key = keyOf(body, at)
    tokens.push(key === undefined ? String(body.spans.inside(parent).indexOf(at)) : token(key))
  }
  return tokens
    .map((each) => `/${each}`)
    .toReversed()
    .join("")
}

/** The inmost node that holds an offset; the whole where none does. */
export const nodeAt = ({ spans: all }: Body, offset: number): number => {
  let node = all.firstFrom(offset + 1) - 1
  while (node > 0 && all.end(node) <= offset) node = all.parent(node)
  return Math.max(node, 0)
}

/** How many UTF-16 units of a JSON string's value stand before an offset of the text; `start` is its opening quote. */
export const unitsBefore = (text: string, start: number, offset: number): number => {
  let units = 0
  for (let at = start + 1; at < offset; units++) at += text[at] !== "\\" ? 1 : text[at + 1] === "u" ? 6 : 2
  return units
}

/** The offset itself where it lies in a string, number or word; else where the next of them begins. */
export const leafFrom = (body: Body, offset: number): number => {
  const { text, spans: all } = body
  const isOpen = (node: number): boolean => /[{[]/.test(text[all.start(node)] ?? "")
  if (!isOpen(nodeAt(body, offset))) return offset
  let node = all.firstFrom(offset)
  while (node < all.count && isOpen(node)) node++
  return node < all.count ? all.start(node) : offset
}
