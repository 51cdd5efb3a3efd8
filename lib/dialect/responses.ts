import type { LineBlock } from "#lib/line/item.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Response } from "#lib/rounds/segment.ts"
import { unreachable } from "#lib/unreachable.ts"
import { array, type Claim, json, type Piece, type Run, raw, runs } from "#lib/wire/writer.ts"
import { wireArguments } from "./arguments.ts"
import { claimOf, droppedOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { Dialect } from "./dialect.ts"
import { type Ids, takeItem } from "./ids.ts"
import { textLimit } from "./longest.ts"
import { members } from "./members.ts"
import { type Foreign, standing } from "./native.ts"
import { ownPart } from "./own.ts"
import { reasonedVerdict, reasoningDropped } from "./reasoning.ts"
import { responsesHead } from "./responses-head.ts"
import { resultList } from "./results.ts"
import { type Crossed, type NativePair, type SettledPart, settle } from "./settle.ts"
import { asideParts, isRun, type Shapes, textRun } from "./speech.ts"
import { pieceOf, type Turn, type TurnPart } from "./turn.ts"
import { clean } from "./unicode.ts"

const api = "responses"

/** Item types that are ours to write: an opaque item may not pose as one. */
const ours = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "item_reference",
])

const nativeOf = (block: {
  readonly native?: { readonly api: string; readonly json: string }
}): { readonly json: string; readonly value: Foreign } | undefined => {
  const { native } = block
  const value = native?.api === api ? standing(native.json) : undefined
  return native === undefined || value === undefined ? undefined : { json: native.json, value }
}

const shapes: Shapes = {
  media: ({ mediaType, base64, name }, kind, claim) => {
    const url = JSON.stringify(`data:${mediaType};base64,${base64}`)
    if (kind === "image") return raw(`{"type":"input_image","detail":"auto","image_url":${url}}`, claim)
    return raw(
      `{"type":"input_file","filename":${JSON.stringify(clean(name ?? "file"))},"file_data":${url}}`,
      claim,
    )
  },
  opaque: ({ source, json }) => {
    const type = source === api ? standing(json)?.["type"] : undefined
    return typeof type === "string" && !ours.has(type) ? json : undefined
  },
  nativeText: () => undefined,
}

/** A server tool's call and result are one item here, or two that name each other by `call_id`. */
const pair: NativePair = (call, result) => {
  const asked = nativeOf(call)
  const given = nativeOf(result)
  const whole =
    asked !== undefined &&
    given !== undefined &&
    typeof asked.value["type"] === "string" &&
    !ours.has(asked.value["type"]) &&
    typeof given.value["type"] === "string" &&
    !ours.has(given.value["type"]) &&
    (asked.value["call_id"] === call.callId || asked.value["id"] === call.callId) &&
    (given.value["call_id"] === call.callId || given.value["id"] === call.callId)
  return whole ? { call: asked.json, result: given.json } : undefined
}

/** An item stands once in the input, by its id (`responses/item-id-unique`); one without an id is always new. */
const isNew = (ids: Ids, id: unknown): boolean => typeof id !== "string" || id === "" || takeItem(ids, id)

const nativeCall = (block: BlockOf<"tool-call">, id: string, name: string, ids: Ids): string | undefined => {
  const found = nativeOf(block)
  if (found === undefined || found.value["call_id"] !== id || found.value["name"] !== name) return undefined
  const { type } = found.value
  const same =
    block.form === "custom"
      ? type === "custom_tool_call" && found.value["input"] === block.arguments
      : type === "function_call" && found.value["arguments"] === block.arguments
  return same && isNew(ids, found.value["id"]) ? found.json : undefined
}

const callPart = ({ call, id, name, reasons }: Crossed, ids: Ids, context: Context): TurnPart => {
  const { block } = call.held
  const input = wireArguments(block, context.policies.maxToolChars)
  const untouched = [...reasons, input.reason === "arguments-wrapped" ? undefined : input.reason].every(
    (reason) => reason === undefined,
  )
  const native = untouched ? nativeCall(block, id, name, ids) : undefined
  if (native !== undefined)
    return { is: "element", piece: raw(native, claimOf(call.held, [], { native: api })) }
  const refused = block.native?.api === api ? "native-refused" : undefined
  if (block.form === "custom" && context.target.customCalls) {
    const text = clean(block.arguments)
    const unicode = text === block.arguments ? undefined : "unicode-replaced"
    const claim = claimOf(call.held, [...reasons, unicode, refused])
    return {
      is: "element",
      piece: json(claim)`{"type":"custom_tool_call","call_id":${id},"name":${name},"input":${text}}`,
    }
  }
  const claim = claimOf(call.held, [...reasons, input.reason, refused])
  return {
    is: "element",
    piece: json(claim)`{"type":"function_call","call_id":${id},"name":${name},"arguments":${input.json}}`,
  }
}

/** Encrypted reasoning verbatim, in its place; the row says whether its id rides along (`responses/reasoning-id-with-encrypted`). */
const reasoningPart = (
  part: Extract<SettledPart, { readonly is: "reasoning" }>,
  ids: Ids,
  last: number,
  context: Context,
): TurnPart => {
  const { held } = part
  const verdict = reasonedVerdict(held, part.message, part.alone, last, context)
  if (verdict.as !== "signed") return reasoningDropped(held, verdict)
  const row = context.target.reasoning
  const rides = row.form === "signed" && row.ids === true
  const found = nativeOf(held.block)
  const sealed =
    found?.value["type"] === "reasoning" && found.value["encrypted_content"] === verdict.proof.value
  const native = found !== undefined && sealed && (rides || found.value["id"] === undefined)
  const id = native ? found.value["id"] : (verdict.proof.id ?? held.block.itemId)
  if (rides && !isNew(ids, id)) return { is: "dropped", claim: droppedOf(held, "reasoning-repeated") }
  if (native) return { is: "element", piece: raw(found.json, claimOf(held, [], { native: api })) }
  const stored =
    found !== undefined && sealed ? members(found.json).find(({ key }) => key === "summary")?.json : undefined
  const { text } = held.block
  const summary = raw(
    stored ?? (text === "" ? "[]" : `[{"type":"summary_text","text":${JSON.stringify(text)}}]`),
  )
  const sealedText = verdict.proof.value
  const piece =
    rides && typeof id === "string" && id !== ""
      ? json(
          claimOf(held),
        )`{"type":"reasoning","id":${clean(id)},"summary":${summary},"encrypted_content":${sealedText}}`
      : json(claimOf(held))`{"type":"reasoning","summary":${summary},"encrypted_content":${sealedText}}`
  return { is: "element", piece }
}

/** Whether an item is a message of the agent's that holds one text and nothing else. */
const says = (item: Foreign, text: string): boolean => {
  const content = item["type"] === "message" && item["role"] === "assistant" ? item["content"] : undefined
  const [only, ...more]: readonly unknown[] = Array.isArray(content) ? content : []
  return (
    more.length === 0 && typeof only === "object" && only !== null && "text" in only && only.text === text
  )
}

/** What the agent said, as an item of its own, so that items keep the order of the reply. */
const spokenPart = (held: LineBlock<BlockOf<"text">>, ids: Ids, context: Context): TurnPart => {
  const refused = held.block.native?.api === api ? "native-refused" : undefined
  const run = textRun(held, [refused], textLimit(context))
  if (!isRun(run)) return { is: "dropped", claim: run }
  const found = nativeOf(held.block)
  const whole = run.text === held.block.text && found !== undefined && says(found.value, run.text)
  return whole && isNew(ids, found.value["id"])
    ? { is: "element", piece: raw(found.json, claimOf(held, [], { native: api })) }
    : { is: "text", runs: [run] }
}

const declared = (part: SettledPart, ids: Ids, last: number, context: Context): TurnPart => {
  switch (part.is) {
    case "text":
      return spokenPart(part.held, ids, context)
    case "call":
      return callPart(part.crossed, ids, context)
    case "reasoning":
      return reasoningPart(part, ids, last, context)
    case "native":
    case "opaque":
    case "dropped":
      return ownPart(part, shapes, api)
    default:
      return unreachable(part)
  }
}

const inputText = (list: readonly Run[], type: "input_text" | "output_text"): Piece => {
  const [only] = list
  return only !== undefined && list.length === 1
    ? json(only.claim)`{"type":${type},"text":${only.text}}`
    : json()`{"type":${type},"text":${runs(list)}}`
}

const outputOf = (
  { call, id }: Crossed,
  output: string | Piece,
  claim: Claim,
  context: Context,
): TurnPart => {
  const custom = call.held.block.form === "custom" && context.target.customCalls
  const type = custom ? "custom_tool_call_output" : "function_call_output"
  return {
    is: "element",
    mark: "result",
    piece: json(claim)`{"type":${type},"call_id":${id},"output":${output}}`,
  }
}

/** A call's output: a string where it is nothing but one text, else parts; pictures inside (`responses/output-parts`). */
const answered = (crossed: Crossed, context: Context): readonly TurnPart[] => {
  const { answer } = crossed
  if (answer.is === "made") {
    return [outputOf(crossed, answer.text, made(answer.reason), context)]
  }
  const { held, reasons } = answer
  const { content, drops } = resultList(held, shapes, context, (run) => inputText([run], "input_text"))
  const claim = claimOf(held, [
    ...reasons,
    held.block.isError ? "error-flag-lost" : undefined,
    held.block.native?.api === api ? "native-refused" : undefined,
  ])
  const output = content.length === 0 ? "" : array(content)
  return [outputOf(crossed, output, claim, context), ...drops]
}

const response = (of: Response, ids: Ids, last: number, context: Context): readonly Turn[] => {
  const settled = settle(of, ids, pair, context)
  return [
    { voice: "assistant", parts: settled.parts.map((part) => declared(part, ids, last, context)) },
    { voice: "tool", parts: settled.crossed.flatMap((each) => answered(each, context)) },
    { voice: "user", parts: asideParts(settled.aside, shapes, context) },
  ]
}

const message = (voice: string, content: readonly Piece[]): Piece =>
  json()`{"type":"message","role":${voice},"content":${array(content)}}`

/** An item a part where the assistant or a tool speaks; one message where the user does. */
const messages = ({ voice, parts }: Turn): readonly Piece[] =>
  voice === "assistant" || voice === "tool"
    ? parts.map((part) => pieceOf(part, (list) => message("assistant", [inputText(list, "output_text")])))
    : [
        message(
          voice,
          parts.map((part) => pieceOf(part, (list) => inputText(list, "input_text"))),
        ),
      ]

/** OpenAI Responses and its relatives (`wire-rules.md` section 4). */
export const responses: Dialect = {
  id: "responses",
  shapes,
  history: "input",
  head: responsesHead,
  lead: () => [],
  response,
  messages,
}
