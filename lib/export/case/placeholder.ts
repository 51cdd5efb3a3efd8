/**
 * Placeholders of the same shape: letters for letters of the same case and script, digits for digits; everything else
 * (blanks, quotes, escapes, control characters, lone surrogates, signs) stays, and so does the length in UTF-16 units.
 */

/** What stands for a text. Equal texts have equal placeholders, and different texts different ones as far as their shape allows. */
export type Placeholder = (text: string) => string

const lower = "abcdefghijklmnopqrstuvwxyz"
const hex = "abcdef"
const digits = "123456789"
const others = "àâçéèêëîïñôöûüÿßœæø"

/** Latin that nobody takes for the words that were there. */
const filler = "loremipsumdolorsitametconsecteturadipiscingelit"

/** One place of a shape: the characters that may stand there, and which one by nature. */
type Slot = { readonly among: string; readonly first: number }

/** Letters that mean nothing behind a backslash, so that what is no JSON does not become some. */
const unescaped = "acdeghijklmopqsvwxyz"

/** A word that a derived name of a tool may end with. */
const isHex = (text: string): boolean => /^[0-9a-f]{12}$/.test(text)

/** The replay's own tags, which a target tells from words: they stay. */
const ownTag = /< *(?:\/?(?:prior_turns|turn|call|input|answer)>|turn speaker="|call tool=")/g

const latin = (place: number): number => lower.indexOf(filler.charAt(place % filler.length))

const slot = (among: string, at: number): Slot => ({ among, first: Math.max(0, at) % among.length })

const isWithin = (character: string, first: string, last: string): boolean =>
  character.length === 1 && character >= first && character <= last

/** What may stand in a character's place; undefined where it stays. Zero stays, since a number may not begin with one. */
const slotOf = (character: string, place: number, letters: string): Slot | undefined => {
  if (isWithin(character, "a", "z"))
    return slot(
      letters,
      letters === lower ? latin(place) : letters.indexOf(filler.charAt(place % filler.length)),
    )
  if (isWithin(character, "A", "Z")) return slot(lower.toUpperCase(), latin(place))
  if (isWithin(character, "1", "9")) return slot(digits, place)
  if (character <= "\u007f" || !/[\p{L}\p{N}\p{M}]/u.test(character)) return undefined
  return slot(others, place)
}

const tagPlaces = (text: string): ReadonlySet<number> => {
  const kept = new Set<number>()
  if (text.includes("<"))
    for (const { index, 0: tag } of text.matchAll(ownTag))
      for (let at = index; at < index + tag.length; at++) kept.add(at)
  return kept
}

/** A text's characters and what may stand for each; an astral letter is as long as two others. */
const slotsOf = (text: string): readonly (readonly [string, Slot | undefined])[] => {
  const kept = tagPlaces(text)
  const hexadecimal = isHex(text)
  let at = 0
  return [...text].flatMap((character) => {
    const place = at
    at += character.length
    const letters = hexadecimal ? hex : text.charAt(place - 1) === "\\" ? unescaped : lower
    const found = kept.has(place) ? undefined : slotOf(character, place, letters)
    const one = [character, found] as const
    return found !== undefined && character.length === 2 ? [one, one] : [one]
  })
}

/** The shape's filling of a number: 0 is the plain one; each further one is other in as few characters as it takes. */
const filled = (slots: ReturnType<typeof slotsOf>, number: number): string => {
  let rest = number
  const characters: string[] = []
  for (const [character, found] of slots.toReversed()) {
    if (found === undefined) {
      characters.push(character)
      continue
    }
    const { among, first } = found
    characters.push(among.charAt((first + rest) % among.length))
    rest = Math.floor(rest / among.length)
  }
  return characters.toReversed().join("")
}

const shapeOf = (slots: ReturnType<typeof slotsOf>): string =>
  slots.map(([character, found]) => (found === undefined ? character : found.among.charAt(0))).join("")

/** How many of the replay's own tags stand in a text: a placeholder may neither lose one nor make one. */
const tags = (text: string): number => (text.includes("<") ? [...text.matchAll(ownTag)].length : 0)

/** Placeholders for the texts of one record, numbered as they come. */
export const placeholders = (): Placeholder => {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const slots = slotsOf(text)
    const shape = shapeOf(slots)
    let number = counts.get(shape) ?? 0
    let made = filled(slots, number)
    while (tags(made) !== tags(text)) made = filled(slots, ++number)
    counts.set(shape, number + 1)
    known.set(text, made)
    return made
  }
}
