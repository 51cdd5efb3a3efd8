/**
 * A stored text in pieces that are safe to show: every character that would hide, reorder or act is named, colours of a
 * terminal become attributes. Contract: the pieces' `text` and `raw` in order are the whole text, unchanged, up to the
 * `most`-th; what lies behind is one piece of the same length with U+FFFD for each such character.
 */
export type Piece =
  | { readonly text: string; readonly ink?: Ink }
  /** `raw` is not shown as it is: `mark` names it. */
  | { readonly raw: string; readonly mark: string }

/** What a terminal's escapes say of the text behind them. */
export type Ink = {
  readonly colour?: Colour
  readonly bold?: true
  readonly dim?: true
  readonly italic?: true
  readonly underline?: true
}
export type Colour = "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white"

const colours: readonly Colour[] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

// Escape sequences, then single characters: controls but tab and line feed, marks without width, changes of direction, lone surrogates.
const special =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is what this is for
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-Z\\-_]?|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu

/** The number after which pieces are no longer parted: a row stays light whatever a terminal printed. */
const most = 120

const withCode = (ink: Ink, code: number): Ink => {
  if (code === 0) return {}
  if (code === 1) return { ...ink, bold: true }
  if (code === 2) return { ...ink, dim: true }
  if (code === 3) return { ...ink, italic: true }
  if (code === 4) return { ...ink, underline: true }
  const { bold: _, dim: __, ...plain } = ink
  if (code === 22) return plain
  const { colour: ___, ...uncoloured } = ink
  if (code === 39) return uncoloured
  const colour = colours[code >= 90 ? code - 90 : code - 30]
  return (code >= 30 && code <= 37) || (code >= 90 && code <= 97)
    ? { ...ink, ...(colour === undefined ? {} : { colour }) }
    : ink
}

/** The ink behind a `ESC [ … m`; palette and true-colour forms take their arguments with them and change nothing. */
const inked = (ink: Ink, sequence: string): Ink => {
  const codes = sequence.slice(2, -1).split(/[;:]/).map(Number)
  let next = ink
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0
    if (code === 38 || code === 48) {
      index += codes[index + 1] === 5 ? 2 : 4
      continue
    }
    next = withCode(next, code)
  }
  return next
}

const isInk = (raw: string): boolean =>
  raw.startsWith("\u001b[") && raw.endsWith("m") && /^[\d;:]*$/.test(raw.slice(2, -1))

const names: { readonly [code: number]: string } = {
  0: "NUL",
  7: "BEL",
  8: "BS",
  13: "CR",
  8203: "ZWSP",
  65279: "BOM",
}

const nameOf = (raw: string): string => {
  if (raw.startsWith("\u001b"))
    return `ESC${raw.slice(1).replaceAll("\u001b", "ESC").replaceAll("\u0007", "BEL")}`
  const code = raw.codePointAt(0) ?? 0
  const short = names[code]
  if (short !== undefined) return short
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
}

const isPlain = (ink: Ink): boolean => Object.keys(ink).length === 0

/** A text as pieces to show, in order; an empty text has none. */
export const visible = (text: string): readonly Piece[] => {
  const found: Piece[] = []
  let ink: Ink = {}
  let from = 0
  const plain = (to: number): void => {
    if (to > from)
      found.push(isPlain(ink) ? { text: text.slice(from, to) } : { text: text.slice(from, to), ink })
  }
  for (const match of text.matchAll(special)) {
    if (found.length >= most) break
    plain(match.index)
    const raw = match[0]
    from = match.index + raw.length
    found.push({ raw, mark: nameOf(raw) })
    if (isInk(raw)) ink = inked(ink, raw)
  }
  if (found.length < most) plain(text.length)
  else if (from < text.length)
    found.push({ text: text.slice(from).replace(special, (each) => "\ufffd".repeat(each.length)) })
  return found
}

/** A text in which what would hide, reorder or act stands by its name: `⟨U+202E⟩`. Line ends become line feeds, a terminal's colours go. */
export const named = (text: string): string =>
  visible(text.replaceAll("\r\n", "\n"))
    .map((piece) => ("text" in piece ? piece.text : isInk(piece.raw) ? "" : `⟨${piece.mark}⟩`))
    .join("")
