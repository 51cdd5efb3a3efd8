import type { Block, BlockId } from "#lib/record/block.ts"
import type { Maker } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Seen } from "./law.ts"
import type { NaiveResponse } from "./naive-rounds.ts"
import { messageOf, pastOf } from "./seen.ts"
import { itemOf, keyOf, type Touch, touchOf } from "./touched.ts"

/** How many wire messages of the shorter must stand still, and why no more; `all` where nothing but its tail is free. */
export type Stable = {
  readonly count: number
  readonly why: "all" | string
  /** Keys of items of the line that are touched, `undefined` where everything is. */
  readonly touched: ReadonlySet<string> | undefined
}

const made = (crossings: readonly Crossing[] | undefined, reasons: readonly string[]): boolean =>
  crossings !== undefined &&
  crossings.length > 0 &&
  crossings.every(({ how, reason }) => how === "made" && reason !== undefined && reasons.includes(reason))

const byMessage = (seen: Seen): ReadonlyMap<number, readonly Crossing[]> => {
  const found = new Map<number, Crossing[]>()
  for (const crossing of seen.crossings) {
    const index = messageOf(crossing)
    if (index === undefined) continue
    const there = found.get(index)
    if (there === undefined) found.set(index, [crossing])
    else there.push(crossing)
  }
  return found
}

const blocksAt = (seen: Seen): readonly (readonly [BlockId, number])[] =>
  seen.crossings.flatMap((crossing) => {
    const index = messageOf(crossing)
    return index !== undefined && crossing.from !== undefined && "block" in crossing.from
      ? [[crossing.from.block, index] as const]
      : []
  })

/** The wire message that holds a response's declaration: the last one with a block of its messages. */
const declaration = (seen: Seen, response: NaiveResponse): number | undefined => {
  const keys = new Set(response.messages.map((seq) => `message:${seq}`))
  const found = blocksAt(seen).flatMap(([block, index]) =>
    keys.has(itemOf(seen.line, block)) &&
    seen.messages[index] !== undefined &&
    seen.shape.voice(seen.messages[index]) === "assistant"
      ? [index]
      : [],
  )
  return found.length === 0 ? undefined : Math.max(...found)
}

/** Where the tail begins: behind the declaration of the response with open calls, and at a made last user turn. */
export const tailOf = (seen: Seen): number => {
  const crossings = byMessage(seen)
  let count = seen.messages.length
  if (seen.shape.unsettled === true) count -= 1
  else if (count > 0 && made(crossings.get(count - 1), ["awaiting-user", "cache-mark"])) count -= 1
  const { open, calls } = seen.rounds
  if (open === undefined || !calls.some((call) => call.response === open && call.state === "open"))
    return count
  return Math.min(count, behind(seen, open))
}

/** The first wire message behind a response's declaration; where that has no place, the first with anything said after it began. */
const behind = (seen: Seen, response: NaiveResponse): number => {
  const index = declaration(seen, response)
  if (index !== undefined) return index + 1
  const from = response.messages[0] ?? 0
  const later = new Set(
    seen.line.items.flatMap((item) => (item.part === "message" && item.seq > from ? [keyOf(item)] : [])),
  )
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...blocksAt(seen).flatMap(([block, at]) => (later.has(itemOf(seen.line, block)) ? [at] : [])),
  )
}

/** Whether a provider's models may be named on a target. */
const isAtHome = ({ target }: Seen, provider: string | undefined): boolean =>
  target.provider === "openai-compatible" || target.provider === provider

const makerOf = (seen: Seen): Maker | undefined => {
  const found = seen.line.entries.findLast(
    (entry) =>
      entry.kind === "message" &&
      entry.maker?.api === seen.target.api &&
      isAtHome(seen, entry.maker.provider),
  )
  return found?.kind === "message" ? found.maker : undefined
}

const isNamed = (seen: Seen): boolean =>
  seen.header?.target.dialect === seen.target.dialect && isAtHome(seen, seen.header.target.provider)

/** Whether the wire's model, or whose seals it takes, is another one now. */
const modelChanged = (short: Seen, long: Seen): boolean =>
  short.projection.model !== long.projection.model ||
  (!isNamed(short) && JSON.stringify(makerOf(short)) !== JSON.stringify(makerOf(long)))

const isSealed = (block: Block): boolean =>
  block.kind === "reasoning" || ("proof" in block && block.proof !== undefined)

/** A newer maker frees all that its seals can reach: from the first message that holds one on. The law's letter frees more. */
const sealed = (seen: Seen): Touch => {
  const first = seen.line.items.findIndex((item) => {
    const entry = item.part === "message" ? seen.line.entries[item.seq - 1] : undefined
    return entry?.kind === "message" && entry.blocks.some(isSealed)
  })
  const items = first < 0 ? [] : seen.line.items.slice(first).map(keyOf)
  return { why: "model", all: false, items: new Set(items), behind: [] }
}

const limits = ["image-many", "call-limit"]

/** A made first turn or bridge belongs to what stands behind it. */
const withLead = (seen: Seen, index: number): number => {
  const crossings = byMessage(seen)
  let at = index
  while (
    at > 0 &&
    at <= seen.messages.length &&
    made(crossings.get(at - 1), ["first-user", "bridge", "cache-mark"])
  )
    at -= 1
  return at
}

/** Places, in either wire, of blocks that a limit over the whole request treats differently in the longer one. */
const limited = (short: Seen, long: Seen): readonly number[] => {
  const reasonIn = (seen: Seen, block: BlockId) => seen.byBlock.get(block)?.[0]?.reason ?? ""
  const differs = (block: BlockId): boolean => {
    const [before, after] = [reasonIn(short, block), reasonIn(long, block)]
    return short.byBlock.has(block) && before !== after && (limits.includes(before) || limits.includes(after))
  }
  return [short, long].flatMap((seen) => {
    const items = new Set([...short.byBlock.keys()].filter(differs).flatMap((block) => replyOf(seen, block)))
    return blocksAt(seen).flatMap(([block, index]) =>
      items.has(itemOf(seen.line, block)) ? [withLead(seen, index)] : [],
    )
  })
}

/** Keys of all messages of the response that a block stands in, or of its own message. */
const replyOf = (seen: Seen, block: BlockId): readonly string[] => {
  const own = itemOf(seen.line, block)
  const response = seen.rounds.responses.find((item) => item.messages.some((seq) => own === `message:${seq}`))
  return response === undefined ? [own] : response.messages.map((seq) => `message:${seq}`)
}

const touchesBetween = (short: Seen, long: Seen): readonly Touch[] => {
  const past = pastOf(long.record)
  return long.line.entries.slice(short.line.entries.length).flatMap((entry) => {
    const touch = touchOf(long.record.entries, past, entry)
    return touch === undefined ? [] : [touch]
  })
}

/** The first wire message of the shorter that a touch frees; infinite where it frees none. */
const firstFree = (seen: Seen, touch: Touch): number => {
  if (touch.all) return 0
  const touched = blocksAt(seen).flatMap(([block, index]) =>
    touch.items.has(itemOf(seen.line, block)) ? [index] : [],
  )
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...touched,
    ...touch.behind.map((response) => behind(seen, response)),
  )
}

/**
 * What of the shorter must stand still in the longer, which is the same record and target, further on. Where the last
 * message never stands still, an act that takes the newest reply away lets turns before it join that message again.
 */
export const stableOf = (short: Seen, long: Seen): Stable => {
  const touches = [...touchesBetween(short, long), ...(modelChanged(short, long) ? [sealed(short)] : [])]
  const tail = tailOf(short)
  let [count, why] = [tail, "all"]
  for (const touch of touches) {
    const free = firstFree(short, touch)
    if (free < count) [count, why] = [free, touch.why]
  }
  const limit = Math.min(Number.POSITIVE_INFINITY, ...limited(short, long))
  if (limit < count) [count, why] = [limit, "limit"]
  if (long.shape.unsettled === true && why !== "all") count = Math.min(count, long.messages.length - 1)
  count = withLead(short, count)
  const everything = touches.some((touch) => touch.all)
  return {
    count,
    why,
    touched: everything ? undefined : new Set(touches.flatMap((touch) => [...touch.items])),
  }
}
