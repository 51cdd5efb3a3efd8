import type { BlockId } from "#lib/record/block.ts"
import type { Entry, Header, Message, Seq } from "#lib/record/entry.ts"
import { type Naive, type NaiveItem, seqOf } from "./naive.ts"
import type { NaiveResponse, NaiveRounds } from "./naive-rounds.ts"
import { headerOf, type Past } from "./seen.ts"

/**
 * What an entry touches of the line before it, in the sense of law 3: items of the line by key, declarations behind
 * which all is touched, or the whole request. Empty for an entry that only grows the record.
 */
export type Touch = {
  readonly why: string
  readonly all: boolean
  readonly items: ReadonlySet<string>
  readonly behind: readonly NaiveResponse[]
}

export const keyOf = (item: NaiveItem): string => `${item.part}:${item.seq}`
const wholeOf = (item: NaiveItem): string => `${keyOf(item)}=${item.content.join()}`

/** All that a request holds beside history and parameters; what is empty is absent. */
const frame = (header: Header | undefined): string =>
  header === undefined
    ? ""
    : JSON.stringify([header.target, header.system ?? "", header.tools ?? [], header.principal ?? null])

const none = new Set<string>()

const headerTouch = (entries: readonly Entry[], entry: Header): Touch | undefined => {
  const before = headerOf(entries.slice(0, entry.seq - 1))
  return frame(before) === frame(entry) ? undefined : { why: "header", all: true, items: none, behind: [] }
}

const responseOf = (rounds: NaiveRounds, seq: Seq): NaiveResponse | undefined =>
  rounds.responses.find((response) => response.messages.includes(seq))

/** The messages of every response and round that a message belongs to. */
const company = (rounds: NaiveRounds, seq: Seq): readonly Seq[] => [
  ...(responseOf(rounds, seq)?.messages ?? []),
  ...rounds.results.flatMap((result) =>
    seqOf(result.block) === seq ? (result.call?.response.messages ?? []) : [],
  ),
]

/** A response is one declaration, so what touches one of its messages touches all of them. */
const declaredWith = (rounds: NaiveRounds, items: readonly NaiveItem[]): readonly string[] =>
  items.flatMap(({ part, seq }) =>
    part === "message" ? (responseOf(rounds, seq)?.messages ?? []).map((own) => `message:${own}`) : [],
  )

const messageTouch = (past: Past, entry: Message): Touch | undefined => {
  const rounds = past.rounds(entry.seq)
  const others = (responseOf(rounds, entry.seq)?.messages ?? []).filter((seq) => seq !== entry.seq)
  if (others.length > 0)
    return { why: "response", all: false, items: new Set(others.map((seq) => `message:${seq}`)), behind: [] }
  const behind = rounds.results.flatMap((result) =>
    seqOf(result.block) === entry.seq && result.late && result.call !== undefined
      ? [result.call.response]
      : [],
  )
  return behind.length === 0 ? undefined : { why: "late-result", all: false, items: none, behind }
}

const firstDifference = (before: Naive, after: Naive): number => {
  const length = Math.max(before.items.length, after.items.length)
  for (let index = 0; index < length; index++) {
    const a = before.items[index]
    const b = after.items[index]
    if (a === undefined || b === undefined || wholeOf(a) !== wholeOf(b)) return index
  }
  return length
}

const controlTouch = (past: Past, entry: Entry): Touch | undefined => {
  const [before, after] = [past.line(entry.seq - 1), past.line(entry.seq)]
  const [roundsBefore, roundsAfter] = [past.rounds(entry.seq - 1), past.rounds(entry.seq)]
  const from = firstDifference(before, after)
  const had = new Set(before.items.map(wholeOf))
  const has = new Set(after.items.map(wholeOf))
  const removed = before.items.filter((item) => item.part === "message" && !has.has(wholeOf(item)))
  const added = after.items.filter((item) => item.part === "message" && !had.has(wholeOf(item)))
  const items = new Set([
    ...[...before.items.slice(from), ...after.items.slice(from)].map(keyOf),
    ...declaredWith(roundsBefore, before.items.slice(from)),
    ...declaredWith(roundsAfter, after.items.slice(from)),
  ])
  for (const item of removed) for (const seq of company(roundsBefore, item.seq)) items.add(`message:${seq}`)
  for (const item of added) for (const seq of company(roundsAfter, item.seq)) items.add(`message:${seq}`)
  return items.size === 0 ? undefined : { why: entry.kind, all: false, items, behind: [] }
}

/** What one entry touches; undefined for nothing. */
export const touchOf = (entries: readonly Entry[], past: Past, entry: Entry): Touch | undefined => {
  switch (entry.kind) {
    case "message":
      return messageTouch(past, entry)
    case "header":
      return headerTouch(entries, entry)
    case "compaction":
    case "replacement":
    case "rewind":
    case "undo":
      return controlTouch(past, entry)
    default:
      return undefined
  }
}

/** Key of the item of the line that a block stands in, by the block that it replaces. */
export const itemOf = (line: Naive, block: BlockId): string => {
  const seq = seqOf(line.home(block))
  return line.entries[seq - 1]?.kind === "compaction" ? `summary:${seq}` : `message:${seq}`
}
