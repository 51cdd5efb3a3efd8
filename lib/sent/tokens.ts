import { type Body, keyOf } from "./body.ts"
import type { Cut } from "./compare.ts"
import { membersOf, type Section } from "./order.ts"

/**
 * Estimated tokens (UTF-8 bytes / 4 of each text): of the request before, how many stand again at the beginning and how
 * many do not; and how many are new. `media`: pictures and files in the later one, whose tokens are not known.
 */
export type Tokens = {
  readonly reused: number
  readonly new: number
  readonly lost: number
  readonly media: number
}

const mediaKeys: ReadonlySet<string> = new Set(["data", "url", "image_url", "file_data", "bytes"])
const base64 = /^"(?:data:[^",]*,)?[A-Za-z0-9+/=]{64,}"$/

const isMedia = (body: Body, node: number): boolean => {
  const { spans, text } = body
  const key = keyOf(body, node) ?? keyOf(body, spans.parent(node)) ?? ""
  if (!mediaKeys.has(key) && key !== "images") return false
  return base64.test(text.slice(spans.start(node), spans.end(node)))
}

type Counted = { bytes: number; media: number }

/** Bytes of the texts of one member up to an offset. */
const count = (body: Body, member: number, upTo: number): Counted => {
  const { spans, text } = body
  const counted = { bytes: 0, media: 0 }
  const end = spans.end(member)
  for (let node = member; node < spans.count && spans.start(node) < Math.min(end, upTo); node++) {
    const [from, to] = [spans.start(node), spans.end(node)]
    const opening = text[from]
    if (opening === "{" || opening === "[") continue
    const quotes = opening === '"' ? 1 : 0
    if (quotes === 1 && isMedia(body, node)) counted.media++
    else counted.bytes += Buffer.byteLength(text.slice(from + quotes, Math.min(to - quotes, upTo)))
  }
  return counted
}

/** Bytes of what a model reads of a body: whole sections before `section`, and that one up to an offset. */
const upTo = (body: Body, sections: readonly Section[], section: number, offset: number): Counted => {
  const members = membersOf(body)
  const all = { bytes: 0, media: 0 }
  for (const [number, { key, is }] of sections.entries()) {
    const member = members.get(key)
    if (member === undefined || is === "model" || is === "beside" || number > section) continue
    const { bytes, media } = count(body, member, number === section ? offset : Number.POSITIVE_INFINITY)
    all.bytes += bytes
    all.media += media
  }
  return all
}

const everything = Number.POSITIVE_INFINITY

/** Whole bodies that were counted: each is the later of two requests, then the earlier. */
const counted = new WeakMap<Body, ReadonlyMap<string, Counted>>()

const all = (body: Body, sections: readonly Section[]): Counted => {
  const key = sections.map((section) => `${section.is} ${section.key}`).join()
  const known = counted.get(body)?.get(key)
  if (known !== undefined) return known
  const found = upTo(body, sections, everything, everything)
  counted.set(body, new Map([[key, found]]))
  return found
}

const estimate = (bytes: number): number => Math.round(bytes / 4)

/** The estimate for a request without one before it. */
export const tokensOfFirst = (now: Body, sections: readonly Section[]): Tokens => {
  const { bytes, media } = all(now, sections)
  return { reused: 0, new: estimate(bytes), lost: 0, media }
}

/** The estimate for two requests; `cut` as `cutBetween` gives it, `tail` the beginning of the earlier one's made end. */
export const tokensOf = (
  before: Body,
  now: Body,
  sections: readonly Section[],
  cut: Cut | undefined,
  tail: number,
): Tokens => {
  const history = sections.findIndex(({ is }) => is === "history")
  const isPrompt = cut !== undefined && sections[cut.section]?.is !== "beside"
  const [old, young] = [all(before, sections), all(now, sections)]
  const kept = isPrompt
    ? upTo(before, sections, cut.section, cut.before)
    : history < 0 || tail >= before.text.length
      ? old
      : upTo(before, sections, history, tail)
  const reused = estimate(Math.min(kept.bytes, young.bytes))
  return {
    reused,
    new: estimate(young.bytes) - reused,
    lost: estimate(old.bytes) - reused,
    media: young.media,
  }
}
