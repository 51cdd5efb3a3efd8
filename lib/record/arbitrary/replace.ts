import type { Block } from "../block.ts"
import type { Intent } from "./intent.ts"
import { pictures } from "./media.ts"
import { at } from "./pick.ts"

/** Another block of the same kind and exchange. `odd` chooses how far it departs. */
export const replacementOf = (
  block: Block,
  { text, odd }: Pick<Extract<Intent, { readonly act: "replacement" }>, "text" | "odd">,
): Block => {
  switch (block.kind) {
    case "text":
      return { kind: "text", text }
    case "reasoning":
      return odd % 2 === 0 ? { ...block, text } : { kind: "reasoning", text }
    case "tool-call": {
      const { native: _, ...rest } = block
      return { ...rest, arguments: odd % 2 === 0 ? "{}" : JSON.stringify({ cleared: text }) }
    }
    case "tool-result": {
      const { native: _, ...rest } = block
      const { object } = at(pictures, odd)
      const picture = { kind: "image", object: object.sha256, mediaType: object.mediaType } as const // literals, not strings
      return {
        ...rest,
        content:
          odd % 3 === 0 ? [] : odd % 3 === 1 ? [{ kind: "text", text }] : [{ kind: "text", text }, picture],
      }
    }
    case "image":
    case "file": {
      const { object } = at(pictures, odd)
      return { kind: block.kind, object: object.sha256, mediaType: object.mediaType }
    }
    case "opaque":
      return { ...block, json: JSON.stringify({ type: "cleared", text }) }
  }
}
