import type { Piece } from "./row.ts"

/** A stretch of the wire's text: UTF-16 offsets. */
export type Chunk = { readonly from: number; readonly to: number }

const isCloser = (code: number): boolean =>
  code === 93 || code === 125 || code === 44 || code === 32 || code === 10

/**
 * The whole text parted among pieces in wire order, one chunk each: what opens a container goes with the first piece
 * inside it, closing brackets and commas with the last. Contract: the chunks joined are the text.
 */
export const chunks = (text: string, pieces: readonly Piece[]): readonly Chunk[] => {
  const cuts: number[] = []
  const open: Piece[] = []
  let last = 0
  for (const piece of pieces) {
    let ended = -1
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= piece.start)
      ended = Math.max(ended, open.pop()?.end ?? 0)
    let cut = cuts.length === 0 ? 0 : piece.start
    if (ended >= 0 && cuts.length > 0) {
      cut = ended
      while (cut < piece.start && isCloser(text.charCodeAt(cut))) cut += 1
    }
    last = Math.max(last, Math.min(cut, text.length))
    cuts.push(last)
    open.push(piece)
  }
  return cuts.map((from, index) => ({ from, to: cuts[index + 1] ?? text.length }))
}
