import { type Block, type BlockId, type BlockOf, nested } from "#lib/record/block.ts"
import type { Entry, Message, Seq } from "#lib/record/entry.ts"
import { type Naive, type NaiveItem, parentOf, seqOf } from "./naive.ts"

/** The line grouped naively: responses, and each call with its one result. Written from the words of the design. */
export type NaiveRounds = {
  readonly responses: readonly NaiveResponse[]
  readonly calls: readonly NaiveCall[]
  /** Every result of the line: what it answers, or why it answers nothing. */
  readonly results: readonly NaiveResult[]
  /** The last response, where nothing has closed it yet. */
  readonly open: NaiveResponse | undefined
}

export type NaiveResponse = {
  readonly n: number
  readonly messages: Seq[]
  readonly key: string | undefined
  closed: boolean
}

export type NaiveCall = {
  readonly block: BlockId
  readonly callId: string
  readonly server: boolean
  readonly response: NaiveResponse
  /** `open` until a result came, or a new call with its id closed it. */
  state: "open" | "answered" | "closed"
  result?: BlockId
  /** It has no result in the line, and the record holds one outside of it. */
  outside?: true
}

export type NaiveResult = {
  readonly block: BlockId
  readonly fate: "bound" | "orphan" | "duplicate"
  readonly call?: NaiveCall
  /** Its response had been closed before it came. */
  readonly late: boolean
}

/** The block with an id; the record's own entries are trusted. */
export const blockAt = (entries: readonly Entry[], id: BlockId): Block => {
  const [seq = 0, index = 0, inner] = id.split(".").map(Number)
  const entry = entries[seq - 1]
  const found =
    entry?.kind === "message" ? entry.blocks[index] : entry?.kind === "replacement" ? entry.with : undefined
  const block = found === undefined || inner === undefined ? found : nested(found)[inner]
  if (block === undefined) throw new Error(`no block ${id}`)
  return block
}

const isAgent = (message: Message): boolean =>
  message.role === "assistant" && message.speaker.kind === "agent"

/** What messages of one response share; undefined: the message is a response of its own. */
const keyOf = ({ responseId, maker }: Message): string | undefined =>
  responseId === undefined
    ? undefined
    : JSON.stringify([responseId, maker && [maker.provider, maker.api, maker.model, maker.account]])

type Walk = {
  readonly responses: NaiveResponse[]
  readonly calls: NaiveCall[]
  readonly results: NaiveResult[]
}

const close = ({ responses }: Walk): void => {
  const last = responses.at(-1)
  if (last !== undefined) last.closed = true
}

const hasOpenCall = ({ calls }: Walk, response: NaiveResponse): boolean =>
  calls.some((call) => call.response === response && call.state === "open")

/** The response that an agent's message belongs to: the last one, where nothing closed it and they share a key. */
const responseFor = (walk: Walk, message: Message): NaiveResponse => {
  const last = walk.responses.at(-1)
  const key = keyOf(message)
  if (last !== undefined && !last.closed && key !== undefined && last.key === key) {
    last.messages.push(message.seq)
    return last
  }
  close(walk)
  const response: NaiveResponse = { n: walk.responses.length, messages: [message.seq], key, closed: false }
  walk.responses.push(response)
  return response
}

const openCall = (walk: Walk, id: BlockId, block: BlockOf<"tool-call">, response: NaiveResponse): void => {
  const server = block.providerExecuted === true
  const opened: NaiveCall = { block: id, callId: block.callId, server, response, state: "open" }
  for (const call of walk.calls)
    if (alike(call, opened) && call.state === "open" && call.response !== response) call.state = "closed"
  walk.calls.push(opened)
}

/** A call or result in record order, whether the line holds it or not. Calls of a server's own pair among themselves. */
type Placed = { readonly id: BlockId; readonly callId: string; readonly server: boolean }
const alike = (
  a: { readonly callId: string; readonly server: boolean },
  b: { readonly callId: string; readonly server: boolean },
): boolean => a.callId === b.callId && a.server === b.server

const before = (one: BlockId, other: BlockId): boolean => {
  const a = one.split(".").map(Number)
  const b = other.split(".").map(Number)
  for (const [index, value] of a.entries()) {
    const against = b[index] ?? -1
    if (value !== against) return value < against
  }
  return a.length < b.length
}

const placedBlocks = (entries: readonly Entry[], kind: "tool-call" | "tool-result"): readonly Placed[] =>
  entries.flatMap((entry) =>
    entry.kind !== "message" || entry.audience === "surface"
      ? []
      : entry.blocks.flatMap((block, index) =>
          block.kind === kind
            ? [{ id: `${entry.seq}.${index}`, callId: block.callId, server: block.providerExecuted === true }]
            : [],
        ),
  )

/** The nearest call before a result in the record decides: outside of the line it leaves the result an orphan. */
const hasNearestCall = (line: Naive, result: Placed): boolean => {
  const at = line.home(result.id)
  const nearest = placedBlocks(line.entries, "tool-call").findLast(
    (call) => alike(call, result) && before(call.id, at),
  )
  return nearest !== undefined && inLine(line, nearest.id)
}

const bindResult = (
  walk: Walk,
  line: Naive,
  id: BlockId,
  block: BlockOf<"tool-result">,
  own: NaiveResponse | undefined,
): void => {
  const result: Placed = { id, callId: block.callId, server: block.providerExecuted === true }
  const known = hasNearestCall(line, result)
  const used = walk.calls.filter((call) => alike(call, result))
  const open = used.filter((call) => call.state === "open" && (!result.server || call.response === own))
  const call = known ? open.find((item) => item.response === open.at(-1)?.response) : undefined
  if (call === undefined) {
    const newest = used.filter((item) => item.response === used.at(-1)?.response)
    const answered = known && newest.some((item) => item.state === "answered")
    walk.results.push({ block: id, fate: answered ? "duplicate" : "orphan", late: false })
    return
  }
  call.state = "answered"
  call.result = id
  const last = walk.responses.at(-1)
  walk.results.push({ block: id, fate: "bound", call, late: call.response !== last || call.response.closed })
}

/** Whether the message of a block, whoever stands for the block now, is in the line. */
const inLine = (line: Naive, id: BlockId): boolean =>
  line.items.some((item) => item.part === "message" && item.seq === seqOf(id))

const isOutside = (line: Naive, call: NaiveCall): boolean => {
  const at = line.home(call.block)
  const nextCall = placedBlocks(line.entries, "tool-call").find(
    (item) => alike(item, call) && before(at, item.id),
  )
  return placedBlocks(line.entries, "tool-result").some(
    (result) =>
      alike(result, call) &&
      before(at, result.id) &&
      (nextCall === undefined || before(result.id, nextCall.id)) &&
      !inLine(line, result.id),
  )
}

const takeMessage = (walk: Walk, line: Naive, item: NaiveItem, message: Message): void => {
  const agent = isAgent(message)
  const own = agent ? responseFor(walk, message) : undefined
  if (own === undefined) {
    const last = walk.responses.at(-1)
    const says = message.speaker.kind === "human"
    if (last !== undefined && (says || !hasOpenCall(walk, last))) last.closed = true
  }
  for (const id of item.content.filter((block) => parentOf(line.home(block)) === undefined)) {
    const block = blockAt(line.entries, id)
    if (block.kind === "tool-call" && own !== undefined) openCall(walk, id, block, own)
    if (block.kind === "tool-result") bindResult(walk, line, id, block, own)
  }
}

/** Groups a line. Surface-only messages take no part; every compaction, rewind and undo closes what stands before it. */
export const naiveRounds = (line: Naive): NaiveRounds => {
  const walk: Walk = { responses: [], calls: [], results: [] }
  const first = line.items
    .map((item) => (item.part === "summary" ? item : undefined))
    .find((item) => item !== undefined)
  const items = new Map(line.items.filter((item) => item.part === "message").map((item) => [item.seq, item]))
  const summaryBefore = first === undefined ? undefined : line.items[line.items.indexOf(first) + 1]?.seq
  for (const entry of line.entries) {
    if (line.acted.has(entry.seq) || (first !== undefined && entry.seq === summaryBefore)) close(walk)
    const item = items.get(entry.seq)
    if (item !== undefined && entry.kind === "message" && entry.audience !== "surface")
      takeMessage(walk, line, item, entry)
  }
  for (const call of walk.calls) if (call.result === undefined && isOutside(line, call)) call.outside = true
  const last = walk.responses.at(-1)
  return { ...walk, open: last === undefined || last.closed ? undefined : last }
}
