import { listOf, parsed } from "#lib/record/json.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { shapeOfDocument, shapeOfLines } from "./bodies/locate.ts"
import { keeping } from "./capture/keeping.ts"
import { pairLines } from "./capture/lines.ts"
import { maskJson } from "./capture/mask.ts"
import { exchangesIn, exchangesOf, isPair } from "./capture/pair.ts"
import { sort } from "./capture/sort.ts"
import { isTap } from "./claude-tap.ts"
import { isTrace } from "./claude-trace.ts"
import type { DocumentImporter, Fate } from "./importer.ts"
import { ledger } from "./ledger.ts"
import { peek } from "./peek.ts"
import { placesOf, pointerOf, rawAt } from "./raw.ts"

const format = "request-pairs"

/** A pair that asks a model for an answer. */
const isOwn = (value: unknown): boolean =>
  isPair(value) && exchangesOf(value).some((exchange) => sort(exchange).is === "request")

/** Whether one of the first values belongs to a tool whose logs have an importer of their own. */
const isOfTool = (values: readonly unknown[]): boolean =>
  values.some((value) => isTrace(value) || isTap(value))

/** A body of chat or of Messages that stands beside its answer without any HTTP is read by the importers of those. */
const isElsewhere = (root: unknown): boolean => shapeOfDocument(root) !== undefined

/** Requests beside their responses in one document: a list of pairs, or one. */
export const requestPairs: DocumentImporter = {
  id: format,
  format,
  label: "Requests with their responses (JSON)",
  unit: "document",
  mask: maskJson,
  exchanges: exchangesIn,
  detect: (sample) => {
    const { root } = peek(sample)
    if (root === undefined || isElsewhere(root)) return false
    const values = listOf(root) ?? [root]
    return values.some(isOwn) && !isOfTool(values)
  },
  read: (text, { name }) => {
    const root = parsed(text)
    if (root === undefined) return refused("json-invalid", { name })
    const places = placesOf(text)
    const to = ledger()
    const keep = keeping(to)
    for (const [index, value] of (listOf(root) ?? [root]).entries()) {
      const path = listOf(root) === undefined ? [] : [index]
      const at = index + 1
      const stand = { from: { pointer: pointerOf(path) }, at }
      const empty: Fate = { fate: "structural", at, type: "empty" }
      const raw = (): string => rawAt(places, path)
      to.fate(
        isPair(value)
          ? keep.take(exchangesOf(value), stand, raw, empty)
          : keep.unread(raw(), "exchange-missing", stand),
      )
    }
    return fine(to.flush())
  },
}

/** The same, one in each line. */
export const requestPairsLines = pairLines({
  id: `${format}-lines`,
  format,
  label: "Requests with their responses (JSONL)",
  detect: (sample) => {
    const { root, lines } = peek(sample)
    return root === undefined && lines.some(isOwn) && !isOfTool(lines) && shapeOfLines(lines) === undefined
  },
})
