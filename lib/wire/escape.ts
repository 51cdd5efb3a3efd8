export const quote = 34
const backslash = 92

/** For each byte the letter behind the backslash that JSON writes in its place; 0 where it stands as it is, 1 for `\u00XX`. */
const letters = Uint8Array.from({ length: 256 }, (_, byte) => {
  const json = JSON.stringify(String.fromCharCode(byte))
  return json.length === 3 ? 0 : json.length === 4 ? json.charCodeAt(2) : 1
})

/** Whether a byte stands in a JSON string as it is. */
export const isBare = (byte: number): boolean => letters[byte] === 0

/** The high bits of a word's bytes, the lowest one exactly where its first control character, quote or backslash stands. */
const escapesIn = (word: number): number =>
  (((word ^ 0x02020202) - 0x21212121) | ((word ^ 0x5c5c5c5c) - 0x01010101)) & ~word & 0x80808080

/** UTF-8 that is still to be escaped. */
let bytes = Buffer.alloc(1 << 16)
let view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** Writes text as UTF-8 where `copyEscaped` reads it; how many bytes it has. */
export const encodePlain = (text: string): number => {
  if (bytes.length < text.length * 3) {
    bytes = Buffer.alloc(text.length * 4)
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }
  return bytes.write(text)
}

const digits = "0123456789abcdef"

/** Writes a byte as its escape; the offset behind it. There must be room for six. */
const putEscape = (byte: number, target: DataView, at: number): number => {
  const letter = letters[byte] ?? 0
  target.setUint16(at, (backslash << 8) | letter)
  if (letter !== 1) return at + 2
  target.setUint32(at + 1, 0x75_30_30_00 | digits.charCodeAt(byte >> 4)) // "u00" and the first digit
  target.setUint8(at + 5, digits.charCodeAt(byte & 15))
  return at + 6
}

/**
 * Copies the first `length` bytes of what was encoded last, as JSON escapes them inside a string, to `target` from
 * offset `at`. The offset behind them, or -1 where `target` has no room for twice as many bytes and what control
 * characters take beyond that.
 */
export const copyEscaped = (length: number, target: DataView, at: number): number => {
  const source = view
  const room = target.byteLength - 2 * length - 24
  let read = 0
  let to = at
  while (read + 4 <= length) {
    const word = source.getInt32(read, true)
    const found = escapesIn(word)
    target.setInt32(to, word, true)
    if (found === 0) {
      read += 4
      to += 4
      continue
    }
    if (to > room + 2 * read) return -1
    const plain = (31 - Math.clz32(found & -found)) >> 3
    to = putEscape((word >>> (8 * plain)) & 255, target, to + plain)
    read += plain + 1
  }
  if (to > room + 2 * read) return -1
  for (; read < length; read++) {
    const byte = source.getUint8(read)
    if (isBare(byte)) target.setUint8(to++, byte)
    else to = putEscape(byte, target, to)
  }
  return to
}
