import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { anthropicMessages, anthropicMessagesLines } from "./anthropic-messages.ts"
import { claudeCode, claudeCodeWeb } from "./claude-code.ts"
import { claudeTap } from "./claude-tap.ts"
import { claudeTrace } from "./claude-trace.ts"
import { crossing } from "./crossing.ts"
import { har } from "./har.ts"
import { type Importer, type Sample, sampleBytes } from "./importer.ts"
import { openaiChat, openaiChatLines } from "./openai-chat.ts"
import { requestPairs, requestPairsLines } from "./request-pairs.ts"

/** Every importer. The order is that of the list, and nothing else: each file is claimed by at most one. */
export const importers: readonly Importer[] = [
  crossing,
  claudeCode,
  claudeCodeWeb,
  openaiChat,
  openaiChatLines,
  anthropicMessages,
  anthropicMessagesLines,
  har,
  claudeTrace,
  claudeTap,
  requestPairs,
  requestPairsLines,
]

/** The importer of an id; undefined where there is none. */
export const importerOf = (id: string): Importer | undefined =>
  importers.find((importer) => importer.id === id)

/** The beginning of a file's bytes as a sample; a character that is cut at its end is left out. */
export const sampleOf = (bytes: Uint8Array, name: string, whole = bytes.length <= sampleBytes): Sample => ({
  text: new TextDecoder("utf-8").decode(bytes.subarray(0, sampleBytes), { stream: true }),
  whole,
  name,
})

/** More than one character in 50 that is no text, or a NUL. */
const binary = (text: string): boolean =>
  text.includes("\0") || text.split("\uFFFD").length - 1 > text.length / 50

/**
 * The one importer that reads a file, by its content alone.
 * Problems: `file-empty`, `file-binary`, `format-unknown`; `format-ambiguous` would be a fault of two importers.
 */
export const detect = (sample: Sample): Outcome<Importer> => {
  if (sample.text.replace(/^\uFEFF/, "").trim() === "") return refused("file-empty", { name: sample.name })
  if (binary(sample.text)) return refused("file-binary", { name: sample.name })
  const claims = importers.filter((importer) => importer.detect(sample))
  const [claim] = claims
  if (claim === undefined) return refused("format-unknown", { name: sample.name })
  if (claims.length > 1)
    return refused("format-ambiguous", { name: sample.name, formats: claims.map(({ id }) => id).join(", ") })
  return fine(claim)
}
