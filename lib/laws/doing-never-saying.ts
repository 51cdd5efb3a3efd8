import type { BlockId } from "#lib/record/block.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Broken, Law, Seen } from "./law.ts"
import { parentOf, seqOf } from "./naive.ts"
import { blockAt } from "./naive-rounds.ts"
import { messageOf } from "./seen.ts"
import { isLeaf, type Node } from "./tree.ts"

const id = "doing-never-saying"
const broken = (at: string, says: string): Broken => ({ law: id, at, says })

const blockOf = (crossing: Crossing): BlockId | undefined =>
  crossing.from !== undefined && "block" in crossing.from ? crossing.from.block : undefined

/** Whether a block is words of the agent: a text block of a message with role assistant and speaker agent. */
const isAgentText = (seen: Seen, block: BlockId): boolean => {
  const home = seen.record.entries[seqOf(seen.line.home(block)) - 1]
  if (home?.kind !== "message" || home.role !== "assistant" || home.speaker.kind !== "agent") return false
  return blockAt(seen.record.entries, block).kind === "text" && parentOf(seen.line.home(block)) === undefined
}

const says = (crossing: Crossing): string =>
  `${blockOf(crossing) ?? "made"} ${crossing.how} ${crossing.reason ?? ""}`

/** The crossings that a leaf belongs to: those with the longest pointer that is its own or an ancestor's. */
const owners = (seen: Seen, node: Node): readonly Crossing[] => {
  for (let pointer = node.pointer; pointer !== ""; pointer = pointer.slice(0, pointer.lastIndexOf("/"))) {
    const claims = seen.claims.get(pointer)
    if (claims !== undefined) return claims.map((claim) => claim.crossing)
  }
  return []
}

const mayBeSpeech = (seen: Seen, crossing: Crossing): boolean => {
  const block = blockOf(crossing)
  if (block === undefined) return crossing.how === "made" && crossing.reason === "bridge"
  return isAgentText(seen, block)
}

const speech = (seen: Seen): readonly Broken[] =>
  seen.messages.flatMap((message) =>
    seen.shape.speech(message).flatMap((node) =>
      owners(seen, node)
        .filter((crossing) => !mayBeSpeech(seen, crossing))
        .map((crossing) => broken(node.pointer, `is heard as the agent's speech, and is ${says(crossing)}`)),
    ),
  )

/** The other way round: the agent's words are never in another voice, and reasoning is only in a field of reasoning. */
const voices = (seen: Seen): readonly Broken[] =>
  seen.crossings.flatMap((crossing) => {
    const block = blockOf(crossing)
    const index = messageOf(crossing)
    const message = index === undefined ? undefined : seen.messages[index]
    if (block === undefined || message === undefined) return []
    const voice = seen.shape.voice(message)
    if (seen.record.entries[seqOf(block) - 1]?.kind === "compaction")
      return voice === "user" ? [] : [broken(block, `is a summary in the voice ${voice}`)]
    const { kind } = blockAt(seen.record.entries, block)
    if (
      kind === "text" &&
      isAgentText(seen, block) !== (voice === "assistant") &&
      !inServerResult(seen, block)
    )
      return [broken(block, `crosses in the voice ${voice}`)]
    if (crossing.reason === "result-orphan" && voice !== "user")
      return [broken(block, `is a result without its call in the voice ${voice}`)]
    if (kind === "reasoning" && !inField(seen, message, crossing))
      return [broken(block, "is reasoning outside of a field of reasoning")]
    return []
  })

/** A server's result stands in the reply that holds its call; its words are in a field of their own. */
const inServerResult = (seen: Seen, block: BlockId): boolean => {
  const parent = block.split(".").slice(0, 2).join(".")
  const nested = parentOf(seen.line.home(block)) !== undefined
  return nested && (seen.byBlock.get(parent) ?? []).some((crossing) => crossing.facts?.native !== undefined)
}

const inField = (seen: Seen, message: Node, crossing: Crossing): boolean =>
  seen.shape
    .reasoning(message)
    .some((field) =>
      crossing.at
        .slice(0, 1)
        .every(({ pointer }) => pointer === field.pointer || pointer.startsWith(`${field.pointer}/`)),
    )

const leaves = (node: Node): readonly Node[] => (isLeaf(node) ? [node] : node.children.flatMap(leaves))

/** Fields of reasoning hold only reasoning, or the declared filler. */
const fields = (seen: Seen): readonly Broken[] =>
  seen.messages
    .flatMap((message) => seen.shape.reasoning(message))
    .flatMap(leaves)
    .flatMap((node) => owners(seen, node).map((crossing) => [node, crossing] as const))
    .filter(([, crossing]) => {
      const block = blockOf(crossing)
      return block === undefined
        ? crossing.reason !== "reasoning-filler"
        : blockAt(seen.record.entries, block).kind !== "reasoning"
    })
    .map(([node, crossing]) => broken(node.pointer, `is a field of reasoning, and is ${says(crossing)}`))

/** Law 8. */
export const doingNeverSaying: Law = {
  id,
  says: "What a model reads as the agent's speech comes only from text blocks that the agent said.",
  check: (seen) => [...speech(seen), ...voices(seen), ...fields(seen)],
}
