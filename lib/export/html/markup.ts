/**
 * HTML of which every part is either written here or escaped: text goes in by `text`, and no attribute but those named in
 * code has a value of its own.
 */

/** Markup, told apart from text by its type. */
export type Markup = { readonly html: string }

const written: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\r": "&#13;",
}

/** Characters that turn the line round: they are named, so that nothing reads as something else. */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const named = (character: string): string =>
  `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`

/** Text as markup that reads as that text: nothing in it begins a tag, ends an attribute or is normalised away. */
export const text = (value: string): Markup => ({
  html: value
    .toWellFormed()
    .replaceAll("\u0000", "\ufffd")
    .replaceAll(turning, named)
    .replaceAll(/[&<>"'\r]/g, (character) => written[character] ?? ""),
})

type Part = Markup | string | number | undefined | readonly (Markup | undefined)[]

const isList = (part: Part): part is readonly (Markup | undefined)[] => Array.isArray(part)

const joined = (part: Part): string => {
  if (part === undefined) return ""
  if (typeof part === "string" || typeof part === "number") return text(String(part)).html
  return isList(part) ? part.map((each) => each?.html ?? "").join("") : part.html
}

/** Markup in the text that stands in code, with parts in it: strings are escaped, markup stands as it is. */
export const html = (around: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  html: around.reduce((all, piece, index) => all + joined(parts[index - 1]) + piece),
})
