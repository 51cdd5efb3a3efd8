import { traits } from "#lib/record/block.ts"
import type { Entry, Header, Message, Seq } from "#lib/record/entry.ts"
import { chain, type Fold } from "./fold.ts"
import type { Item } from "./item.ts"
import { view } from "./view.ts"

/** Whether what stands before a message is what stood there when it was appended; `unproven` where no header was stored. */
export type Binding = "same" | "changed" | "unproven"

/** A sequence of items by number: equal sequences have the same one, so comparing prefixes is comparing numbers. */
type Sequences = Map<string, number>

const key = (item: Item): string => {
  if (item.kind === "summary") return `summary ${item.entry.seq}`
  const ids = item.blocks
    .filter((block) => !block.plain)
    .flatMap((block) => [block.id, ...block.content.map((inner) => inner.id)])
  return ids.length === 0 ? String(item.entry.seq) : `${item.entry.seq} ${ids.join(" ")}`
}

const isSurface = (item: Item): boolean => item.kind === "message" && item.entry.audience === "surface"

const behind = (sequences: Sequences, before: number, item: Item): number => {
  if (isSurface(item)) return before
  const name = `${before} ${key(item)}`
  const known = sequences.get(name)
  if (known !== undefined) return known
  sequences.set(name, sequences.size + 1)
  return sequences.size
}

/** What of a header stands before the messages of a request, as text that is equal exactly when it is; empty means absent. */
const head = ({ system = "", tools = [], principal }: Header): string =>
  JSON.stringify([system.trim() === "" ? "" : system, tools, principal ?? null])

/** Whether a message holds a block that is valid only where it was made. */
const isBound = (message: Message): boolean =>
  message.blocks.some((block) => traits[block.kind].makerBound && "proof" in block)

const isControl = (entry: Entry): boolean =>
  entry.kind === "compaction" ||
  entry.kind === "replacement" ||
  entry.kind === "rewind" ||
  entry.kind === "undo"

const bound = (item: Item): item is Extract<Item, { readonly kind: "message" }> =>
  item.kind === "message" && isBound(item.entry)

/** The sequence that stood before each bound message when it was appended. */
const sequencesThen = (
  entries: readonly Entry[],
  fold: Fold,
  sequences: Sequences,
): ReadonlyMap<Seq, number> => {
  const found = new Map<Seq, number>()
  let before: number | undefined = 0
  for (const entry of entries) {
    if (isControl(entry)) before = undefined // whatever stood there may be another sequence now
    if (entry.kind !== "message") continue
    const items = before === undefined ? view(chain(fold.states[entry.seq - 1])).items : []
    before ??= items.reduce((number, item) => behind(sequences, number, item), 0)
    if (isBound(entry)) found.set(entry.seq, before)
    before = behind(sequences, before, { kind: "message", entry, era: 0, blocks: [] })
  }
  return found
}

/** Messages whose prefix is another sequence of items than when they were appended: only acts of control bring that about. */
const moved = (entries: readonly Entry[], fold: Fold, items: readonly Item[]): ReadonlySet<Seq> => {
  const found = new Set<Seq>()
  if (!entries.some(isControl)) return found
  const sequences: Sequences = new Map()
  const then = sequencesThen(entries, fold, sequences)
  let now = 0
  for (const item of items) {
    if (bound(item) && then.get(item.entry.seq) !== now) found.add(item.entry.seq)
    now = behind(sequences, now, item)
  }
  return found
}

/** How each message of a line is bound to what stands before it; worked out when first asked for. */
export const bindings = (
  entries: readonly Entry[],
  fold: Fold,
  items: readonly Item[],
): ((seq: Seq) => Binding) => {
  let elsewhere: ReadonlySet<Seq> | undefined
  const equal = new Map<Header, boolean>()
  const isEqual = (then: Header): boolean => {
    const found =
      equal.get(then) ??
      (fold.header !== undefined && (then === fold.header || head(then) === head(fold.header)))
    equal.set(then, found)
    return found
  }
  return (seq) => {
    elsewhere ??= moved(entries, fold, items)
    if (elsewhere.has(seq)) return "changed"
    const appended = fold.states[seq]
    const then = appended?.kind === "message" && isBound(appended.entry) ? appended.header : undefined
    if (then === undefined) return "unproven"
    return isEqual(then) ? "same" : "changed"
  }
}
