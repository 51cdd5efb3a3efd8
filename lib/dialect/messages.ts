import type { LineBlock } from "#lib/line/item.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Response } from "#lib/rounds/segment.ts"
import { unreachable } from "#lib/unreachable.ts"
import { array, type Claim, json, type Piece, type Run, raw, runs } from "#lib/wire/writer.ts"
import { wireArguments } from "./arguments.ts"
import { cacheMarked, neverMarked } from "./cache-marks.ts"
import { claimOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { Dialect } from "./dialect.ts"
import type { Ids } from "./ids.ts"
import { members } from "./members.ts"
import { messagesHead } from "./messages-head.ts"
import { standing } from "./native.ts"
import { ownPart } from "./own.ts"
import { reasonedVerdict, reasoningDropped } from "./reasoning.ts"
import { resultList } from "./results.ts"
import { type Crossed, type NativePair, type SettledPart, settle } from "./settle.ts"
import { asideParts, isRun, type Shapes, textRun } from "./speech.ts"
import { pieceOf, type Turn, type TurnPart } from "./turn.ts"

/** Block types that are ours to write: an opaque block may not pose as one. */
const ours = new Set([
  "text",
  "thinking",
  "redacted_thinking",
  "tool_use",
  "tool_result",
  "image",
  "document",
])

const isOf = (native: { readonly api: string } | undefined): boolean => native?.api === "messages"

const shapes: Shapes = {
  media: ({ mediaType, base64, name }, kind, claim) => {
    const source = `{"type":"base64","media_type":${JSON.stringify(mediaType)},"data":"${base64}"}`
    const title =
      kind === "file" && name !== undefined ? `,"title":${JSON.stringify(name.toWellFormed())}` : ""
    return raw(`{"type":"${kind === "file" ? "document" : "image"}","source":${source}${title}}`, claim)
  },
  opaque: ({ source, json }) => {
    const type = source === "messages" ? standing(json)?.["type"] : undefined
    return typeof type === "string" && !ours.has(type) ? json : undefined
  },
  nativeText: ({ native, text }) => {
    const value = native !== undefined && isOf(native) ? standing(native.json) : undefined
    return value?.["type"] === "text" && value["text"] === text ? native?.json : undefined
  },
}

/** A server call and its result stand as the provider wrote them, where both are whole and name each other. */
const pair: NativePair = (call, result) => {
  if (call.native === undefined || result.native === undefined || !isOf(call.native) || !isOf(result.native))
    return undefined
  const asked = standing(call.native.json)
  const given = standing(result.native.json)
  const whole =
    (asked?.["type"] === "server_tool_use" || asked?.["type"] === "mcp_tool_use") &&
    asked["id"] === call.callId &&
    asked["name"] === call.name &&
    members(call.native.json).find(({ key }) => key === "input")?.json === call.arguments &&
    typeof given?.["type"] === "string" &&
    given["type"].endsWith("_tool_result") &&
    given["tool_use_id"] === call.callId
  return whole ? { call: call.native.json, result: result.native.json } : undefined
}

const nativeCall = (
  { native, arguments: input }: BlockOf<"tool-call">,
  id: string,
  name: string,
): string | undefined => {
  const value = native !== undefined && isOf(native) ? standing(native.json) : undefined
  if (native === undefined || value?.["type"] !== "tool_use" || value["id"] !== id || value["name"] !== name)
    return undefined
  return members(native.json).find(({ key }) => key === "input")?.json === input ? native.json : undefined
}

const callPart = ({ call, id, name, reasons }: Crossed, context: Context): TurnPart => {
  const { held } = call
  const native = nativeCall(held.block, id, name)
  if (native !== undefined && reasons.every((reason) => reason === undefined))
    return { is: "element", piece: raw(native, claimOf(held, [], { native: "messages" })) }
  const input = wireArguments(held.block, context.policies.maxToolChars)
  const refused = isOf(held.block.native) ? "native-refused" : undefined
  const claim = claimOf(held, [...reasons, input.reason, refused])
  const piece = json(claim)`{"type":"tool_use","id":${id},"name":${name},"input":${raw(input.json)}}`
  return { is: "element", piece }
}

const thinkingPiece = ({ text, proof }: BlockOf<"reasoning">, claim: Claim): Piece => {
  const signature = proof?.value ?? ""
  return proof?.kind === "anthropic-redacted"
    ? json(claim)`{"type":"redacted_thinking","data":${signature}}`
    : json(claim)`{"type":"thinking","thinking":${text},"signature":${signature}}`
}

const textPart = (held: LineBlock<BlockOf<"text">>): TurnPart => {
  const run = textRun(held, [isOf(held.block.native) ? "native-refused" : undefined])
  if (!isRun(run)) return { is: "dropped", claim: run }
  const native = shapes.nativeText(held.block)
  return native === undefined
    ? { is: "text", runs: [run] }
    : { is: "element", piece: raw(native, claimOf(held, [], { native: "messages" })) }
}

const declared = (part: SettledPart, last: number, context: Context): TurnPart => {
  switch (part.is) {
    case "text":
      return textPart(part.held)
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
      return ownPart(part, shapes, "messages")
    default:
      return unreachable(part)
  }
}

/** Text as a part of its own; several runs share its string. */
const textPiece = (list: readonly Run[]): Piece => {
  const [only] = list
  return only !== undefined && list.length === 1
    ? json(only.claim)`{"type":"text","text":${only.text}}`
    : json()`{"type":"text","text":${runs(list)}}`
}

const nativeResult = ({ native, content }: BlockOf<"tool-result">, id: string): string | undefined => {
  const value = native !== undefined && isOf(native) ? standing(native.json) : undefined
  const same =
    value?.["type"] === "tool_result" &&
    value["tool_use_id"] === id &&
    content.every((inner) => inner.kind === "text")
  return same ? native?.json : undefined
}

const answered = ({ id, answer }: Crossed, context: Context): readonly TurnPart[] => {
  if (answer.is === "made") {
    const piece = json(
      made(answer.reason),
    )`{"type":"tool_result","tool_use_id":${id},"is_error":true,"content":[{"type":"text","text":${answer.text}}]}`
    return [{ is: "element", mark: "result", piece }]
  }
  const { held, reasons } = answer
  const native = nativeResult(held.block, id)
  if (native !== undefined && reasons.every((reason) => reason === undefined) && held.plain)
    return [{ is: "element", mark: "result", piece: raw(native, claimOf(held, [], { native: "messages" })) }]
  const { content, drops } = resultList(held, shapes, context, (run) => textPiece([run]))
  const { isError } = held.block
  const claim = claimOf(held, [...reasons, isOf(held.block.native) ? "native-refused" : undefined])
  return [{ is: "element", mark: "result", piece: toolResult(id, isError, content, claim) }, ...drops]
}

const toolResult = (id: string, isError: boolean, content: readonly Piece[], claim: Claim): Piece => {
  if (content.length === 0)
    return isError
      ? json(claim)`{"type":"tool_result","tool_use_id":${id},"is_error":true}`
      : json(claim)`{"type":"tool_result","tool_use_id":${id}}`
  const list = array(content)
  return isError
    ? json(claim)`{"type":"tool_result","tool_use_id":${id},"is_error":true,"content":${list}}`
    : json(claim)`{"type":"tool_result","tool_use_id":${id},"content":${list}}`
}

const response = (of: Response, ids: Ids, last: number, context: Context): readonly Turn[] => {
  const settled = settle(of, ids, pair, context)
  return [
    { voice: "assistant", parts: settled.parts.map((part) => declared(part, last, context)) },
    { voice: "user", parts: settled.crossed.flatMap((each) => answered(each, context)) },
    { voice: "user", parts: asideParts(settled.aside, shapes, context) },
  ]
}

/** Anthropic Messages (`wire-rules.md` section 2). */
export const messages: Dialect = {
  id: "messages",
  shapes,
  history: "messages",
  head: messagesHead,
  lead: () => [],
  response,
  messages: ({ voice, parts }) => [
    json()`{"role":${voice},"content":${array(parts.map((part) => pieceOf(part, textPiece)))}}`,
  ],
  marks: { mark: cacheMarked, never: neverMarked },
}
