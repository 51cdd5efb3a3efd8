export const quote = 34
const backslash = 92

/** For each byte the letter behind the backslash that JSON writes in its place; 0 where it stands as it is, 1 for `\u00XX`. */
const letters = Uint8Array.from({ length: 256 }, (_, byte) => {
  const json = JSON.stringify(String.fromCharCode(byte))
  return json.length === 3 ? 0 : json.length === 4 ? json.charCodeAt(2) : 1
})

/** Whether a byte stands in a JSON string as it is. */
export const isBare = (byte: number): boolean => letters[byte] === 0

/** Whether one of the four bytes of a word is a control character, a quote or a backslash. */
const holdsEscape = (word: number): boolean => {
  const quotes = word ^ 0x22222222
  const backslashes = word ^ 0x5c5c5c5c
  const found =
    ((word - 0x20202020) & ~word) |
    ((quotes - 0x01010101) & ~quotes) |
    ((backslashes - 0x01010101) & ~backslashes)
  return (found & 0x80808080) !== 0
}

/** UTF-8 that is still to be escaped. */
let bytes = Buffer.alloc(1 << 16)
let words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)

/** Writes text as UTF-8 where `copyEscaped` reads it; how many bytes it has. */
export const encodePlain = (text: string): number => {
  if (bytes.length < text.length * 3) {
    bytes = Buffer.alloc(text.length * 4)
    words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  }
  return bytes.write(text)
}

const digits = "0123456789abcdef"

/** Copies one byte, escaped where it has to be; the offset behind it. There must be room for six. */
const copyByte = (byte: number, target: DataView, at: number): number => {
  const letter = letters[byte]
  if (letter === 0) {
    target.setUint8(at, byte)
    return at + 1
  }
  target.setUint8(at, backslash)
  if (letter !== 1) {
    target.setUint8(at + 1, letter ?? 0)
    return at + 2
  }
  const code = `u00${digits[byte >> 4] ?? ""}${digits[byte & 15] ?? ""}`
  for (let sign = 0; sign < 5; sign++) target.setUint8(at + 1 + sign, code.charCodeAt(sign))
  return at + 6
}

/**
 * Copies the first `length` bytes of what was encoded last, as JSON escapes them inside a string, to `target` from
 * offset `at`. The offset behind them, or -1 where `target` has no room for twice as many bytes and what control
 * characters take beyond that.
 */
export const copyEscaped = (length: number, target: DataView, at: number): number => {
  const source = words
  const end = length >> 2
  const room = target.byteLength - 2 * length - 24
  let to = at
  for (let word = 0; word < end; word++) {
    const four = source[word] as number // within the words that hold the text
    if (holdsEscape(four)) {
      if (to > room + (word << 3)) return -1
      to = copyByte(four & 255, target, to)
      to = copyByte((four >> 8) & 255, target, to)
      to = copyByte((four >> 16) & 255, target, to)
      to = copyByte(four >>> 24, target, to)
    } else {
      target.setInt32(to, four, true)
      to += 4
    }
  }
  if (to > room + (end << 3)) return -1
  for (let read = end << 2; read < length; read++) to = copyByte(bytes[read] ?? 0, target, to)
  return to
}
