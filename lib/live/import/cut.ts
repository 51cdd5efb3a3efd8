import type { FileHandle } from "node:fs/promises"
import { longestLine } from "#lib/import/decode.ts"
import { readRange } from "./spool.ts"

const lineFeed = 10

/** Most bytes of one segment of a file of lines. */
export const longestSegment = 4 * 1024 * 1024

/** Most bytes of one segment of a document, which is kept in one piece as far as the database takes it. */
export const longestDocumentSegment = 96 * 1024 * 1024

/** The bytes of a file between two offsets in pieces of at most `most`, cut behind a line feed where there is one. */
export async function* pieces(
  file: FileHandle,
  from: number,
  to: number,
  most: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const read = await readRange(file, at, Math.min(most, to - at))
    const cut = at + read.length < to ? read.lastIndexOf(lineFeed) + 1 : read.length
    const piece = cut > 0 ? read.subarray(0, cut) : read
    yield piece
    at += piece.length
  }
}

export const countBreaks = (bytes: Buffer): number => {
  let breaks = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) breaks += 1
  return breaks
}

/** A line without its line feed; `tooLong` where no string could hold it. */
export type Line = { readonly bytes: Buffer } | { readonly tooLong: true }

/** Puts lines together from pieces, whatever the cuts between them. */
export const splitter = () => {
  let carried: Buffer[] = []
  let length = 0
  const carry = (bytes: Buffer): void => {
    length += bytes.length
    if (length > longestLine)
      carried = [] // it will be refused, so its bytes are of no use
    else if (bytes.length > 0) carried.push(bytes)
  }
  const finish = (): Line => {
    const line: Line = length > longestLine ? { tooLong: true } : { bytes: Buffer.concat(carried, length) }
    carried = []
    length = 0
    return line
  }
  function* push(piece: Buffer): Generator<Line> {
    let from = 0
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, from)) {
      if (length === 0 && at - from <= longestLine) yield { bytes: piece.subarray(from, at) }
      else {
        carry(piece.subarray(from, at))
        yield finish()
      }
      from = at + 1
    }
    carry(piece.subarray(from))
  }
  /** The last line, where the file does not end with a line feed. */
  const rest = (): Line | undefined => (length === 0 ? undefined : finish())
  return { push, rest }
}

/**
 * Says in which segment a line of the file begins, and as which line of it. The first line of a segment that begins
 * within a line is that line's remainder. Contract: a line is asked for after the segment in which it begins is added.
 */
export const placer = () => {
  const known: { readonly sha256: string; readonly before: number; readonly first: number }[] = []
  let breaks = 0
  let midLine = false
  return {
    add: (sha256: string, piece: Buffer, within: number): void => {
      known.push({ sha256, before: breaks, first: breaks + (midLine ? 2 : 1) })
      breaks += within
      midLine = piece.at(-1) !== lineFeed
    },
    place: (line: number): { readonly segment: string; readonly line: number } => {
      const at = known.findLast((segment) => segment.first <= line)
      if (at === undefined) throw new Error(`Line ${line} stands in no segment.`)
      return { segment: at.sha256, line: line - at.before }
    },
  }
}

const tailStep = 65_536

const lastBreak = async (file: FileHandle, bytes: number): Promise<number> => {
  for (let to = bytes; to > 0; to -= tailStep) {
    const from = Math.max(0, to - tailStep)
    const found = (await readRange(file, from, to - from)).lastIndexOf(lineFeed)
    if (found >= 0) return from + found
  }
  return -1
}

const isWhole = (text: string): boolean => {
  if (text.trim() === "") return true
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null
  } catch {
    return false
  }
}

/**
 * How many bytes of a file of lines are whole lines. A last line without its line feed that is no JSON value yet is
 * still being written: read now, it would stand in the record for ever as something that it is not. A file of one such
 * line is taken as it is.
 */
export const wholeLines = async (file: FileHandle, bytes: number): Promise<number> => {
  const begin = (await lastBreak(file, bytes)) + 1
  if (begin === bytes || begin === 0 || bytes - begin > longestLine) return bytes
  return isWhole((await readRange(file, begin, bytes - begin)).toString("utf8")) ? bytes : begin
}
