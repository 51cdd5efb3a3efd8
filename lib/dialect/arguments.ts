import type { BlockOf } from "#lib/record/block.ts"
import type { Reason } from "#lib/wire/reason.ts"
import { clean, cleanJson, headAndTail } from "./unicode.ts"
import { words } from "./words.ts"

/** What a call's arguments become: JSON text of an object, and why it is not the stored text (`common/args-object`). */
export type WireArguments = { readonly json: string; readonly reason?: Reason }

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const objectText = (stored: string): WireArguments => {
  const value = parsed(stored)
  if (isObject(value)) {
    const json = cleanJson(stored)
    return json === stored ? { json } : { json, reason: "unicode-replaced" }
  }
  if (typeof value === "string" && isObject(parsed(value)))
    return { json: cleanJson(value), reason: "arguments-unwrapped" }
  return { json: "{}", reason: "arguments-replaced" }
}

/** `most`: UTF-16 units that an input may have; undefined means no limit. */
export const wireArguments = (block: BlockOf<"tool-call">, most: number | undefined): WireArguments => {
  const found: WireArguments =
    block.form === "custom"
      ? { json: `{"input":${JSON.stringify(clean(block.arguments))}}`, reason: "arguments-wrapped" }
      : objectText(block.arguments)
  if (most === undefined || found.json.length <= most) return found
  const { head, tail } = headAndTail(found.json, most)
  const cut = head + words.cut(found.json.length - head.length - tail.length) + tail
  return { json: `{"cut":${JSON.stringify(cut)}}`, reason: "arguments-cut" }
}
