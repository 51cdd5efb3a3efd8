import { oneLine } from "#lib/view/clip.ts"
import { text as escaped } from "../html/markup.ts"

/** Text in Markdown that reads as that text, whatever stands in it. */

/** Characters that can mean something to a reader of Markdown. */
const special = /[\\`*_{}[\]<>#!|~&]|:(?=\/\/)/g

/** A text on one line with nothing in it that is markup. */
export const plain = (text: string, chars = 120): string =>
  oneLine(text.toWellFormed(), chars).replace(special, "\\$&")

/** The longest run of a character, in a row. */
const longestRun = (text: string, character: string): number => {
  let longest = 0
  let run = 0
  for (const each of text) {
    run = each === character ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** A text as it stands, in a fence that it cannot end. */
export const fenced = (text: string, language = "text"): string => {
  const fence = "`".repeat(Math.max(3, longestRun(text, "`") + 1))
  const lines = text.toWellFormed().replaceAll("\u0000", "\ufffd").replaceAll(/\r\n?/g, "\n")
  return `${fence}${language}\n${lines}${lines.endsWith("\n") ? "" : "\n"}${fence}\n`
}

/** A part that is folded until a reader opens it, under a line of text. */
export const folded = (summary: string, inside: string): string =>
  `<details>\n<summary>${escaped(oneLine(summary, 160)).html}</summary>\n\n${inside}\n</details>\n`
