import type { LineBlock } from "#lib/line/item.ts"
import type { BlockOf } from "#lib/record/block.ts"
import { isKind } from "#lib/rounds/segment.ts"
import { type Claim, type Piece, type Run, runs } from "#lib/wire/writer.ts"
import { claimOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import { outputLimit } from "./longest.ts"
import { mediaVerdict } from "./media.ts"
import type { Crossed } from "./settle.ts"
import { isRun, type Shapes, textRun } from "./speech.ts"
import { gap } from "./text.ts"
import type { TurnPart } from "./turn.ts"
import { words } from "./words.ts"

/** What a result holds, in order: text of one block each, a picture or file as a piece, or what was dropped. */
export type ResultPart =
  | { readonly is: "run"; readonly run: Run }
  | { readonly is: "media"; readonly piece: Piece }
  | { readonly is: "dropped"; readonly claim: Claim }

/** The content of a result; pictures become markers where the row's results hold none. */
export const resultParts = (held: LineBlock, shapes: Shapes, context: Context): readonly ResultPart[] => {
  const { target, policies } = context
  return held.content.map((inner): ResultPart => {
    if (isKind(inner, "text")) {
      const run = textRun(inner, [], outputLimit(context))
      return isRun(run) ? { is: "run", run } : { is: "dropped", claim: run }
    }
    if (!isKind(inner, "image") && !isKind(inner, "file")) return { is: "dropped", claim: claimOf(inner) }
    const place =
      target.resultPictures === "marker" ? { ...context, policies: { ...policies, vision: false } } : context
    const verdict = mediaVerdict(inner, inner.block, place)
    if ("marker" in verdict)
      return {
        is: "run",
        run: { text: verdict.marker, claim: claimOf(inner, [verdict.reason], verdict.facts) },
      }
    const moved = target.resultPictures === "behind" ? "image-moved" : undefined
    return {
      is: "media",
      piece: shapes.media(verdict.native, inner.block.kind, claimOf(inner, [moved, verdict.reason])),
    }
  })
}

type Dropped = readonly Extract<TurnPart, { readonly is: "dropped" }>[]

/**
 * A result's content as pieces of a list, in order; `textPiece` makes one of a text. An error that would be empty where
 * the row refuses that says so. Behind it what was dropped.
 */
export const resultList = (
  held: LineBlock<BlockOf<"tool-result">>,
  shapes: Shapes,
  context: Context,
  textPiece: (run: Run) => Piece,
): { readonly content: readonly Piece[]; readonly drops: Dropped } => {
  const content: Piece[] = []
  const drops: Dropped[number][] = []
  for (const part of resultParts(held, shapes, context)) {
    if (part.is === "run") content.push(textPiece(part.run))
    else if (part.is === "media") content.push(part.piece)
    else drops.push(part)
  }
  if (content.length === 0 && held.block.isError && context.target.emptyErrors === "refused")
    content.push(textPiece({ text: words.empty, claim: made("result-empty") }))
  return { content, drops }
}

/** A result's texts as one string, its pictures apart from it, and what was dropped. */
export const resultText = (
  held: LineBlock,
  shapes: Shapes,
  context: Context,
): { readonly text: string | Piece; readonly pictures: readonly Piece[]; readonly drops: Dropped } => {
  const texts: Run[] = []
  const pictures: Piece[] = []
  const drops: Dropped[number][] = []
  for (const part of resultParts(held, shapes, context)) {
    if (part.is === "run") texts.push(texts.length === 0 ? part.run : { ...part.run, gap })
    else if (part.is === "media") pictures.push(part.piece)
    else drops.push(part)
  }
  return { text: texts.length === 0 ? "" : runs(texts), pictures, drops }
}

/** Pictures of results behind the run that they stand in, under a line that says where they come from. */
export const picturesBehind = ({ id, name }: Crossed, pieces: readonly Piece[]): readonly TurnPart[] => {
  if (pieces.length === 0) return []
  const label: Run = { text: words.fromResult(name, id), claim: made("image-label") }
  return [{ is: "text", runs: [label] }, ...pieces.map((piece): TurnPart => ({ is: "element", piece }))]
}
