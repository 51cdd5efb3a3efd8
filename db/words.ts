/**
 * How text is made searchable: words, and pairs of characters where a script sets no spaces. It is done here and not
 * by the server, whose parsers and extensions differ by version and locale.
 */

const notAscii = /\P{ASCII}/u
const asciiRuns = /[A-Za-z0-9]+/g
const runs = /[\p{L}\p{M}\p{N}]+/gu
const dense =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu
const hump = /(?<=[a-z0-9])(?=[A-Z])/g

const longest = 32 // UTF-16 units of a word that are indexed
const longestWithHumps = 64 // beyond that it is a blob, no name

/** Text without what PostgreSQL's `text` cannot hold: U+0000 becomes a space, a lone surrogate U+FFFD. */
export const clean = (text: string): string => text.toWellFormed().replaceAll("\0", " ")

const normal = (text: string): string => (notAscii.test(text) ? clean(text).normalize("NFKC") : clean(text))

const cut = (word: string): string => {
  const short = word.slice(0, longest)
  return short.isWellFormed() ? short : short.slice(0, -1)
}

type Piece = { readonly text: string; readonly dense: boolean }

/** A run of letters and digits, parted where a script without spaces begins or ends. */
const pieces = (run: string): readonly Piece[] => {
  if (!notAscii.test(run)) return [{ text: run, dense: false }]
  const found: Piece[] = []
  let from = 0
  for (const match of run.matchAll(dense)) {
    if (match.index > from) found.push({ text: run.slice(from, match.index), dense: false })
    found.push({ text: match[0], dense: true })
    from = match.index + match[0].length
  }
  if (from < run.length) found.push({ text: run.slice(from), dense: false })
  return found
}

const pairs = (text: string): readonly string[] => {
  const characters = [...text]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const addDense = (text: string, into: Set<string>): void => {
  for (const pair of pairs(text)) into.add(pair)
  into.add([...text].at(-1) ?? "")
}

/** `getUserName` is found by `getuser`, by `user` and by `name`. */
const addWord = (word: string, into: Set<string>): void => {
  into.add(cut(word.toLowerCase()))
  if (word.length > longestWithHumps) return
  for (const { index } of word.matchAll(hump)) into.add(cut(word.slice(index).toLowerCase()))
}

const lexemes = (text: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const distinct = new Set(text.match(notAscii.test(text) ? runs : asciiRuns))
  for (const run of distinct)
    for (const piece of pieces(run)) {
      if (piece.dense) addDense(piece.text.toLowerCase(), found)
      else addWord(piece.text, found)
    }
  return found
}

/** A part of a text as it is indexed: the folded text, and its words parted by spaces. */
export type Indexed = { readonly text: string; readonly words: string }

const partLength = 65_536 // its words stay under the 1 MB that a tsvector can hold
const overlap = 512 // so that a phrase across two parts is found in one

/** The searchable parts of a text, in order; none for a text without a visible character. */
export const indexed = (text: string): readonly Indexed[] => {
  const whole = normal(text)
  if (whole.trim() === "") return []
  const parts: Indexed[] = []
  for (let from = 0; ; from += partLength - overlap) {
    const part = whole.slice(from, from + partLength).toWellFormed()
    parts.push({ text: part.toLowerCase(), words: [...lexemes(part)].join(" ") })
    if (from + partLength >= whole.length) return parts
  }
}

/** One term of a query: its folded text, and a tsquery that every text holding it satisfies; null if it has no words. */
export type Term = { readonly text: string; readonly query: string | null }

const wordQuery = (word: string, open: boolean): string => {
  const short = cut(word.toLowerCase())
  return open || short.length < word.length ? `'${short}':*` : `'${short}'`
}

const denseQuery = (text: string): readonly string[] => {
  const found = pairs(text)
  return found.length === 0 ? [`'${text}':*`] : found.map((pair) => `'${pair}'`)
}

const queryOf = (term: string): string | null => {
  const parts: string[] = []
  for (const match of term.matchAll(runs)) {
    const inside = pieces(match[0])
    const last = match.index + match[0].length === term.length
    for (const [index, piece] of inside.entries()) {
      if (piece.dense) parts.push(...denseQuery(piece.text.toLowerCase()))
      else parts.push(wordQuery(piece.text, last && index === inside.length - 1))
    }
  }
  return parts.length === 0 ? null : parts.join(" & ")
}

const termPattern = /"([^"]+)"|(\S+)/g
const mostTerms = 12

/**
 * The terms of a query: words, or phrases in double quotes; all must be found. A term matches where it begins at the
 * beginning of a word or of a hump of one, and anywhere in scripts without spaces; case and width do not matter.
 */
export const terms = (query: string): readonly Term[] =>
  [...normal(query).matchAll(termPattern)]
    .map((match) => (match[1] ?? match[2] ?? "").trim())
    .filter((term) => term !== "")
    .slice(0, mostTerms)
    .map((term) => ({ text: term.toLowerCase(), query: queryOf(term) }))

const before = 50 // characters that an excerpt shows in front of what was found
const excerptLength = 160

/** The surroundings of a term's first place in a text, in the text's own case, white space collapsed; null without one. */
export const excerpt = (text: string, term: Term): string | null => {
  const whole = normal(text)
  const folded = whole.toLowerCase()
  const at = folded.indexOf(term.text)
  if (at < 0) return null
  const shown = folded.length === whole.length ? whole : folded // a letter whose lower case is longer moves every place
  const from = Math.max(0, at - before)
  return shown
    .slice(from, from + excerptLength)
    .toWellFormed()
    .replace(/\s+/g, " ")
    .trim()
}
