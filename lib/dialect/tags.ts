import type { Run } from "#lib/wire/writer.ts"
import { alsoAltered } from "./claims.ts"

/** The replay's own five tags, opening or closing, exactly as they are written, with any spaces behind `<`. */
const own = /<( *)(?=\/?(?:prior_turns|turn|call|input|answer)>|turn speaker="|call tool=")/g

/** Text in which none of the replay's own tags stands: one space more behind its `<`. Reversible. */
export const neutral = (text: string): string => (text.includes("<") ? text.replace(own, "< $1") : text)

/** The text that `neutral` was given. */
export const restored = (text: string): string =>
  text.replace(/< ( *)(?=\/?(?:prior_turns|turn|call|input|answer)>|turn speaker="|call tool=")/g, "<$1")

/** A run of stored text that can neither end the replay nor forge a part of it. */
export const neutralRun = (run: Run): Run => {
  const text = neutral(run.text)
  if (text === run.text) return run
  return { ...run, text, claim: alsoAltered(run.claim, "tag-neutralised") }
}
