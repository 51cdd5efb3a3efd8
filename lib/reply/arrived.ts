import type { Block } from "#lib/record/block.ts"
import { unreachable } from "#lib/unreachable.ts"
import type { Delta } from "./reply.ts"

/** The blocks that deltas tell of, in order, where the reply itself was lost. What a block's end alone tells is missing. */
export const arrived = (deltas: readonly Delta[]): readonly Block[] => {
  const blocks: Block[] = []
  for (const delta of deltas) blocks[delta.index] = grown(blocks[delta.index], delta)
  return blocks.filter((block) => block !== undefined) // a block that nothing was told of has no place
}

const grown = (block: Block | undefined, delta: Delta): Block => {
  switch (delta.kind) {
    case "text":
    case "reasoning": {
      const before = block?.kind === delta.kind ? block : { kind: delta.kind, text: "" }
      return { ...before, text: before.text + delta.text }
    }
    case "call":
      return { kind: "tool-call", callId: delta.callId, name: delta.name, arguments: "" }
    case "arguments":
      if (block?.kind !== "tool-call") throw new Error("A call's arguments came before the call.")
      return { ...block, arguments: block.arguments + delta.text }
    case "proof":
      if (block?.kind === "text" || block?.kind === "reasoning" || block?.kind === "tool-call")
        return { ...block, proof: delta.proof }
      return { kind: "reasoning", text: "", proof: delta.proof }
    case "block":
      return delta.block
    default:
      return unreachable(delta)
  }
}
