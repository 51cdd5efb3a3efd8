import { setImmediate } from "node:timers/promises"
import type { Secret, Secrets } from "#lib/plan/redact.ts"
import { byLibrary } from "./library.ts"
import { byPattern } from "./own.ts"

/** Stands between texts that are read at once; no key goes across it. */
const between = "\n\u0000\n"

/** UTF-16 units read at once: each rule has a price for each reading, and others want their turn. */
const portionUnits = 262_144

type Portion = { readonly texts: readonly string[]; readonly starts: readonly number[] }

const portionsOf = (texts: Iterable<string>): readonly Portion[] => {
  const portions: Portion[] = []
  let some: string[] = []
  let starts: number[] = []
  let at = 0
  const flush = (): void => {
    if (some.length > 0) portions.push({ texts: some, starts })
    some = []
    starts = []
    at = 0
  }
  for (const text of texts) {
    if (text.trim() === "") continue
    some.push(text)
    starts.push(at)
    at += text.length + between.length
    if (at >= portionUnits) flush()
  }
  flush()
  return portions
}

/** Which of the texts a place in their portion is in. */
const indexAt = (starts: readonly number[], at: number): number => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** What the library finds in each text of a portion. */
const libraryIn = async ({ texts, starts }: Portion): Promise<ReadonlyMap<number, readonly Secret[]>> => {
  const found = new Map<number, Secret[]>()
  for (const { from, to, rule } of await byLibrary(texts.join(between))) {
    const index = indexAt(starts, from)
    const [start, text] = [starts[index] ?? 0, texts[index] ?? ""]
    const secret = { from: from - start, to: Math.min(to - start, text.length), rule }
    if (secret.from < secret.to) found.set(index, [...(found.get(index) ?? []), secret])
  }
  return found
}

/** Reads texts for secrets, each once; what it gives knows those texts alone, and throws for any other. */
export const scan = async (texts: Iterable<string>): Promise<Secrets> => {
  const distinct = new Set(texts)
  const known = new Map<string, readonly Secret[]>()
  for (const portion of portionsOf(distinct)) {
    const found = await libraryIn(portion)
    for (const [index, text] of portion.texts.entries()) {
      const secrets = [...(found.get(index) ?? []), ...byPattern(text)]
      if (secrets.length > 0) known.set(text, secrets)
    }
    await setImmediate()
  }
  return (text) => {
    if (!distinct.has(text)) throw new Error("A text is shown that was not read for secrets.")
    return known.get(text) ?? []
  }
}
