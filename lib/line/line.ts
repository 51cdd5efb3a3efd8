import type { BlockId } from "#lib/record/block.ts"
import {
  type Entry,
  entryTraits,
  type Header,
  type Maker,
  type Message,
  type Seq,
} from "#lib/record/entry.ts"
import { chain, emptyFold, type Fold, take } from "./fold.ts"
import type { Item, LineBlock, LineMessage } from "./item.ts"
import { type Out, type OutReason, outOf } from "./out.ts"
import { type Binding, bindings } from "./prefix.ts"
import { asItem, view } from "./view.ts"

/**
 * The messages in force, in order.
 * Contract: every block of the record up to the last entry is either in `items` or in `out`, nested ones too.
 */
export type Line = {
  readonly items: readonly Item[]
  /** In record order. */
  readonly out: readonly Out[]
  readonly header: Header | undefined
  /** Whether a message stands in force: covered and rewound ones do not. */
  readonly has: (seq: Seq) => boolean
  /** Whether what stands before a message in force is what stood there when it was appended. */
  readonly binding: (seq: Seq) => Binding
  /** The newest maker that fits, among messages that were not rewound. */
  readonly newestMaker: (fits: (maker: Maker) => boolean) => Maker | undefined
  /** How many pictures its messages hold. */
  readonly pictures: number
}

/** A line that grows: owned by one projection and handed on to the next. */
export type Growing = Line & {
  readonly fold: Fold
  readonly items: Item[]
  readonly out: Out[]
  /** Whether the message of each seq stands in force. */
  readonly standing: boolean[]
  /** The newest of each api and provider, the newest of all last. */
  readonly makers: Makers
  pictures: number
}

const picturesIn = (blocks: readonly LineBlock[]): number => {
  let count = 0
  for (const { block, content } of blocks) {
    if (block.kind === "image") count++
    if (content.length > 0) count += picturesIn(content)
  }
  return count
}

const picturesOf = (item: Item): number => (item.kind === "summary" ? 0 : picturesIn(item.blocks))

const surfaceIds = (message: Message): readonly BlockId[] =>
  message.blocks.flatMap((block, index) => {
    const id = `${message.seq}.${index}`
    return [id, ...(block.kind === "tool-result" ? block.content.map((_, inner) => `${id}.${inner}`) : [])]
  })

const surfaceOnly = (message: Message): readonly Out[] => {
  const reason: OutReason = "surface-only"
  return message.audience === "surface" ? surfaceIds(message).map((id) => ({ id, reason })) : []
}

/** Makers of all apis and providers, the newest of each, in the order they last made something. */
type Makers = Maker[]

const note = (makers: Makers, { maker }: Message): void => {
  if (maker === undefined) return
  const known = makers.findIndex(({ api, provider }) => api === maker.api && provider === maker.provider)
  if (known >= 0) makers.splice(known, 1)
  makers.push(maker)
}

const none = new Map<never, never>()

/** The line of a record's entries, worked out anew. */
export const lineOf = (entries: readonly Entry[]): Growing => {
  const fold = emptyFold()
  let controlled = false
  for (const entry of entries) {
    take(fold, entry)
    controlled ||= entry.kind === "compaction" || entry.kind === "replacement" || entry.kind === "rewind"
  }
  const acts = chain(fold.states.at(-1))
  const seen = view(acts)
  const standing: boolean[] = []
  const makers: Makers = []
  const surface: Out[] = []
  let pictures = 0
  for (const item of seen.items) {
    if (item.kind === "message") standing[item.entry.seq] = true
    pictures += picturesOf(item)
  }
  for (const act of acts) {
    if (act.kind !== "message") continue
    note(makers, act.entry)
    if (!controlled && act.entry.audience === "surface") surface.push(...surfaceOnly(act.entry))
  }
  return {
    fold,
    items: [...seen.items],
    out: controlled ? [...outOf(entries, acts, seen)] : surface,
    header: fold.header,
    has: (seq) => standing[seq] === true,
    standing,
    makers,
    newestMaker: (fits) => makers.findLast(fits),
    pictures,
    binding: bindings(entries, fold, seen.items),
  }
}

/** Takes one more message at the line's end, in place: what stood before it stands before it. */
export const grow = (line: Growing, entry: Message): LineMessage => {
  take(line.fold, entry)
  const item = asItem(entry, line.fold.era, none)
  line.items.push(item)
  line.pictures += picturesOf(item)
  line.standing[entry.seq] = true
  line.out.push(...surfaceOnly(entry))
  note(line.makers, entry)
  return item
}

/** Takes one more entry that stands outside the line; false where it does not, so that the line has to be worked out anew. */
export const pass = (line: Growing, entry: Entry): boolean => {
  if (entry.kind === "header" || entryTraits[entry.kind].inLine) return false
  take(line.fold, entry)
  return true
}
