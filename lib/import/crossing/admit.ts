import { type Block, nested } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import { fine, type Outcome, type Problem, refused } from "#lib/record/problem.ts"

/** What must be equal of two blocks, one of which may stand in the other's place: kind, and for exchanges who they are. */
const likeness = (block: Block): string =>
  block.kind === "tool-call" || block.kind === "tool-result"
    ? JSON.stringify([block.kind, block.callId, block.name, block.providerExecuted === true])
    : block.kind

type Shape = { readonly own: string; readonly inner: readonly string[] }

const shapesOf = (entry: Entry): readonly Shape[] => {
  const blocks = entry.kind === "message" ? entry.blocks : entry.kind === "replacement" ? [entry.with] : []
  return blocks.map((block) => ({ own: likeness(block), inner: nested(block).map(likeness) }))
}

const undoable = (entry: Entry): boolean =>
  entry.kind === "compaction" || entry.kind === "replacement" || entry.kind === "rewind"

/**
 * The rules of `admission` for one record, remembering of each entry only what the rules ask for, so that a log of any
 * length can be read. Problems are those of `admission`.
 */
export const admit = () => {
  const ids = new Map<string, number>()
  const controls = new Set<number>()
  const shapes = new Map<number, readonly Shape[]>()
  let head = 0

  const replaced = (of: string): string | undefined => {
    const [seq = 0, index = 0, inner] = of.split(".").map(Number)
    const shape = shapes.get(seq)?.[index]
    return inner === undefined ? shape?.own : shape?.inner[inner]
  }
  const misfit = (next: Entry): Problem | undefined => {
    const { seq } = next
    if (seq !== head + 1) return { id: "seq-gap", facts: { expected: head + 1, found: seq } }
    if (next.kind === "rewind" && next.to >= seq) return { id: "rewind-ahead", facts: { seq, to: next.to } }
    if (next.kind === "undo" && !controls.has(next.of))
      return { id: "undo-of-nothing", facts: { seq, of: next.of } }
    if (next.kind === "compaction" && next.covers !== null) {
      const [from, to] = next.covers
      if (from > to || to >= seq) return { id: "covers-invalid", facts: { seq, from, to } }
    }
    if (next.kind !== "replacement") return undefined
    const like = replaced(next.of)
    if (like === undefined) return { id: "replacement-of-nothing", facts: { seq, of: next.of } }
    return like === likeness(next.with)
      ? undefined
      : { id: "replacement-unlike", facts: { seq, of: next.of } }
  }
  /** Whether an entry came before, word for word; `print` is the fingerprint of its line. */
  const isCopy = (next: Entry, print: number): boolean => ids.get(next.id) === print
  const take = (next: Entry, print = -1): Outcome<Entry> => {
    if (ids.has(next.id)) return refused("id-repeated", { id: next.id, seq: next.seq })
    const fault = misfit(next)
    if (fault !== undefined) return refused(fault.id, fault.facts)
    ids.set(next.id, print)
    head = next.seq
    if (undoable(next)) controls.add(next.seq)
    const shape = shapesOf(next)
    if (shape.length > 0) shapes.set(next.seq, shape)
    return fine(next)
  }
  return { take, isCopy, head: () => head }
}

export type Admit = ReturnType<typeof admit>
