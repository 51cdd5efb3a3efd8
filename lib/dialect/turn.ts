import { type Claim, nothing, type Piece, type Run } from "#lib/wire/writer.ts"
import type { Voice } from "./targets/row.ts"

/** What a part begins a message with, where a rule asks: a tool's result, or signed reasoning. */
export type Mark = "result" | "signed"

/** One thing inside a wire message: text of runs, an element of its content, a call, or the crossing of what was dropped here. */
export type TurnPart =
  | { readonly is: "text"; readonly runs: readonly Run[] }
  | { readonly is: "element"; readonly piece: Piece; readonly mark?: Mark }
  | { readonly is: "call"; readonly piece: Piece }
  | { readonly is: "thought"; readonly runs: readonly Run[] }
  | { readonly is: "dropped"; readonly claim: Claim }

/** A wire message in the making: one voice, its parts in order. */
export type Turn = { readonly voice: Voice; readonly parts: readonly TurnPart[] }

export const stands = (part: TurnPart): boolean => part.is !== "dropped"

export const isCall = (part: TurnPart): part is Extract<TurnPart, { readonly is: "call" }> =>
  part.is === "call"

/** A part as a piece of its message's list; `text` makes one of words. */
export const pieceOf = (part: TurnPart, text: (list: readonly Run[]) => Piece): Piece => {
  if (part.is === "text" || part.is === "thought") return text(part.runs)
  return part.is === "dropped" ? nothing(part.claim) : part.piece
}
