import type { LineMessage } from "#lib/line/item.ts"
import type { Proof } from "#lib/record/proof.ts"
import type { Response } from "#lib/rounds/segment.ts"
import { unreachable } from "#lib/unreachable.ts"
import type { Reason } from "#lib/wire/reason.ts"
import { array, object, type Piece, plain, raw, runs } from "#lib/wire/writer.ts"
import { wireArguments } from "./arguments.ts"
import { claimOf, droppedOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { Dialect } from "./dialect.ts"
import { geminiHead } from "./gemini-head.ts"
import type { Field } from "./head.ts"
import type { Ids } from "./ids.ts"
import { standing } from "./native.ts"
import { proofRefused, reasonedVerdict } from "./reasoning.ts"
import { resultParts } from "./results.ts"
import { type Crossed, type SettledPart, settle } from "./settle.ts"
import { asideParts, isRun, type Shapes, textRun } from "./speech.ts"
import { joined } from "./text.ts"
import type { Turn, TurnPart } from "./turn.ts"
import { words } from "./words.ts"

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

const signed = (json: string, value: string | undefined): string =>
  value === undefined ? json : `${json.slice(0, -1)},"thoughtSignature":${JSON.stringify(value)}}`

/** `first`: the first call of its step that stands, which Gemini 3 wants signed (`gemini/thought-signature-required`). */
const callPart = ({ call, id, name, reasons }: Crossed, first: boolean, context: Context): TurnPart => {
  const { block } = call.held
  const input = wireArguments(block, context.policies.maxToolChars)
  const own = signature(block.proof, call.message, context)
  const json = `{"functionCall":{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"args":${input.json}}}`
  const claim = claimOf(call.held, [
    ...reasons,
    input.reason,
    own.lost,
    block.native?.api === api ? "native-refused" : undefined,
  ])
  const row = context.target.reasoning
  const stands = first && own.value === undefined && row.form === "signed" && row.standIn === true
  if (!stands) return { is: "call", piece: raw(signed(json, own.value), claim) }
  const member = { key: "thoughtSignature", json: JSON.stringify(standIn), claim: made("signature-stand-in") }
  return { is: "call", piece: { is: "raw", json, claim, member } }
}

const textPart = (
  { held, message }: Extract<SettledPart, { readonly is: "text" }>,
  context: Context,
): TurnPart => {
  const own = signature(held.block.proof, message, context)
  const run = textRun(held, [own.lost, held.block.native?.api === api ? "native-refused" : undefined])
  if (!isRun(run)) return { is: "dropped", claim: run }
  if (own.value === undefined) return { is: "text", runs: [run] }
  return { is: "element", piece: raw(signed(`{"text":${JSON.stringify(run.text)}}`, own.value), run.claim) }
}

const thoughtPart = (
  part: Extract<SettledPart, { readonly is: "reasoning" }>,
  last: number,
  context: Context,
): TurnPart => {
  const verdict = reasonedVerdict(part.held, part.message, part.alone, last, context)
  if (verdict.as !== "signed")
    return {
      is: "dropped",
      claim: droppedOf(part.held, verdict.as === "dropped" ? verdict.reason : "reasoning-unsigned"),
    }
  const json = `{"text":${JSON.stringify(part.held.block.text)},"thought":true}`
  return { is: "element", piece: raw(signed(json, verdict.proof.value), claimOf(part.held)) }
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
    case "native":
      return { is: "element", piece: raw(part.json, claimOf(part.held, [], { native: api })) }
    case "opaque": {
      const json = shapes.opaque(part.held.block, "assistant")
      return json === undefined
        ? { is: "dropped", claim: droppedOf(part.held, "opaque-foreign") }
        : { is: "element", piece: raw(json, claimOf(part.held, [], { native: api })) }
    }
    case "reasoning":
      return thoughtPart(part, last, context)
    case "dropped":
      return part
    default:
      return unreachable(part)
  }
}

/** A call's response: its text under `output` or `error`; pictures in parts of its own. */
const answered = ({ id, name, answer }: Crossed, context: Context): readonly TurnPart[] => {
  const lead: readonly Field[] = [
    ["id", raw(JSON.stringify(id))],
    ["name", raw(JSON.stringify(name))],
  ]
  const part = (fields: readonly Field[], claim: Parameters<typeof object>[1]): TurnPart => ({
    is: "element",
    mark: "result",
    piece: object([["functionResponse", plain([...lead, ...fields])]], claim),
  })
  if (answer.is === "made") {
    const text = answer.reason === "call-unanswered" ? words.unanswered : words.outside
    return [part([["response", raw(`{"error":${JSON.stringify(text)}}`)]], made(answer.reason))]
  }
  const { held, reasons } = answer
  const parts = resultParts(held, shapes, context)
  const texts = joined(parts.flatMap((each) => (each.is === "run" ? [[each.run]] : [])))
  const pictures = parts.flatMap((each) => (each.is === "media" ? [each.piece] : []))
  const key = held.block.isError ? "error" : "output"
  const output: Piece = texts.length === 0 ? raw('""') : runs(...texts)
  const fields: Field[] = [["response", plain([[key, output]])]]
  if (pictures.length > 0) fields.push(["parts", array(pictures)])
  const drops = parts.flatMap((each): readonly TurnPart[] => (each.is === "dropped" ? [each] : []))
  const refused = held.block.native?.api === api ? "native-refused" : undefined
  return [part(fields, claimOf(held, [...reasons, refused])), ...drops]
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

const partPiece = (part: TurnPart): Piece => {
  if (part.is === "dropped") return { is: "nothing", claim: part.claim }
  if (part.is !== "text" && part.is !== "thought") return part.piece
  const [only, ...more] = part.runs
  if (only !== undefined && more.length === 0) return raw(`{"text":${JSON.stringify(only.text)}}`, only.claim)
  return object([["text", runs(...part.runs)]])
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
    object([
      ["role", raw(voice === "assistant" ? '"model"' : '"user"')],
      ["parts", array(parts.map(partPiece))],
    ]),
  ],
}
