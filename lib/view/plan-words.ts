import type { Plan, PlanKind } from "#lib/plan/plan.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import type { Fate } from "./plan-fates.ts"
import { entryWords, number, plural } from "./words.ts"

/** The acts, in the order that they are offered. */
export const planOrder = [
  "compaction",
  "microcompaction",
  "rewind",
  "fork",
  "repair",
  "undo",
] as const satisfies readonly PlanKind[]

type Named = { readonly glyph: string; readonly word: string }

const usual = {
  kept: { glyph: "", word: "kept" },
  dropped: { glyph: "×", word: "dropped" },
  returned: { glyph: "↩", word: "returned" },
  changed: { glyph: "≈", word: "changed" },
  made: { glyph: "+", word: "summary" },
} as const satisfies Record<Fate, Named>

/** What becomes of a message, in the words of the act. */
const own: { readonly [Kind in PlanKind]?: { readonly [Key in Fate]?: string } } = {
  compaction: { dropped: "covered" },
  microcompaction: { changed: "cleared" },
  rewind: { dropped: "rewound" },
  repair: { changed: "repaired" },
  fork: { dropped: "not copied" },
  undo: { dropped: "goes out", changed: "restored" },
}

export const fateOf = (kind: PlanKind, fate: Fate): Named => ({
  glyph: usual[fate].glyph,
  word: own[kind]?.[fate] ?? usual[fate].word,
})

/** Fates as how a message crosses, for its colour. */
export const fateHows = {
  kept: undefined,
  dropped: "dropped",
  returned: "made",
  changed: "altered",
  made: "made",
} as const satisfies Record<Fate, string | undefined>

const entryNumbers = (first: Seq, count: number): string =>
  count === 1
    ? `entry ${number(first)}`
    : `${plural(count, "entry", "entries")}, ${number(first)} – ${number(first + count - 1)}`

const undone = (drafts: readonly Draft[], entries: readonly Entry[]): string => {
  const of = drafts.flatMap((draft) => (draft.kind === "undo" ? [draft.of] : []))
  const kind = entries[(of[0] ?? 0) - 1]?.kind
  const word = kind === undefined ? "entry" : entryWords[kind]
  return of.length === 1 ? `the ${word} at entry ${number(of[0] ?? 0)}` : plural(of.length, word)
}

const whatOf = ({ drafts }: Pick<Plan, "drafts">, entries: readonly Entry[]): string => {
  const [draft] = drafts
  if (draft?.kind === "compaction" && draft.covers !== null)
    return `a compaction of entries ${number(draft.covers[0])} – ${number(draft.covers[1])}`
  if (draft?.kind === "rewind")
    return `a rewind to entry ${number(draft.to)}, which ${draft.keep ? "stays" : "goes too"}`
  if (draft?.kind === "undo") return `the undo of ${undone(drafts, entries)}`
  return `${plural(drafts.length, "replacement")}, one for each block`
}

/** What applying a plan writes, in one sentence. */
export const appendWords = (
  plan: Pick<Plan, "kind" | "drafts" | "through" | "head">,
  entries: readonly Entry[],
): string => {
  if (plan.kind === "fork")
    return `Makes a new record with entries 1 – ${number(plan.through ?? plan.head)} of this one${plan.drafts.length === 0 ? "" : " and its header again"}; this one stays as it is.`
  return `Appends ${entryNumbers(plan.head + 1, plan.drafts.length)}: ${whatOf(plan, entries)}. Nothing is deleted.`
}

/** Why a cut stands elsewhere than asked; undefined where it does not. */
export const movedWords = ({ moved }: Pick<Plan, "moved">): string | undefined =>
  moved === undefined
    ? undefined
    : `Moved back from entry ${number(moved.from)} to ${moved.to === 0 ? "the beginning" : number(moved.to)}: there it would have split a round.`
