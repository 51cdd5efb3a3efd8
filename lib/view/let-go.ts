import type { PlanAsk } from "#lib/plan/ask.ts"
import type { Entry, EntryOf, Seq } from "#lib/record/entry.ts"
import { number, type OutReason, plural } from "./words.ts"

/** By what entry something was taken out of the line, as far as that is known. */
export type By = Seq | undefined

/** What took entries or blocks out of the line, as it goes on behind them: "rewound by entry 12". */
export const causeWords = (why: OutReason, by: By, entries: readonly Entry[]): string => {
  if (why === "compacted")
    return by === undefined ? "covered by a summary" : `covered by the summary of entry ${by}`
  if (why === "replaced") return by === undefined ? "replaced by newer blocks" : `replaced by entry ${by}`
  if (why === "undone") return by === undefined ? "taken back by an undo" : `taken back by entry ${by}`
  if (by === undefined) return "rewound"
  return entries[by - 1]?.kind === "undo"
    ? `rewound again by the undo of entry ${by}`
    : `rewound by entry ${by}`
}

/** The act that let messages of a conversation go, as a sentence goes on: "by going back to entry 12". */
export const actWords = (act: Entry | undefined): string => {
  if (act?.kind === "rewind") return `by going back to ${act.keep ? "" : "before "}entry ${number(act.to)}`
  if (act?.kind === "undo") return `by taking entry ${number(act.of)} back`
  return "by going back"
}

/** What was done to a block that another stands for. */
export const insteadWords = {
  cleared: "Cleared",
  trimmed: "Trimmed",
  repaired: "Repaired",
} satisfies Record<EntryOf<"replacement">["reason"], string>

/** What a folded stretch of a conversation says of itself. */
export const stretchWords = (count: number, words: string): string =>
  `${plural(count, "message")} let go ${words}`

/** An act that is done from where one reads. */
export type Act = Extract<PlanAsk, { readonly kind: "rewind" | "undo" | "fork" }>

const entriesWords = (seqs: readonly Seq[]): string =>
  seqs.length === 1 ? `entry ${number(seqs[0] ?? 0)}` : plural(seqs.length, "entry", "entries")

/** What an act is called: the title over its plan, the word on the button that does it, and what is said when it is done. */
export const actTitle = (act: Act): string => {
  if (act.kind === "fork") return `Fork from entry ${number(act.through)}`
  if (act.kind === "undo") return `Take ${entriesWords(act.of)} back`
  return `Go back to ${act.keep ? "" : "before "}entry ${number(act.to)}`
}

export const actVerbs = { rewind: "Go back", undo: "Take back", fork: "Fork" } satisfies Record<
  Act["kind"],
  string
>

/** What a plan came to: where the cut stands if it was moved, and how many messages went. */
export type Came = { readonly moved?: { readonly to: Seq }; readonly dropped: number }

/** Where a rewind came to: the entry that was asked for, or the one before a round that it would have split. */
const placeWords = ({ to, keep }: Extract<Act, { readonly kind: "rewind" }>, { moved }: Came): string => {
  if (moved?.to === 0) return "the beginning"
  return moved === undefined ? `${keep ? "" : "before "}entry ${number(to)}` : `entry ${number(moved.to)}`
}

/** `seqs`: the entries that the act was appended as. */
export const doneWords = (act: Act, came: Came, seqs: readonly Seq[]): string => {
  if (act.kind === "fork") return `Forked from entry ${number(act.through)}.`
  if (act.kind === "undo") return `Took ${entriesWords(act.of)} back by ${entriesWords(seqs)}.`
  return `Went back to ${placeWords(act, came)}: ${plural(came.dropped, "message")} let go by ${entriesWords(seqs)}.`
}

/** The acts that begin at an entry, with their keys. */
export const actsFrom = (
  seq: Seq,
): readonly { readonly key: string; readonly label: string; readonly act: Act }[] => [
  { key: "r", label: "Go back to here", act: { kind: "rewind", to: seq, keep: true } },
  { key: "R", label: "Go back to before this", act: { kind: "rewind", to: seq, keep: false } },
  { key: "y", label: "Fork from here", act: { kind: "fork", through: seq } },
]
