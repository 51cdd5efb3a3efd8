import type { BlockOf } from "#lib/record/block.ts"
import type { Voice } from "../shape.ts"
import { child, type Node, stringAt } from "../tree.ts"

/** What several shapes read in one way. */

/** The voice that a role has. */
export const roleVoice = (message: Node): Voice => {
  const role = stringAt(message, "role")
  if (role === "assistant" || role === "tool" || role === "user") return role
  return "system"
}

/** The items of a list at a key; none where there is no list. */
export const listAt = (node: Node | undefined, key: string): readonly Node[] => {
  const found = child(node, key)
  return found?.kind === "array" ? found.children : []
}

const spoken = new Set(["text", "output_text", "input_text"])

/** Texts of a content that is a string or a list of parts; of parts only those of a type of text. */
export const texts = (content: Node | undefined): readonly Node[] => {
  if (content?.kind === "string") return [content]
  return (content?.children ?? []).flatMap((part) => {
    const text = spoken.has(stringAt(part, "type") ?? "") ? child(part, "text") : undefined
    return text === undefined ? [] : [text]
  })
}

/** How many of a message's first parts are results. */
export const leadOf = (parts: readonly Node[], isResult: (part: Node) => boolean): number => {
  const other = parts.findIndex((part) => !isResult(part))
  return other < 0 ? parts.length : other
}

/** Reasoning in a field of its text alone. Several may share the field, each with its range: see `carried.ts`. */
export const fieldUnlike = (_block: BlockOf<"reasoning">, _node: Node): string | undefined =>
  "it stands in a sealed place, and this dialect has none"
