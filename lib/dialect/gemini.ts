import type { LineMessage } from "#lib/line/item.ts"
import type { Proof } from "#lib/record/proof.ts"
import type { Response } from "#lib/rounds/segment.ts"
import { unreachable } from "#lib/unreachable.ts"
import type { Reason } from "#lib/wire/reason.ts"
import { array, type Claim, json, type Piece, type Run, raw, runs, withMember } from "#lib/wire/writer.ts"
import { wireArguments } from "./arguments.ts"
import { claimOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { Dialect } from "./dialect.ts"
import { geminiHead } from "./gemini-head.ts"
import type { Ids } from "./ids.ts"
import { standing } from "./native.ts"
import { ownPart } from "./own.ts"
import { proofRefused, reasonedVerdict, reasoningDropped } from "./reasoning.ts"
import { resultText } from "./results.ts"
import { type Crossed, type SettledPart, settle } from "./settle.ts"
import { asideParts, isRun, type Shapes, textRun } from "./speech.ts"
import { pieceOf, type Turn, type TurnPart } from "./turn.ts"

const api = "gemini"

/** The documented stand-in for a signature that this route cannot have (`gemini/skip-sentinel`). */
const standIn = "skip_thought_signature_validator"

/** Part keys that are ours to write: an opaque part may not hold one. */
const ours = ["text", "functionCall", "functionResponse", "inlineData", "thought", "thoughtSignature"]

const shapes: Shapes = {
  media: ({ mediaType, base64 }, _kind, claim) =>
    raw(`{"inlineData":{"mimeType":${JSON.stringify(mediaType)},"data":"${base64}"}}`, claim),
  opaque: ({ source, json }) => {
    const value = source === api ? standing(json) : undefined
    return value !== undefined && Object.keys(value).length > 0 && ours.every((key) => !(key in value))
      ? json
      : undefined
  },
  nativeText: () => undefined,
}

/** A block's signature where it may stand on this wire; it never moves to another part (`gemini/signature-any-part`). */
const signature = (
  proof: Proof | undefined,
  message: LineMessage,
  context: Context,
): { readonly value?: string; readonly lost?: Reason } => {
  if (proof === undefined || proof.kind !== "gemini-signature") return {}
  return proofRefused(proof, message, context) === undefined
    ? { value: proof.value }
    : { lost: "signature-lost" }
}

/** `first`: the first call of its step that stands, which Gemini 3 wants signed (`gemini/thought-signature-required`). */
const callPart = ({ call, id, name, reasons }: Crossed, first: boolean, context: Context): TurnPart => {
  const { block } = call.held
  const input = wireArguments(block, context.policies.maxToolChars)
  const own = signature(block.proof, call.message, context)
  const claim = claimOf(call.held, [
    ...reasons,
    input.reason,
    own.lost,
    block.native?.api === api ? "native-refused" : undefined,
  ])
  const args = raw(input.json)
  if (own.value !== undefined)
    return {
      is: "call",
      piece: json(
        claim,
      )`{"functionCall":{"id":${id},"name":${name},"args":${args}},"thoughtSignature":${own.value}}`,
    }
  const piece = json(claim)`{"functionCall":{"id":${id},"name":${name},"args":${args}}}`
  const row = context.target.reasoning
  if (!first || row.form !== "signed" || row.standIn !== true) return { is: "call", piece }
  const member = { key: "thoughtSignature", json: JSON.stringify(standIn), claim: made("signature-stand-in") }
  return { is: "call", piece: withMember(piece, member) }
}

const textPart = (
  { held, message }: Extract<SettledPart, { readonly is: "text" }>,
  context: Context,
): TurnPart => {
  const own = signature(held.block.proof, message, context)
  const run = textRun(held, [own.lost, held.block.native?.api === api ? "native-refused" : undefined])
  if (!isRun(run)) return { is: "dropped", claim: run }
  if (own.value === undefined) return { is: "text", runs: [run] }
  return { is: "element", piece: json(run.claim)`{"text":${run.text},"thoughtSignature":${own.value}}` }
}

const thoughtPart = (
  part: Extract<SettledPart, { readonly is: "reasoning" }>,
  last: number,
  context: Context,
): TurnPart => {
  const verdict = reasonedVerdict(part.held, part.message, part.alone, last, context)
  if (verdict.as !== "signed") return reasoningDropped(part.held, verdict)
  const { text } = part.held.block
  const piece = json(
    claimOf(part.held),
  )`{"text":${text},"thought":true,"thoughtSignature":${verdict.proof.value}}`
  return { is: "element", piece }
}

const declared = (
  part: SettledPart,
  first: Crossed | undefined,
  last: number,
  context: Context,
): TurnPart => {
  switch (part.is) {
    case "text":
      return textPart(part, context)
    case "call":
      return callPart(part.crossed, part.crossed === first, context)
    case "reasoning":
      return thoughtPart(part, last, context)
    case "native":
    case "opaque":
    case "dropped":
      return ownPart(part, shapes, api)
    default:
      return unreachable(part)
  }
}

/** A call's response: its text under `output` or `error`; pictures in parts of its own. */
const responsePart = (
  { id, name }: Crossed,
  isError: boolean,
  text: string | Piece,
  pictures: readonly Piece[],
  claim: Claim,
): TurnPart => {
  const parts = array(pictures)
  const alone = isError
    ? json(claim)`{"functionResponse":{"id":${id},"name":${name},"response":{"error":${text}}}}`
    : json(claim)`{"functionResponse":{"id":${id},"name":${name},"response":{"output":${text}}}}`
  const pictured = isError
    ? json(
        claim,
      )`{"functionResponse":{"id":${id},"name":${name},"response":{"error":${text}},"parts":${parts}}}`
    : json(
        claim,
      )`{"functionResponse":{"id":${id},"name":${name},"response":{"output":${text}},"parts":${parts}}}`
  return { is: "element", mark: "result", piece: pictures.length === 0 ? alone : pictured }
}

const answered = (crossed: Crossed, context: Context): readonly TurnPart[] => {
  const { answer } = crossed
  if (answer.is === "made") {
    return [responsePart(crossed, true, answer.text, [], made(answer.reason))]
  }
  const { held, reasons } = answer
  const { text, pictures, drops } = resultText(held, shapes, context)
  const refused = held.block.native?.api === api ? "native-refused" : undefined
  const claim = claimOf(held, [...reasons, refused])
  return [responsePart(crossed, held.block.isError, text, pictures, claim), ...drops]
}

const response = (of: Response, ids: Ids, last: number, context: Context): readonly Turn[] => {
  const settled = settle(of, ids, () => undefined, context)
  const first = settled.crossed[0]
  return [
    { voice: "assistant", parts: settled.parts.map((part) => declared(part, first, last, context)) },
    { voice: "user", parts: settled.crossed.flatMap((each) => answered(each, context)) },
    { voice: "user", parts: asideParts(settled.aside, shapes, context) },
  ]
}

const textPiece = (list: readonly Run[]): Piece => {
  const [only] = list
  return only !== undefined && list.length === 1
    ? json(only.claim)`{"text":${only.text}}`
    : json()`{"text":${runs(list)}}`
}

/** Gemini generateContent (`wire-rules.md` section 5). */
export const gemini: Dialect = {
  id: "gemini",
  shapes,
  history: "contents",
  head: geminiHead,
  lead: () => [],
  response,
  messages: ({ voice, parts }) => [
    json()`{"role":${voice === "assistant" ? "model" : "user"},"parts":${array(parts.map((part) => pieceOf(part, textPiece)))}}`,
  ],
}
