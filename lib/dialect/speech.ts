import type { LineBlock, Summary } from "#lib/line/item.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Message } from "#lib/record/entry.ts"
import { isKind, type Said } from "#lib/rounds/segment.ts"
import type { Reason } from "#lib/wire/reason.ts"
import type { Claim, Piece, Run } from "#lib/wire/writer.ts"
import { claimOf, droppedOf, droppedWhole, made } from "./claims.ts"
import type { Context } from "./context.ts"
import { outputLimit, textLimit } from "./longest.ts"
import { mediaVerdict, type Verdict } from "./media.ts"
import { gap } from "./text.ts"
import type { TurnPart } from "./turn.ts"
import { clean, headAndTail, isBlank } from "./unicode.ts"
import { words } from "./words.ts"

/** What a dialect writes for the parts whose form is its own. */
export type Shapes = {
  readonly media: (
    native: Extract<Verdict, { readonly native: unknown }>["native"],
    kind: "image" | "file",
    claim: Claim,
  ) => Piece
  /** A block of the provider's own that may stand in this voice, as it is; undefined where it may not. */
  readonly opaque: (block: BlockOf<"opaque">, voice: "user" | "assistant") => string | undefined
  /** Text that stands in its provider's own JSON; undefined where our fields cross. */
  readonly nativeText: (block: BlockOf<"text">) => string | undefined
}

type Text = LineBlock<BlockOf<"text">>

const none: readonly never[] = []

/** A text's run, or its dropped crossing where it is blank. `reasons` alter it beside what its characters do. */
export const textRun = (
  held: Text,
  reasons: readonly (Reason | undefined)[] = none,
  most?: number,
): Run | Claim => {
  const stored = held.block.text
  if (isBlank(stored)) return droppedOf(held, "text-blank")
  const text = clean(stored)
  const unicode = text === stored ? undefined : "unicode-replaced"
  if (most === undefined || text.length <= most)
    return { text, claim: claimOf(held, unicode === undefined ? reasons : [...reasons, unicode]) }
  const { head, tail } = headAndTail(text, most)
  const cut = text.length - head.length - tail.length
  return {
    text: head + words.cut(cut) + tail,
    claim: claimOf(held, [...reasons, "output-cut", unicode], { cut }),
  }
}

export const isRun = (found: Run | Claim): found is Run => "text" in found

/** A line before words that are not the user's: its text, and its claim. */
type Label = { readonly text: string; readonly claim: Claim }

const labels = {
  line: (what: string): Label => ({ text: words.label(what), claim: made("label-line") }),
  summary: (): Label => ({ text: words.summary, claim: made("summary-label") }),
} as const

/** Whether a message's words cross without a line that says whose they are not. */
export const isPlain = ({ role, speaker }: Message): boolean =>
  speaker.label === "as-sent" || (speaker.kind === "human" && role !== "system")

const labelOf = (message: Message): Label | undefined => {
  const { role, speaker } = message
  if (isPlain(message)) return undefined
  if (speaker.kind === "summary") return labels.summary()
  return labels.line(speaker.label ?? (speaker.kind === "human" ? role : speaker.kind))
}

/**
 * Parts of one message in the user's voice. A label stands once, before the first of them; the texts directly behind it
 * share its string.
 */
type Speech = {
  readonly parts: TurnPart[]
  /** The label, until something stands behind it. */
  due: Label | undefined
  /** The runs of the string that begins with the label, while texts may still join it. */
  behind: Run[] | undefined
}

const speech = (due: Label | undefined): Speech => ({ parts: [], due, behind: undefined })

const begin = (to: Speech): void => {
  if (to.due === undefined) return
  to.behind = [to.due]
  to.parts.push({ is: "text", runs: to.behind })
  to.due = undefined
}

const sayText = (to: Speech, run: Run): void => {
  begin(to)
  if (to.behind === undefined) to.parts.push({ is: "text", runs: [run] })
  else to.behind.push(to.behind.length === 1 ? run : { ...run, gap })
}

const sayApart = (to: Speech, runs: readonly Run[]): void => {
  to.behind = undefined
  to.parts.push({ is: "text", runs })
}

const show = (to: Speech, piece: Piece): void => {
  to.behind = undefined
  to.parts.push({ is: "element", piece })
}

/** An element behind the label, which then ends its string. */
const showLabelled = (to: Speech, piece: Piece): void => {
  begin(to)
  const [only, ...more] = to.behind ?? []
  if (to.behind !== undefined && only !== undefined && more.length === 0)
    to.behind[0] = { ...only, text: only.text.trimEnd() }
  show(to, piece)
}

const drop = (to: Speech, claim: Claim): void => void to.parts.push({ is: "dropped", claim })

/** A picture or file in the user's voice: its bytes, or the marker that says it was not seen. */
const media = (
  to: Speech,
  held: LineBlock<BlockOf<"image"> | BlockOf<"file">>,
  reason: Reason | undefined,
  shapes: Shapes,
  context: Context,
): void => {
  const verdict = mediaVerdict(held, held.block, context)
  if ("native" in verdict)
    showLabelled(to, shapes.media(verdict.native, held.block.kind, claimOf(held, [reason, verdict.reason])))
  else sayText(to, { text: verdict.marker, claim: claimOf(held, [verdict.reason, reason], verdict.facts) })
}

const isMedia = (held: LineBlock): held is LineBlock<BlockOf<"image"> | BlockOf<"file">> =>
  held.block.kind === "image" || held.block.kind === "file"

/** A result whose call is gone, as text in the user's voice: never a tool's role, never the assistant's voice. */
const orphan = (
  to: Speech,
  held: LineBlock<BlockOf<"tool-result">>,
  shapes: Shapes,
  context: Context,
): void => {
  const { name, isError } = held.block
  const texts: Run[] = []
  const pictures: Piece[] = []
  const drops: Claim[] = []
  for (const inner of held.content) {
    if (isKind(inner, "text")) {
      const run = textRun(inner, [], outputLimit(context))
      if (isRun(run)) texts.push(run)
      else drops.push(run)
    } else if (isMedia(inner)) {
      const verdict = mediaVerdict(inner, inner.block, context)
      if ("marker" in verdict)
        texts.push({
          text: verdict.marker,
          claim: claimOf(inner, [verdict.reason, "image-moved"], verdict.facts),
        })
      else
        pictures.push(
          shapes.media(verdict.native, inner.block.kind, claimOf(inner, ["image-moved", verdict.reason])),
        )
    }
  }
  const lead = words.orphan(clean(name), isError) + (texts.length === 0 ? words.empty : "")
  const first = { text: lead, claim: claimOf(held, ["result-orphan"], { callId: held.block.callId }) }
  sayApart(to, [first, ...texts.map((run, index) => (index === 0 ? run : { ...run, gap }))])
  for (const piece of pictures) show(to, piece)
  for (const claim of drops) drop(to, claim)
}

const block = (
  to: Speech,
  held: LineBlock,
  moved: Reason | undefined,
  shapes: Shapes,
  context: Context,
): void => {
  if (isKind(held, "text")) {
    const native = moved === undefined ? shapes.nativeText(held.block) : undefined
    const refused =
      held.block.native?.api === context.target.dialect && native === undefined ? "native-refused" : undefined
    const run = textRun(held, [moved, refused], textLimit(context))
    if (!isRun(run)) drop(to, run)
    else if (native === undefined) sayText(to, run)
    else
      showLabelled(to, {
        is: "raw",
        json: native,
        claim: claimOf(held, [], { native: context.target.dialect }),
      })
  } else if (isMedia(held)) media(to, held, moved, shapes, context)
  else if (isKind(held, "opaque")) {
    const json = shapes.opaque(held.block, "user")
    if (json === undefined) drop(to, droppedOf(held, "opaque-foreign"))
    else
      showLabelled(to, { is: "raw", json, claim: claimOf(held, [moved], { native: context.target.dialect }) })
  }
}

/** What was said in the user's voice, as parts of one turn; not `labelled` where something else says whose words they are. */
export const saidParts = (
  said: Said,
  shapes: Shapes,
  context: Context,
  labelled = true,
): readonly TurnPart[] => {
  const to = speech(labelled ? labelOf(said.message.entry) : undefined)
  const moved = said.moved ? "notice-moved" : undefined
  for (const { held, loose } of said.blocks) {
    if (loose === "duplicate") for (const claim of droppedWhole(held, "result-duplicate")) drop(to, claim)
    else if (isKind(held, "tool-result")) orphan(to, held, shapes, context)
    else block(to, held, moved, shapes, context)
  }
  return to.parts
}

/** What of an agent's message cannot stand in its round, in the user's voice behind it. */
export const asideParts = (
  held: readonly LineBlock[],
  shapes: Shapes,
  context: Context,
): readonly TurnPart[] => {
  if (held.length === 0) return none
  const to = speech(undefined)
  for (const each of held) {
    if (isKind(each, "tool-result")) orphan(to, each, shapes, context)
    else if (isMedia(each)) media(to, each, "image-moved", shapes, context)
  }
  const moves = to.parts.some((part) => part.is === "element")
  return moves
    ? [{ is: "text", runs: [{ text: words.fromAgent, claim: made("image-label") }] }, ...to.parts]
    : to.parts
}

/** A summary of earlier conversation: user text that says what it is. */
export const summaryParts = (summary: Summary): readonly TurnPart[] => {
  const id = `${summary.entry.seq}.0`
  const held: Text = { id, block: { kind: "text", text: summary.entry.summary }, content: [], plain: true }
  const run = textRun(held)
  return isRun(run) ? [{ is: "text", runs: [labels.summary(), run] }] : [{ is: "dropped", claim: run }]
}
