import { parsed } from "#lib/record/json.ts"
import { digestOf } from "../digest.ts"
import type { Fate, LineImporter, Sample } from "../importer.ts"
import { ledger } from "../ledger.ts"
import { keeping } from "./keeping.ts"
import { maskJson } from "./mask.ts"
import { exchangesIn, exchangesOf, isPair } from "./pair.ts"

type Named = {
  readonly id: string
  readonly format: string
  readonly label: string
  readonly detect: (sample: Sample) => boolean
}

/** Files with a request and its response in each line; a line that came before, word for word, is a copy. */
export const pairLines = (named: Named): LineImporter => ({
  ...named,
  unit: "line",
  mask: maskJson,
  exchanges: exchangesIn,
  open: () => {
    const to = ledger()
    const keep = keeping(to)
    const seen = new Set<string>()
    const read = (line: string, at: number): Fate => {
      const stand = { from: { lines: [at, at] as const }, at }
      if (line.trim() === "") return { fate: "structural", at, type: "blank" }
      const digest = digestOf(line).slice(0, 24)
      if (seen.has(digest)) return { fate: "duplicate", at }
      seen.add(digest)
      const value = parsed(line)
      if (value === undefined) return keep.unread(line, "json-invalid", stand)
      if (!isPair(value)) return keep.unread(line, "exchange-missing", stand)
      return keep.take(exchangesOf(value), stand, () => line, { fate: "structural", at, type: "empty" })
    }
    const settle = (fate: Fate) => {
      to.fate(fate)
      return to.flush()
    }
    return {
      take: (line, at) => settle(read(line, at)),
      refuse: (at, why) => settle(keep.unread("", why, { from: { lines: [at, at] }, at })),
      end: () => to.flush(),
    }
  },
})
