import type { LineBlock } from "#lib/line/item.ts"
import { isKind } from "#lib/rounds/segment.ts"
import type { Claim, Piece, Run } from "#lib/wire/writer.ts"
import { claimOf } from "./claims.ts"
import type { Context } from "./context.ts"
import { outputLimit } from "./longest.ts"
import { mediaVerdict } from "./media.ts"
import { isRun, type Shapes, textRun } from "./speech.ts"

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
