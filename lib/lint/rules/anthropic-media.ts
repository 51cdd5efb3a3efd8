import { imageSize } from "image-size"
import { listOf, objectOf } from "#lib/record/json.ts"
import { type Body, under } from "../body.ts"
import { cacheMinimum } from "../models.ts"
import { once } from "../once.ts"
import type { ImagePart, Message, Part } from "../part.ts"
import { type Hit, hitAt, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"
import { onMessages } from "./anthropic.ts"

type Size = { readonly type: string; readonly side: number }

/** Base64 of so many characters is enough for what stands before a picture's size in most files. */
const front = 65_536

const decoded = (base64: string): Size | undefined => {
  try {
    const text = atob(base64)
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const { type, width, height } = imageSize(bytes)
    return { type: type ?? "", side: Math.max(width, height) }
  } catch {
    return undefined // no base64, or no picture that the library knows
  }
}

const sizes = new WeakMap<ImagePart, Size | undefined>()

const sizeOf = (part: ImagePart): Size | undefined => {
  const { base64 } = part
  if (base64 === undefined || sizes.has(part)) return sizes.get(part)
  const size = decoded(base64.slice(0, front)) ?? (base64.length > front ? decoded(base64) : undefined)
  sizes.set(part, size)
  return size
}

const types = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"])

const foreignTypes = (body: Body): readonly Hit[] =>
  sift(body.images, ({ message, part }) =>
    part.base64 !== undefined && !types.has(part.mediaType ?? "")
      ? hitAt(message, `${part.at}/source`)
      : undefined,
  )

const mistyped = (body: Body): readonly Hit[] =>
  sift(body.images, ({ message, part }) => {
    const size = sizeOf(part)
    const is = size === undefined ? undefined : `image/${size.type === "jpg" ? "jpeg" : size.type}`
    return is === undefined || is === part.mediaType ? undefined : hitAt(message, `${part.at}/source`, { is })
  })

const ofAssistant = (body: Body): readonly Hit[] =>
  sift(body.images, ({ message, part }) =>
    message.voice === "assistant" ? hitAt(message, part.at) : undefined,
  )

const larger =
  (limit: number, above: number) =>
  (body: Body): readonly Hit[] => {
    const all = body.images
    if (all.length <= above) return []
    return all.flatMap(({ message, part }) => {
      const side = sizeOf(part)?.side ?? 0
      return side > limit ? [hitAt(message, part.at, { side, limit, pictures: all.length })] : []
    })
  }

const heavy = (body: Body): readonly Hit[] =>
  sift(body.images, ({ message, part }) => {
    const characters = part.base64?.length ?? 0
    return characters > 10_000_000 ? hitAt(message, part.at, { characters, limit: 10_000_000 }) : undefined
  })

type Mark = { readonly at: string; readonly message?: number; readonly block: number }

/** Cache marks in hash order: tools, system, then messages with their place among all blocks. */
const marksOf = once((body: Body): readonly Mark[] => {
  const tools = listOf(body.root["tools"]) ?? []
  let block = -1
  const look = (value: unknown, at: string, message?: Message): Mark | undefined => {
    block += 1
    const mark = objectOf(value)?.["cache_control"]
    if (mark === undefined || mark === null) return undefined
    return { at: `${at}/cache_control`, block, ...(message === undefined ? {} : { message: message.index }) }
  }
  return [
    ...sift(tools, (tool, index) => look(tool, `/tools/${index}`)),
    ...sift(body.system, ({ value, at }) => look(value, at)),
    ...sift(body.parts, ({ message, part, within }) =>
      within === undefined ? look(part.value, part.at, message) : undefined,
    ),
  ]
})

const hitMark = ({ at, message }: Mark, facts: NonNullable<Hit["facts"]>): Hit => ({
  at,
  facts,
  ...(message === undefined ? {} : { message }),
})

const tooManyMarks = (body: Body): readonly Hit[] => {
  const marks = marksOf(body)
  return marks.slice(4).map((mark) => hitMark(mark, { marks: marks.length, limit: 4 }))
}

const lookback = 20

const outOfReach = (body: Body): readonly Hit[] => {
  const before = body.previous === undefined ? undefined : marksOf(body.previous).at(-1)
  const next = before === undefined ? undefined : marksOf(body).find(({ block }) => block >= before.block)
  if (before === undefined || next === undefined || next.block - before.block <= lookback) return []
  return [hitMark(next, { blocks: next.block - before.block, reach: lookback })]
}

/** An estimate, four bytes a token: marks on so small a prompt do nothing. */
const tooSmall = (body: Body): readonly Hit[] => {
  const least = cacheMinimum(body)
  const tokens = Math.round(body.text.length / 4)
  if (least === undefined || tokens >= least) return []
  const last = marksOf(body).at(-1)
  return last === undefined ? [] : [hitMark(last, { "~tokens": tokens, least })]
}

const isCompaction = (part: Part): boolean => part.is === "other" && part.type === "compaction"

const compactions = (body: Body): readonly Hit[] => {
  const inside = body.parts.filter(({ part }) => isCompaction(part))
  const first = body.messages.find(({ parts }) => parts.length > 0)?.parts[0]
  return [
    ...body.system.flatMap((part): readonly Hit[] =>
      isCompaction(part) ? [{ at: part.at, facts: { why: "in system" } }] : [],
    ),
    ...inside.flatMap(({ message, part }, index) => {
      if (index > 0) return [hitAt(message, part.at, { why: "more than one" })]
      return part === first ? [] : [hitAt(message, part.at, { why: "not first" })]
    }),
  ]
}

const parallelOutside = (body: Body): readonly Hit[] =>
  under(body.root, "tool_choice")["disable_parallel_tool_use"] === undefined &&
  "parallel_tool_calls" in body.root
    ? [{ at: "/parallel_tool_calls" }]
    : []

/** Pictures, cache marks and limits (`wire-rules.md` 2.5). */
export const anthropicMedia: readonly Rule[] = [
  {
    id: "anthropic/image-media-type",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A picture's type is none of JPEG, PNG, GIF and WebP.",
    fix: "Convert it, or send a line of text in its place.",
    source: "provider SDK types",
    check: foreignTypes,
  },
  {
    id: "anthropic/image-media-type-true",
    confidence: "X",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A picture's bytes are of another type than the one declared.",
    fix: "Declare the true type.",
    source: "unverified",
    check: mistyped,
  },
  {
    id: "anthropic/image-role",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A picture stands in an assistant message.",
    fix: "Move it to the user's message behind.",
    source: "provider SDK types; another client's code",
    check: ofAssistant,
  },
  {
    id: "anthropic/image-8000",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A picture's longest side is over 8,000 pixels.",
    fix: "Scale it down, or send a line of text in its place.",
    source: "provider SDK error type; a public report",
    check: larger(8000, 0),
  },
  {
    id: "anthropic/image-2000-many",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "With more than 20 pictures in the request, none may be over 2,000 pixels; old ones count.",
    fix: "Scale it down, or send lines of text in the place of older pictures.",
    source: "public reports",
    check: larger(2000, 20),
  },
  {
    id: "anthropic/image-bytes",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A picture's base64 is over 10,000,000 characters.",
    fix: "Scale it down.",
    source: "a public report",
    check: heavy,
  },
  {
    id: "anthropic/cache-4",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "There are more than four cache marks in tools, system and messages together.",
    fix: "Keep the last four that are of use.",
    source: "public reports",
    check: tooManyMarks,
  },
  {
    id: "anthropic/cache-lookback",
    confidence: "C",
    effect: "cost",
    scope: "P",
    on: onMessages,
    meaning:
      "More than about 20 blocks lie between the last request's cache mark and this one's, so it is not found.",
    fix: "Mark a block in between too.",
    source: "documentation of a compatible endpoint",
    check: outOfReach,
  },
  {
    id: "anthropic/cache-min",
    confidence: "C",
    effect: "cost",
    scope: "M",
    on: onMessages,
    meaning: "The prompt is below the size from which this model caches, so its marks do nothing.",
    fix: "Nothing to mend; the marks will work once the prompt has grown.",
    source: "another client's documentation",
    check: tooSmall,
  },
  {
    id: "anthropic/compaction-block",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A compaction block is not the first block of the conversation, or not the only one.",
    fix: "Keep one, as the first block of the first message.",
    source: "provider SDK error types",
    check: compactions,
  },
  {
    id: "anthropic/parallel-flag",
    confidence: "A",
    effect: "drop",
    scope: "S",
    on: onMessages,
    meaning: "`parallel_tool_calls` is no field of this shape, so the wish is lost.",
    fix: "Set `disable_parallel_tool_use` inside `tool_choice`.",
    source: "provider SDK types",
    check: parallelOutside,
  },
]
