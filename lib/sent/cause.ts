import type { Target } from "#lib/dialect/targets.ts"
import type { Projection } from "#lib/project.ts"
import type { Entry, Message, Seq } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { type Body, bodyOf, leafFrom, nodeAt } from "./body.ts"
import { type Cut, cutBetween, isBehind } from "./compare.ts"
import { crossingAt } from "./crossing-at.ts"
import type { Section } from "./order.ts"
import { type Known, rebuild, type Sent, targetOf, throughOf } from "./rebuild.ts"

export const cutCauses = {
  target: "The request is for another model or target.",
  params: "A parameter that the model reads changed.",
  system: "The system text changed.",
  tools: "The declared tools changed.",
  principal: "The request acts for someone else, or under other facts.",
  compaction: "A summary stands for what was said before.",
  rewind: "The line went back to an earlier entry.",
  replacement: "A block was replaced.",
  undo: "An act was taken back.",
  "late-result": "A result came for a call that had already been answered in its place.",
  "re-rendered": "What was said before is written differently now.",
  "time-to-live": "The provider had forgotten what it read.",
  unknown: "The record does not prove a cause.",
} as const

export type CutCause = keyof typeof cutCauses

/** Why two requests part; `seq`: the entry that brought it about, where it is one. */
export type Cause = { readonly cause: CutCause; readonly seq?: Seq }

/** A request rebuilt: what the record gives for it, and its body. */
export type Rebuilt = { readonly projection: Projection; readonly body: Body }

/** Both sides of a cut, as they were sent. */
export type Sides = {
  readonly before: { readonly sent: Sent; readonly body: Body }
  readonly now: { readonly sent: Sent; readonly body: Body }
  readonly sections: readonly Section[]
  readonly tail: number
  readonly cut: Cut
}

const rebuiltAs = (
  known: Pick<Known, "entries" | "objects">,
  target: Target,
  sent: Sent,
  as: Sent,
): Rebuilt => {
  const projection = rebuild(known, { target, through: throughOf(sent), policies: as.policies })
  return { projection, body: bodyOf(projection.wire.bytes()) }
}

/** The request that was rebuilt last: of two that are held against each other the later one is the next pair's earlier one. */
const last = new WeakMap<Known, { readonly sent: Sent; readonly rebuilt: Rebuilt }>()

/** What the record gives for a request; undefined for a capture, or where its target is not known here. */
export const rebuiltOf = (known: Known, sent: Sent): Rebuilt | undefined => {
  const target = sent.by === "capture" ? undefined : targetOf(known, sent)
  if (target === undefined) return undefined
  const before = last.get(known)
  if (before?.sent === sent) return before.rebuilt
  const rebuilt = rebuiltAs(known, target, sent, sent)
  last.set(known, { sent, rebuilt })
  return rebuilt
}

/** Which part of a request a piece of its wire belongs to; undefined for history. */
const partOf = (crossing: Crossing | undefined, key: string | undefined): CutCause | undefined => {
  const from = crossing?.from
  if (from !== undefined && "header" in from) {
    const [, field] = from.path.split("/")
    if (field === "target" || field === "tools" || field === "system" || field === "params") return field
  }
  if (crossing?.reason === "principal") return "principal"
  if (crossing?.reason === "model-of-maker" || key === "model") return "target"
  if (crossing?.reason === "tool-undeclared" || key === "tools" || key === "toolConfig") return "tools"
  if (key === "system" || key === "instructions" || key === "systemInstruction") return "system"
  return undefined
}

/** A proof: what each side rebuilt holds at the cut. */
type Proof = Sides & { readonly old: Rebuilt; readonly young: Rebuilt; readonly known: Known }

const pieceAt = ({ body, projection }: Rebuilt, offset: number): Crossing | undefined =>
  crossingAt(body, projection.crossings.all(), leafFrom(body, offset))

const crossingsAt = ({ old, young, cut }: Proof): readonly [Crossing | undefined, Crossing | undefined] => [
  pieceAt(old, cut.before),
  pieceAt(young, cut.now),
]

/** Whether a value of the body ends at an offset, where the other one's goes on. */
const endsAt = (body: Body, offset: number): boolean => {
  const node = nodeAt(body, offset)
  return body.spans.end(node) === offset + 1 && body.spans.start(node) < offset
}

/** The part that the cut is in: what the later request has there, or the earlier one where the later ended. */
const partAt = (proof: Proof): CutCause | undefined => {
  const section = proof.sections[proof.cut.section]
  if (section === undefined) return "target"
  const [before, now] = crossingsAt(proof)
  const ended = endsAt(proof.young.body, proof.cut.now)
  const key = section.is === "history" ? undefined : section.key
  const part = partOf(ended ? before : now, key)
  return part ?? (section.is === "history" ? undefined : "params")
}

/** Whether nothing but messages lies between two requests that rules of different versions wrote. */
const isOtherRules = ({ entries }: Known, { before, now }: Sides): boolean => {
  const between = entries.slice(throughOf(before.sent), throughOf(now.sent))
  return before.sent.projector !== now.sent.projector && !between.some(({ kind }) => acts.has(kind))
}

const acts: ReadonlySet<Entry["kind"]> = new Set(["header", "compaction", "replacement", "rewind", "undo"])

/** Entries with some of them made to say nothing. */
const without = (entries: readonly Entry[], silent: ReadonlySet<Seq>): readonly Entry[] =>
  entries.map((entry) =>
    silent.has(entry.seq)
      ? { seq: entry.seq, id: entry.id, at: entry.at, kind: "unread", raw: "", why: "left out" }
      : entry,
  )

/** Whether the requests would part here, or before, had these entries not been written. */
const partsWithout = (proof: Proof, silent: readonly Entry[]): boolean => {
  const { known, before, now, sections, tail, cut, young } = proof
  const entries = without(known.entries, new Set(silent.map(({ seq }) => seq)))
  const other = rebuiltAs({ ...known, entries }, young.projection.target, now.sent, now.sent)
  if (cut.section < 0) return other.projection.model !== proof.old.projection.model
  const found = cutBetween(before.body, other.body, sections, tail)
  return found !== undefined && !isBehind(found, cut)
}

const isResult = (message: Message): boolean => message.blocks.some(({ kind }) => kind === "tool-result")

/** A result is late where it stands in the place of one that was made, or stands at the cut itself. */
const isLate = (proof: Proof, message: Message): boolean => {
  if (!isResult(message)) return false
  const [before, now] = crossingsAt(proof)
  const from = now?.from
  const stands = from !== undefined && "block" in from && from.block.startsWith(`${message.seq}.`)
  return stands || before?.reason === "call-unanswered" || before?.reason === "result-outside"
}

const causedBy = (proof: Proof, entry: Entry): CutCause => {
  switch (entry.kind) {
    case "header":
      return partAt(proof) ?? "re-rendered"
    case "compaction":
    case "replacement":
    case "rewind":
    case "undo":
      return entry.kind
    case "message": {
      const part = partAt(proof)
      if (part === "target" || part === "tools") return part
      return isLate(proof, entry) ? "late-result" : "re-rendered"
    }
    default:
      return "unknown"
  }
}

/** Messages that are left out one by one to find the one that is to blame. */
const most = 16

/** The cause that several entries have in common. */
const common = (proof: Proof, entries: readonly Entry[]): Cause => {
  const causes = new Set(entries.map((entry) => causedBy(proof, entry)))
  const [cause = "unknown"] = causes
  const last = entries.at(-1)
  if (causes.size !== 1 || last === undefined) return { cause: "unknown" }
  return { cause, seq: last.seq }
}

/** The entries between the two requests without any one of which they would not part here. */
const blamed = (proof: Proof): Cause => {
  const { known, before, now } = proof
  const between = known.entries.slice(throughOf(before.sent), throughOf(now.sent))
  const controls = between.filter(({ kind }) => acts.has(kind))
  if (controls.length > 0 && !partsWithout(proof, controls)) {
    const alone = controls.filter((entry) => !partsWithout(proof, [entry]))
    return common(proof, alone.length > 0 ? alone : controls)
  }
  const messages = between.filter(({ kind }) => kind === "message")
  if (messages.length === 0 || partsWithout(proof, messages)) return { cause: "unknown" }
  const alone = messages.slice(0, most).filter((entry) => !partsWithout(proof, [entry]))
  return alone.length > 0 ? common(proof, alone) : { cause: common(proof, messages).cause }
}

/** Whether the earlier request parts from itself made as the later one was: for its target, with its policies. */
const otherwiseMade = (proof: Proof): CutCause | undefined => {
  const { before, now, known, young, sections, tail, cut } = proof
  const { target } = young.projection
  if (before.sent.target !== now.sent.target) return "target"
  if (JSON.stringify(before.sent.policies) === JSON.stringify(now.sent.policies)) return undefined
  const again = rebuiltAs(known, target, before.sent, now.sent)
  const found = cutBetween(before.body, again.body, sections, tail)
  return found !== undefined && !isBehind(found, cut) ? "re-rendered" : undefined
}

/**
 * Why two requests part, proved from the record: both are rebuilt, and the entries between them are left out one by one
 * to see without which they would not part. `unknown` where a side cannot be rebuilt or nothing is proved.
 */
export const causeOf = (
  known: Known,
  sides: Sides,
  rebuilt: { readonly old: Rebuilt | undefined; readonly young: Rebuilt | undefined },
): Cause => {
  const { before, now } = sides
  const { old, young } = rebuilt
  if (old === undefined || young === undefined || throughOf(before.sent) > throughOf(now.sent))
    return { cause: "unknown" }
  if (old.body.text !== before.body.text || young.body.text !== now.body.text)
    return { cause: isOtherRules(known, sides) ? "re-rendered" : "unknown" }
  const proof: Proof = { ...sides, old, young, known }
  const otherwise = otherwiseMade(proof)
  return otherwise === undefined ? blamed(proof) : { cause: otherwise }
}
