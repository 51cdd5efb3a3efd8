import type { Usage } from "#lib/record/entry.ts"
import {
  begin,
  breakOff,
  callWhole,
  type Draft,
  fail,
  finish,
  holdsCall,
  put,
  type Reading,
  say,
  seal,
} from "./draft.ts"
import { errorOf } from "./error.ts"
import { countOf, filledOf, type Json, known, listOf, objectOf, rawAt, stringOf, sumOf } from "./json.ts"
import { media } from "./media.ts"
import { type Stops, stopOf } from "./stops.ts"

/** Gemini generateContent: each chunk is an answer of its own that holds the next pieces of the parts. */

const stops: Stops = {
  STOP: "end",
  MAX_TOKENS: "length",
  SAFETY: "filter",
  RECITATION: "filter",
  LANGUAGE: "filter",
  BLOCKLIST: "filter",
  PROHIBITED_CONTENT: "filter",
  SPII: "filter",
  IMAGE_SAFETY: "filter",
  IMAGE_PROHIBITED_CONTENT: "filter",
  IMAGE_RECITATION: "filter",
  OTHER: "error",
  IMAGE_OTHER: "error",
  NO_IMAGE: "error",
  MALFORMED_FUNCTION_CALL: "error",
  MALFORMED_RESPONSE: "error",
  UNEXPECTED_TOOL_CALL: "error",
  TOO_MANY_TOOL_CALLS: "error",
  MISSING_THOUGHT_SIGNATURE: "error",
}

/** Their prompt counts all of it, cached or not; thoughts are counted apart from what was said. */
export const geminiUsage = (value: unknown): Usage | undefined => {
  const usage = objectOf(value)
  if (usage === undefined) return undefined
  const counted = known({
    input: sumOf(usage["promptTokenCount"], usage["toolUsePromptTokenCount"]),
    cacheRead: countOf(usage["cachedContentTokenCount"]),
    output: sumOf(usage["candidatesTokenCount"], usage["thoughtsTokenCount"]),
    reasoning: countOf(usage["thoughtsTokenCount"]),
  })
  return Object.keys(counted).length === 0 ? undefined : counted
}

/**
 * The text or thought that the next piece may go on with. `frame`: the chunk that it stands in; two parts of one chunk
 * are two, a part of the next chunk goes on.
 */
type Open = { readonly index: number; readonly kind: "text" | "reasoning"; readonly frame: number }

type Reader = { readonly draft: Draft; open: Open | undefined; frames: number }

/** A signature seals the part that it comes with; in a stream it may come last, with an empty text. */
const words = (reader: Reader, part: Json, text: string, signature: string | undefined): void => {
  const { draft, open, frames } = reader
  const kind = part["thought"] === true ? "reasoning" : "text"
  if (text === "" && signature === undefined) return
  const goesOn = open?.kind === kind && (open.frame < frames || text === "")
  const index = open !== undefined && goesOn ? open.index : begin(draft, kind)
  say(draft, index, text)
  if (signature !== undefined) seal(draft, index, { kind: "gemini-signature", value: signature })
  reader.open = signature === undefined ? { index, kind, frame: frames } : undefined
}

const call = ({ draft }: Reader, given: Json, json: string, signature: string | undefined): void => {
  const named = { callId: filledOf(given["id"]), name: filledOf(given["name"]) }
  const index = callWhole(draft, named, rawAt(json, "args") ?? "{}")
  if (signature !== undefined) seal(draft, index, { kind: "gemini-signature", value: signature })
}

const onlySigns = (part: Json): boolean =>
  Object.keys(part).every((key) => key === "thoughtSignature" || key === "thought")

const takePart = (reader: Reader, part: Json, json: string): void => {
  const signature = filledOf(part["thoughtSignature"])
  const text = stringOf(part["text"]) ?? (onlySigns(part) ? "" : undefined)
  const asked = objectOf(part["functionCall"])
  const blob = objectOf(part["inlineData"])
  const picture = blob === undefined ? undefined : media(blob["data"], blob["mimeType"])
  if (text !== undefined) {
    words(reader, part, text, signature)
    return
  }
  reader.open = undefined
  if (asked !== undefined) call(reader, asked, rawAt(json, "functionCall") ?? "{}", signature)
  else if (picture === undefined) put(reader.draft, { kind: "opaque", source: "gemini", json })
  else {
    reader.draft.objects.push(picture.object)
    put(reader.draft, picture.block)
  }
}

const conclude = (draft: Draft, candidate: Json): void => {
  const reason = filledOf(candidate["finishReason"])
  if (reason === undefined || reason === "FINISH_REASON_UNSPECIFIED") return
  const stop = stopOf(stops, reason)
  const why = filledOf(candidate["finishMessage"])
  finish(
    draft,
    stop === "end" && holdsCall(draft) ? "tool-calls" : stop,
    why === undefined ? reason : `${reason}: ${why}`,
  )
}

/** A prompt that is blocked has no candidate. */
const blocked = (draft: Draft, value: Json): void => {
  const feedback = objectOf(value["promptFeedback"])
  const reason = filledOf(feedback?.["blockReason"])
  if (reason === undefined) return
  const why = filledOf(feedback?.["blockReasonMessage"])
  finish(draft, "filter", why === undefined ? reason : `${reason}: ${why}`)
}

/** Beside what is read here an answer may hold safety ratings, citations and log probabilities: no part of a history. */
const take = (reader: Reader, value: Json, json: string): void => {
  const { draft } = reader
  reader.frames++
  draft.responseId ??= filledOf(value["responseId"])
  draft.model ??= filledOf(value["modelVersion"])
  draft.usage = geminiUsage(value["usageMetadata"]) ?? draft.usage
  const told = errorOf(value)
  if (told !== undefined) breakOff(draft, told)
  const candidate = objectOf(listOf(value["candidates"])[0])
  listOf(objectOf(candidate?.["content"])?.["parts"]).forEach((item, index) => {
    const part = objectOf(item)
    if (part !== undefined)
      takePart(reader, part, rawAt(json, "candidates", 0, "content", "parts", index) ?? "")
  })
  if (candidate !== undefined) conclude(draft, candidate)
  blocked(draft, value)
}

export const gemini = (draft: Draft): Reading => {
  const reader: Reader = { draft, open: undefined, frames: 0 }
  return {
    frame: (value, { data }) => take(reader, value, data),
    whole: (value, json) => {
      take(reader, value, json)
      if (!draft.finished && listOf(value["candidates"]).length === 0)
        fail(draft, "reply-unreadable", "no candidates")
      draft.finished ||= draft.failure === undefined
    },
  }
}
