import { z } from "zod"
import { bytesOf, fileOf, type Media, pictureOf } from "#lib/import/media.ts"
import type { ResultContent } from "#lib/record/block.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { whole } from "#lib/view/clip.ts"
import type { Answer } from "./answer.ts"
import { said } from "./said.ts"

/** What a tool gave back: blocks of a result, and the objects that they name. */
export type Content = {
  readonly content: readonly ResultContent[]
  readonly objects: readonly StoredObject[]
}

const bytes = z.string().transform((text, context) => {
  const found = bytesOf(text)
  if (found !== undefined) return found
  context.addIssue("no base64")
  return z.NEVER
})
const mediaType = z.string().min(1).optional()

const text = z.looseObject({ type: z.literal("text"), text: z.string() })
const media = z.looseObject({ type: z.enum(["image", "audio"]), data: bytes, mimeType: mediaType })
const embedded = z.looseObject({
  type: z.literal("resource"),
  resource: z.looseObject({
    uri: z.string(),
    mimeType: mediaType,
    text: z.string().optional(),
    blob: bytes.optional(),
  }),
})

const part = z.union([text, media, embedded])
type Part = z.infer<typeof part>

const asText = (words: string): Content => ({ content: [{ kind: "text", text: words }], objects: [] })

const asMedia = ({ block, object }: Media<"image"> | Media<"file">): Content => ({
  content: [block],
  objects: [object],
})

const isPicture = (type: string | undefined): boolean => type?.startsWith("image/") === true

const resourceOf = ({ resource }: Extract<Part, { type: "resource" }>, given: unknown): Content => {
  const { uri, mimeType, text: words, blob } = resource
  if (blob !== undefined)
    return asMedia(isPicture(mimeType) ? pictureOf(blob, mimeType, uri) : fileOf(blob, mimeType, uri))
  if (words === undefined) return asText(JSON.stringify(given))
  const native = { api: "mcp", json: JSON.stringify(given) } // its address, which a text block has no field for
  return { content: [{ kind: "text", text: words, native }], objects: [] }
}

/** What is of no kind here, or does not hold what its kind should, stands as its own JSON: nothing is left out. */
const blocksOf = (given: unknown): Content => {
  const parsed = part.safeParse(given)
  if (!parsed.success) return asText(JSON.stringify(given))
  switch (parsed.data.type) {
    case "text":
      return asText(parsed.data.text)
    case "image":
      return asMedia(pictureOf(parsed.data.data, parsed.data.mimeType))
    case "audio":
      return asMedia(fileOf(parsed.data.data, parsed.data.mimeType))
    default:
      return resourceOf(parsed.data, given)
  }
}

const sameJson = (words: string, json: string): boolean => {
  try {
    return JSON.stringify(JSON.parse(words)) === json
  } catch {
    return false
  }
}

/** Structured content as JSON text, unless a text of the answer says the same already, as servers are asked to do. */
const structured = ({ structuredContent }: Answer, content: readonly ResultContent[]): readonly Content[] => {
  if (structuredContent === undefined || structuredContent === null) return []
  const json = JSON.stringify(structuredContent)
  return content.some((block) => block.kind === "text" && sameJson(block.text, json)) ? [] : [asText(json)]
}

/** Everything that a server answered, in its order, structured content last. */
export const contentOf = (answer: Answer): Content => {
  const parts = answer.content.map(blocksOf)
  const all = [
    ...parts,
    ...structured(
      answer,
      parts.flatMap(({ content }) => content),
    ),
  ]
  return {
    content: all.flatMap(({ content }) => content),
    objects: all.flatMap(({ objects }) => objects),
  }
}

/**
 * The content with at most `most` UTF-16 units of text, counted over all its texts, and behind them a note of how much
 * was cut; the same content where that is enough. Pictures and files stay.
 */
export const capped = (content: readonly ResultContent[], most: number): readonly ResultContent[] => {
  let left = most
  let cut = 0
  const kept = content.flatMap((block): readonly ResultContent[] => {
    if (block.kind !== "text") return [block]
    const end = whole(block.text, Math.min(left, block.text.length))
    left -= end
    cut += block.text.length - end
    if (end === block.text.length) return [block]
    return end === 0 ? [] : [{ kind: "text", text: block.text.slice(0, end) }]
  })
  return cut === 0 ? content : [...kept, { kind: "text", text: said.cut(cut, most) }]
}
