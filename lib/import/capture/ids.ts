import type { Block } from "#lib/record/block.ts"

/** Calls and results of one record whose dialect may give them no ids: a result answers the oldest open call of its name. */
export const callIds = () => {
  let made = 0
  let open: readonly { readonly callId: string; readonly name: string; readonly seq: number }[] = []
  const bindCall = (block: Extract<Block, { readonly kind: "tool-call" }>, seq: number): Block => {
    if (block.callId !== "") return block
    made++
    const callId = `call-${made}`
    open = [...open, { callId, name: block.name, seq }]
    return { ...block, callId }
  }
  const bindResult = (block: Extract<Block, { readonly kind: "tool-result" }>): Block => {
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
