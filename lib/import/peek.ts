import { objectOf, parsed } from "#lib/record/json.ts"
import type { Sample } from "./importer.ts"

/**
 * What the beginning of a file shows: one JSON document (`root`, as far as it got), or lines of JSON, or, for a file of
 * one line, both. Undefined and empty where it shows neither.
 */
export type Peek = { readonly root: unknown; readonly lines: readonly unknown[] }

const peeked = new WeakMap<Sample, Peek>()

/** The same sample is looked at by every importer, and parsed once. */
export const peek = (sample: Sample): Peek => {
  const known = peeked.get(sample)
  if (known !== undefined) return known
  const found = look(sample)
  peeked.set(sample, found)
  return found
}

const look = (sample: Sample): Peek => {
  const text = sample.text.replace(/^\uFEFF/, "")
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  const cut = sample.whole || text.endsWith("\n") ? undefined : lines.at(-1)
  if (lines.length < 2) {
    const root = parseCut(text)
    return { root, lines: root === undefined ? [] : [root] }
  }
  const whole = cut === undefined ? lines : lines.slice(0, -1)
  const values = whole.flatMap((line) => objectOf(parsed(line)) ?? [])
  const listed = objectOf(parsed(lines[0] ?? "")) !== undefined || values.length * 2 >= whole.length
  if (!listed) return { root: parseCut(text), lines: [] }
  const last = cut === undefined ? undefined : parseCut(cut)
  return { root: undefined, lines: last === undefined ? values : [...values, last] }
}

const token = /\s*(?:([{[])|([}\]])|([,:])|("(?:[^"\\]|\\[\s\S])*")|([^\s"{}[\],:]+))/y

/**
 * JSON text that may end anywhere, as the value of what stands before the end: what was begun is closed, and a value that
 * is not complete is left out. Undefined where that is no JSON.
 */
export const parseCut = (text: string): unknown => {
  const all = parsed(text)
  if (all !== undefined) return all
  const closers: string[] = []
  let good = { at: 0, depth: 0 }
  let key = false
  token.lastIndex = 0
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const at = token.lastIndex
    const [, opened, closed, mark, string] = found
    if (opened !== undefined) {
      closers.push(opened === "{" ? "}" : "]")
      key = opened === "{"
      good = { at, depth: closers.length }
    } else if (closed !== undefined) {
      closers.pop()
      key = false
      good = { at, depth: closers.length }
      if (closers.length === 0) break
    } else if (mark !== undefined) key = mark === "," && closers.at(-1) === "}"
    else if (!key && (string !== undefined || at < text.length)) good = { at, depth: closers.length }
    if (closers.length === 0) break
  }
  const rest = closers.slice(0, good.depth).reverse().join("")
  return parsed(text.slice(0, good.at) + rest)
}
