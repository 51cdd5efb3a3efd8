import type { Seq } from "#lib/record/entry.ts"
import { unreachable } from "#lib/unreachable.ts"
import { stretches } from "./stretches.ts"

/** What a plan page is asked; what is absent stands at the plan's default, or is still to be chosen. */
export type PlanWish =
  | { readonly kind: "compaction"; readonly preserve?: number }
  | { readonly kind: "microcompaction"; readonly keep?: number; readonly least?: number }
  | { readonly kind: "rewind"; readonly to?: Seq; readonly keep: boolean }
  | { readonly kind: "repair" }
  | { readonly kind: "fork"; readonly through?: Seq }
  | { readonly kind: "undo"; readonly of: readonly Seq[] }

const wholeIn = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name)
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

const whole = <Name extends string>(
  query: URLSearchParams,
  name: Name,
): { readonly [Key in Name]?: number } => {
  const value = wholeIn(query, name)
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]: number }) // the one key is named
}

/** The most entries that one address names: an act on a long record stands in many. */
const mostSeqs = 100_000

const seqsOf = (range: string): readonly Seq[] => {
  const [, first, last = first] = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(range) ?? []
  const [from, to] = [Number(first), Number(last)]
  return first === undefined || to < from || to - from >= mostSeqs
    ? []
    : Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** Seqs as `413,420-431`. */
const seqsIn = (text: string | null): readonly Seq[] =>
  [...new Set((text ?? "").split(",", 1_000).flatMap(seqsOf))].slice(0, mostSeqs)

const printSeqs = (seqs: readonly Seq[]): string | undefined =>
  seqs.length === 0 ? undefined : stretches(seqs, "-", ",")

/** Reads the query of a plan page's URL; what does not fit is left at its default. */
export const parsePlanWish = (kind: PlanWish["kind"], query: URLSearchParams): PlanWish => {
  switch (kind) {
    case "compaction":
      return { kind, ...whole(query, "preserve") }
    case "microcompaction":
      return { kind, ...whole(query, "keep"), ...whole(query, "least") }
    case "rewind":
      return { kind, ...whole(query, "to"), keep: query.get("keep") !== "off" }
    case "repair":
      return { kind }
    case "fork":
      return { kind, ...whole(query, "through") }
    case "undo":
      return { kind, of: seqsIn(query.get("of")) }
    default:
      return unreachable(kind)
  }
}

type Pairs = readonly (readonly [name: string, value: string | number | undefined])[]

const pairsOf = (wish: PlanWish): Pairs => {
  switch (wish.kind) {
    case "compaction":
      return [["preserve", wish.preserve]]
    case "microcompaction":
      return [
        ["keep", wish.keep],
        ["least", wish.least],
      ]
    case "rewind":
      return [
        ["to", wish.to],
        ["keep", wish.keep ? undefined : "off"],
      ]
    case "repair":
      return []
    case "fork":
      return [["through", wish.through]]
    case "undo":
      return [["of", printSeqs(wish.of)]]
    default:
      return unreachable(wish)
  }
}

const hrefOf = (path: string, pairs: Pairs): string => {
  const known = pairs.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return known.length === 0 ? path : `${path}?${known.join("&").replaceAll("%2C", ",")}`
}

const plansPath = (record: string): string => `/r/${encodeURIComponent(record)}/plan`

/** Where the acts on a record are listed. */
export const plansHref = (record: string, target?: string): string =>
  hrefOf(plansPath(record), [["target", target]])

/** Where an act on a record is planned, and what it does to the wire for a target; absent: the record's own. */
export const planHref = (record: string, wish: PlanWish, target?: string): string =>
  hrefOf(`${plansPath(record)}/${wish.kind}`, [["target", target], ...pairsOf(wish)])
