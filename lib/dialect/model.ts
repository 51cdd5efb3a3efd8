import type { Growing } from "#lib/line/line.ts"
import type { Header } from "#lib/record/entry.ts"
import type { Target } from "./targets.ts"

/** The provider of rows that stand for any server of their shape: the models of all others are theirs too. */
export const anyone = "openai-compatible"

const has = (target: Target, provider: string): boolean =>
  target.provider === provider || target.provider === anyone

/** Whether a header names a model of a target: in its dialect, and of its provider. */
export const namesModel = (header: Header, target: Target): boolean =>
  header.target.dialect === target.dialect && has(target, header.target.provider)

/**
 * The model of a wire: as asked, else the header's where it names one of this target, else the newest maker's of its api
 * and provider, else the row's. One provider never hears of another's models.
 */
export const modelOf = (target: Target, line: Growing, asked: string | undefined): string => {
  if (asked !== undefined) return asked
  if (line.header !== undefined && namesModel(line.header, target)) return line.header.target.model
  const maker = line.newestMaker(({ api, provider }) => api === target.api && has(target, provider))
  return maker?.model ?? target.model
}
