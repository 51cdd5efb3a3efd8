import type { Block } from "#lib/record/block.ts"
import type { Maker, Speaker } from "#lib/record/entry.ts"
import { known, stringOf } from "#lib/record/json.ts"
import type { StoredObject } from "#lib/record/record.ts"
import type { ElementReading } from "../bodies/conversation.ts"
import type { Body } from "../ledger.ts"
import { bytesOf, fileOf, pictureOf } from "../media.ts"
import { partsOf } from "../messages/parts.ts"

/** One piece of a message as a block, and the objects it names. */
export type Part = { readonly block: Block; readonly objects: readonly StoredObject[] }

export const alone = (block: Block): Part => ({ block, objects: [] })

/** Media from base64: a picture or a file by its type; undefined where there are no bytes. */
export const mediaPart = (data: unknown, mediaType: string | undefined, name?: string): Part | undefined => {
  const bytes = bytesOf(stringOf(data) ?? "")
  if (bytes === undefined) return undefined
  const media =
    mediaType?.startsWith("image/") === true
      ? pictureOf(bytes, mediaType, name)
      : fileOf(bytes, mediaType, name)
  return { block: media.block, objects: [media.object] }
}

/** The block of a result, without its place in a message. */
export const resultBlock = (
  call: { readonly callId: string; readonly name: string; readonly isError?: boolean },
  parts: readonly Part[],
): Part => {
  const content = parts.flatMap(({ block }) =>
    block.kind === "text" || block.kind === "image" || block.kind === "file" ? [block] : [],
  )
  const { callId, name, isError = false } = call
  return {
    block: { kind: "tool-result", callId, name, isError, content },
    objects: parts.flatMap(({ objects }) => objects),
  }
}

/** The messages that the parts of one foreign message make: results stand under `tool`, all else under its own role. */
export const reading = (
  parts: readonly Part[],
  role: "user" | "assistant",
  model: string | undefined,
  api: string,
): ElementReading => {
  const maker: Maker | undefined = model === undefined ? undefined : { provider: api, api, model }
  const speaker: Speaker = { kind: role === "user" ? "human" : "agent" }
  const blocks = parts.map(({ block }) => block)
  const bodies = partsOf(blocks, role, () => speaker).map(
    (part): Body => ({ kind: "message", ...part, ...(part.role === "assistant" ? known({ maker }) : {}) }),
  )
  return { bodies, objects: parts.flatMap(({ objects }) => objects) }
}
