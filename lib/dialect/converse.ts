import type { BlockOf } from "#lib/record/block.ts"
import type { Response } from "#lib/rounds/segment.ts"
import { unreachable } from "#lib/unreachable.ts"
import { array, type Claim, json, type Piece, type Run, raw, runs } from "#lib/wire/writer.ts"
import { wireArguments } from "./arguments.ts"
import { claimOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import { converseHead } from "./converse-head.ts"
import type { Dialect } from "./dialect.ts"
import type { Ids } from "./ids.ts"
import { standing } from "./native.ts"
import { ownPart } from "./own.ts"
import { reasonedVerdict, reasoningDropped } from "./reasoning.ts"
import { resultList } from "./results.ts"
import { type Crossed, type SettledPart, settle } from "./settle.ts"
import { asideParts, isRun, type Shapes, textRun } from "./speech.ts"
import { pieceOf, type Turn, type TurnPart } from "./turn.ts"

const api = "converse"

/** Block keys that are ours to write: an opaque block may not hold one. */
const ours = ["text", "toolUse", "toolResult", "reasoningContent", "image", "document"]

/** A document's name takes a small set of characters. */
const documentName = (name: string | undefined): string =>
  (name ?? "file")
    .replaceAll(/[^a-zA-Z0-9 ()[\]-]/g, "-")
    .replaceAll(/\s+/g, " ")
    .slice(0, 200)

const shapes: Shapes = {
  media: ({ mediaType, base64, name }, kind, claim) => {
    const format = JSON.stringify(mediaType.split("/")[1] ?? "")
    const source = `"source":{"bytes":"${base64}"}`
    if (kind === "image") return raw(`{"image":{"format":${format},${source}}}`, claim)
    return raw(
      `{"document":{"format":${format},"name":${JSON.stringify(documentName(name))},${source}}}`,
      claim,
    )
  },
  opaque: ({ source, json }) => {
    const value = source === api ? standing(json) : undefined
    return value !== undefined && Object.keys(value).length > 0 && ours.every((key) => !(key in value))
      ? json
      : undefined
  },
  nativeText: () => undefined,
}

const refusedNative = (block: { readonly native?: { readonly api: string } }) =>
  block.native?.api === api ? ("native-refused" as const) : undefined

const callPart = ({ call, id, name, reasons }: Crossed, context: Context): TurnPart => {
  const input = wireArguments(call.held.block, context.policies.maxToolChars)
  const claim = claimOf(call.held, [...reasons, input.reason, refusedNative(call.held.block)])
  const piece = json(claim)`{"toolUse":{"toolUseId":${id},"name":${name},"input":${raw(input.json)}}}`
  return { is: "element", piece }
}

const thinkingPiece = ({ text, proof }: BlockOf<"reasoning">, claim: Claim): Piece => {
  const signature = proof?.value ?? ""
  return proof?.kind === "anthropic-redacted"
    ? json(claim)`{"reasoningContent":{"redactedContent":${signature}}}`
    : json(claim)`{"reasoningContent":{"reasoningText":{"text":${text},"signature":${signature}}}}`
}

const declared = (part: SettledPart, last: number, context: Context): TurnPart => {
  switch (part.is) {
    case "text": {
      const run = textRun(part.held, [refusedNative(part.held.block)])
      return isRun(run) ? { is: "text", runs: [run] } : { is: "dropped", claim: run }
    }
    case "call":
      return callPart(part.crossed, context)
    case "reasoning": {
      const verdict = reasonedVerdict(part.held, part.message, part.alone, last, context)
      if (verdict.as !== "signed") return reasoningDropped(part.held, verdict)
      const facts = verdict.unproven ? { binding: "unproven" } : undefined
      return {
        is: "element",
        mark: "signed",
        piece: thinkingPiece(part.held.block, claimOf(part.held, [], facts)),
      }
    }
    case "native":
    case "opaque":
    case "dropped":
      return ownPart(part, shapes, api)
    default:
      return unreachable(part)
  }
}

const textPiece = (list: readonly Run[]): Piece => {
  const [only] = list
  return only !== undefined && list.length === 1
    ? json(only.claim)`{"text":${only.text}}`
    : json()`{"text":${runs(list)}}`
}

const resultPart = (id: string, isError: boolean, content: Piece, claim: Claim): TurnPart => {
  const status = isError ? "error" : "success"
  const piece = json(claim)`{"toolResult":{"toolUseId":${id},"content":${content},"status":${status}}}`
  return { is: "element", mark: "result", piece }
}

/** A call's result; an error needs content (`bedrock/error-result-content`). */
const answered = ({ id, answer }: Crossed, context: Context): readonly TurnPart[] => {
  if (answer.is === "made") {
    return [resultPart(id, true, raw(`[{"text":${JSON.stringify(answer.text)}}]`), made(answer.reason))]
  }
  const { held, reasons } = answer
  const { content, drops } = resultList(held, shapes, context, (run) => textPiece([run]))
  const { isError } = held.block
  return [
    resultPart(id, isError, array(content), claimOf(held, [...reasons, refusedNative(held.block)])),
    ...drops,
  ]
}

const response = (of: Response, ids: Ids, last: number, context: Context): readonly Turn[] => {
  const settled = settle(of, ids, () => undefined, context)
  return [
    { voice: "assistant", parts: settled.parts.map((part) => declared(part, last, context)) },
    { voice: "user", parts: settled.crossed.flatMap((each) => answered(each, context)) },
    { voice: "user", parts: asideParts(settled.aside, shapes, context) },
  ]
}

/** Bedrock Converse in its REST form (`wire-rules.md` section 9). */
export const converse: Dialect = {
  id: "converse",
  shapes,
  history: "messages",
  head: converseHead,
  lead: () => [],
  response,
  messages: ({ voice, parts }) => [
    json()`{"role":${voice},"content":${array(parts.map((part) => pieceOf(part, textPiece)))}}`,
  ],
}
