import type { Block } from "#lib/record/block.ts"
import { unknownTool } from "../messages/tool.ts"

/**
 * Calls and results of one record. Where a dialect gives them no ids, a result answers the oldest open call of its name;
 * where a request does not repeat the call, a result is named after the one that the record has.
 */
export const callIds = () => {
  let made = 0
  const names = new Map<string, string>()
  let open: readonly { readonly callId: string; readonly name: string; readonly seq: number }[] = []
  const bindCall = (block: Extract<Block, { readonly kind: "tool-call" }>, seq: number): Block => {
    if (block.callId !== "") {
      names.set(block.callId, block.name)
      return block
    }
    made++
    const callId = `call-${made}`
    open = [...open, { callId, name: block.name, seq }]
    return { ...block, callId }
  }
  const bindResult = (block: Extract<Block, { readonly kind: "tool-result" }>): Block => {
    const name = names.get(block.callId)
    if (name !== undefined && block.name === unknownTool) return { ...block, name }
    const call = block.callId === "" ? open.find(({ name }) => name === block.name) : undefined
    if (call === undefined) return block
    open = open.filter((one) => one !== call)
    return { ...block, callId: call.callId }
  }
  return {
    /** The blocks of entry `seq` with ids where they have none. */
    bind: (blocks: readonly Block[], seq: number): readonly Block[] =>
      blocks.map((block) =>
        block.kind === "tool-call"
          ? bindCall(block, seq)
          : block.kind === "tool-result"
            ? bindResult(block)
            : block,
      ),
    /** Calls behind an entry are open no more. */
    rewind: (to: number): void => {
      open = open.filter(({ seq }) => seq <= to)
    },
  }
}

export type CallIds = ReturnType<typeof callIds>
