import { createHash } from "node:crypto"
import type { StoredObject } from "../record.ts"

/** Pictures and files of random records and of golden cases: real bytes, tiny ones; large pictures by their header only. */

const u32 = (n: number): readonly number[] => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]

const crc = (bytes: Uint8Array): number => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return ~sum >>> 0
}

const chunk = (name: string, body: Uint8Array): Uint8Array => {
  const named = Uint8Array.from([...new TextEncoder().encode(name), ...body])
  return Uint8Array.from([...u32(body.length), ...named, ...u32(crc(named))])
}

const joined = (...parts: readonly Iterable<number>[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

const signature = [137, 80, 78, 71, 13, 10, 26, 10]
const pngHeader = (width: number, height: number) =>
  chunk("IHDR", joined(u32(width), u32(height), [8, 0, 0, 0, 0]))

/** Zero bytes as a zlib stream of one stored block: the same bytes on every machine, whatever its zlib. */
const storedZeros = (length: number): Uint8Array => {
  const [low, high] = [length & 255, length >>> 8]
  return joined([0x78, 0x01, 0x01, low, high, ~low & 255, ~high & 255], new Uint8Array(length), [
    high,
    low,
    0,
    1,
  ])
}

/** A whole black PNG of `width` × `height` pixels, few of them. */
export const png = (width: number, height: number): Uint8Array =>
  joined(
    signature,
    pngHeader(width, height),
    chunk("IDAT", storedZeros((width + 1) * height)),
    chunk("IEND", new Uint8Array()),
  )

/** A PNG that states its size and holds no pixels: enough for everything that reads sizes. */
export const pngOfSize = (width: number, height: number): Uint8Array =>
  joined(signature, pngHeader(width, height), chunk("IEND", new Uint8Array()))

const gif = joined(new TextEncoder().encode("GIF89a"), [3, 0, 2, 0, 0, 0, 0, 59])
const bmp = joined(
  [66, 77, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0],
  new Uint8Array(24),
)

const stored = (mediaType: string, bytes: Uint8Array): StoredObject => ({
  sha256: createHash("sha256").update(bytes).digest("hex"),
  mediaType,
  bytes,
})

/** What a picture block may name. `kept: false`: the store does not have it. */
export type Picture = { readonly object: StoredObject; readonly kept: boolean }

const utf8 = (words: string): Uint8Array => new TextEncoder().encode(words)

export const pictures: readonly Picture[] = [
  { object: stored("image/png", png(1, 1)), kept: true },
  { object: stored("image/png", png(2, 3)), kept: true },
  { object: stored("image/gif", gif), kept: true },
  { object: stored("image/jpeg", png(4, 4)), kept: true }, // the bytes are of another type than the one stored
  { object: stored("image/png", pngOfSize(2400, 10)), kept: true },
  { object: stored("image/png", pngOfSize(9000, 10)), kept: true },
  { object: stored("image/bmp", bmp), kept: true },
  {
    object: stored("image/svg+xml", utf8('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>')),
    kept: true,
  },
  { object: stored("image/png", utf8("no picture at all")), kept: true },
  { object: stored("image/png", png(5, 5)), kept: false },
]

export const documents: readonly Picture[] = [
  { object: stored("application/pdf", utf8("%PDF-1.4\n%%EOF\n")), kept: true },
  { object: stored("text/plain", utf8("plain words\n")), kept: true },
  { object: stored("application/zip", Uint8Array.from([80, 75, 5, 6])), kept: true },
  { object: stored("application/pdf", utf8("%PDF-1.4 gone")), kept: false },
]

const kept = new Map(
  [...pictures, ...documents].filter((item) => item.kept).map((item) => [item.object.sha256, item.object]),
)

/** The store behind random records: undefined for what is missing. */
export const storedObject = (sha256: string): StoredObject | undefined => kept.get(sha256)

/** The same, bytes alone, as a projection asks for them. */
export const objectBytes = (sha256: string): Uint8Array | undefined => kept.get(sha256)?.bytes
