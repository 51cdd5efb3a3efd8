import type { BlockId } from "#lib/record/block.ts"
import type { Seen } from "./law.ts"
import { type NaiveItem, parentOf, seqOf } from "./naive.ts"
import { blockAt } from "./naive-rounds.ts"
import { itemOf } from "./touched.ts"

/** Whether a block is a picture or file that crosses as such, and not as a marker among words. */
export const isShown = ({ record, byBlock }: Seen, block: BlockId): boolean => {
  if (byBlock.get(block)?.[0]?.at[0]?.from !== undefined) return false
  if (record.entries[seqOf(block) - 1]?.kind === "compaction") return false
  const { kind } = blockAt(record.entries, block)
  return kind === "image" || kind === "file"
}

export const crosses = (seen: Seen, block: BlockId): boolean =>
  (seen.byBlock.get(block) ?? []).some((crossing) => crossing.how !== "dropped")

/** Items of the line behind the newest reply that says or does anything in the wire; all where there is none. */
export const sinceReply = (seen: Seen): readonly NaiveItem[] => {
  const heard = new Set(
    [...seen.byBlock.keys()]
      .filter((block) => crosses(seen, block) && !isShown(seen, block))
      .map((block) => itemOf(seen.line, block)),
  )
  const newest = seen.rounds.responses.findLast(({ messages }) =>
    messages.some((seq) => heard.has(`message:${seq}`)),
  )
  const { items } = seen.line
  const reply = items.findIndex((item) => item.part === "message" && item.seq === newest?.messages[0])
  return items.slice(reply + 1).filter((item) => {
    const message = seen.record.entries[item.seq - 1]
    const agents =
      message?.kind === "message" && message.role === "assistant" && message.speaker.kind === "agent"
    return item.part === "summary" || !agents
  })
}

/** Whether anything that was said behind the newest reply stands in the wire; what answers a call is not said. */
export const saidSince = (seen: Seen): boolean => {
  const { home } = seen.line
  const bound = new Set(
    seen.rounds.results.filter(({ fate }) => fate === "bound").map((result) => home(result.block)),
  )
  return sinceReply(seen).some((item) =>
    item.content.some((block) => crosses(seen, block) && !bound.has(parentOf(home(block)) ?? home(block))),
  )
}
