import type { BlockOf } from "#lib/record/block.ts"
import type { Response } from "#lib/rounds/segment.ts"
import { unreachable } from "#lib/unreachable.ts"
import { array, type Claim, json, nothing, object, type Piece, quoted, raw, runs } from "#lib/wire/writer.ts"
import { wireArguments } from "./arguments.ts"
import { chatHead, chatLead } from "./chat-head.ts"
import { thoughtField, thoughtPart } from "./chat-thought.ts"
import { claimOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { Dialect } from "./dialect.ts"
import type { Field } from "./head.ts"
import type { Ids } from "./ids.ts"
import { standing } from "./native.ts"
import { ownPart } from "./own.ts"
import { picturesBehind, resultText } from "./results.ts"
import { type Crossed, type SettledPart, settle } from "./settle.ts"
import { asideParts, isRun, type Shapes, textRun } from "./speech.ts"
import { joined } from "./text.ts"
import { isCall, type Turn, type TurnPart } from "./turn.ts"
import { clean } from "./unicode.ts"

const shapes: Shapes = {
  media: ({ mediaType, base64, name }, kind, claim) => {
    const url = `data:${mediaType};base64,${base64}`
    if (kind === "image") return raw(`{"type":"image_url","image_url":{"url":${JSON.stringify(url)}}}`, claim)
    return raw(
      `{"type":"file","file":{"filename":${JSON.stringify(clean(name ?? "file"))},"file_data":${JSON.stringify(url)}}}`,
      claim,
    )
  },
  opaque: ({ source, json }, voice) =>
    source === "chat" && voice === "user" && standing(json)?.["type"] === "input_audio" ? json : undefined,
  nativeText: ({ native, text }) => {
    const value = native?.api === "chat" ? standing(native.json) : undefined
    return value?.["type"] === "text" && value["text"] === text ? native?.json : undefined
  },
}

const nativeCall = (
  { native, arguments: input }: BlockOf<"tool-call">,
  id: string,
  name: string,
): string | undefined => {
  const value = native?.api === "chat" ? standing(native.json) : undefined
  const inner = value?.["function"]
  const same =
    value?.["type"] === "function" && value["id"] === id && typeof inner === "object" && inner !== null
  return same && "name" in inner && inner.name === name && "arguments" in inner && inner.arguments === input
    ? native?.json
    : undefined
}

/** `openai-chat/arguments-string`: a string that holds a JSON object; free text only where the row has custom calls. */
const callPart = ({ call, id, name, reasons }: Crossed, context: Context): TurnPart => {
  const { block } = call.held
  const native = nativeCall(block, id, name)
  if (native !== undefined && reasons.every((reason) => reason === undefined))
    return { is: "call", piece: raw(native, claimOf(call.held, [], { native: "chat" })) }
  const refused = block.native?.api === "chat" ? "native-refused" : undefined
  if (block.form === "custom" && context.target.customCalls) {
    const input = clean(block.arguments)
    const unicode = input === block.arguments ? undefined : "unicode-replaced"
    const claim = claimOf(call.held, [...reasons, unicode, refused])
    return {
      is: "call",
      piece: json(claim)`{"id":${id},"type":"custom","custom":{"name":${name},"input":${input}}}`,
    }
  }
  const input = wireArguments(block, context.policies.maxToolChars)
  const claim = claimOf(call.held, [...reasons, input.reason, refused])
  return {
    is: "call",
    piece: json(claim)`{"id":${id},"type":"function","function":{"name":${name},"arguments":${input.json}}}`,
  }
}

const declared = (part: SettledPart, last: number, context: Context): TurnPart => {
  switch (part.is) {
    case "text": {
      const refused = part.held.block.native?.api === "chat" ? "native-refused" : undefined
      const run = textRun(part.held, [part.afterCall ? "order-lost" : undefined, refused])
      return isRun(run) ? { is: "text", runs: [run] } : { is: "dropped", claim: run }
    }
    case "call":
      return callPart(part.crossed, context)
    case "reasoning":
      return thoughtPart(part, last, context)
    case "native":
    case "opaque":
    case "dropped":
      return ownPart(part, shapes, "chat")
    default:
      return unreachable(part)
  }
}

const toolMessage = (id: string, content: string | Piece, claim: Claim): TurnPart => ({
  is: "element",
  mark: "result",
  piece: json(claim)`{"role":"tool","tool_call_id":${id},"content":${content}}`,
})

/** A call's result as one tool message; pictures among it stand behind the whole run (`openai-chat/images-between-tools`). */
const answered = (
  { id, answer }: Crossed,
  context: Context,
): { readonly parts: readonly TurnPart[]; readonly behind: readonly Piece[] } => {
  if (answer.is === "made") {
    return { parts: [toolMessage(id, answer.text, made(answer.reason))], behind: [] }
  }
  const { held, reasons } = answer
  const { text, pictures, drops } = resultText(held, shapes, context)
  const refused = held.block.native?.api === "chat" ? "native-refused" : undefined
  const claim = claimOf(held, [...reasons, held.block.isError ? "error-flag-lost" : undefined, refused])
  return { parts: [toolMessage(id, text, claim), ...drops], behind: pictures }
}

const response = (of: Response, ids: Ids, last: number, context: Context): readonly Turn[] => {
  const settled = settle(of, ids, () => undefined, context)
  const said = settled.parts.map((part) => declared(part, last, context))
  const turns: Turn[] = [{ voice: "assistant", parts: said }]
  const pictures: TurnPart[] = []
  for (const each of settled.crossed) {
    const { parts, behind } = answered(each, context)
    turns.push({ voice: "tool", parts })
    pictures.push(...picturesBehind(each, behind))
  }
  const aside = asideParts(settled.aside, shapes, context)
  return [...turns, { voice: "user", parts: pictures }, { voice: "user", parts: aside }]
}

type Text = Extract<TurnPart, { readonly is: "text" }>

/** Neighbouring texts as one list, so that a string is the first text part of the array it becomes. */
const grouped = (parts: readonly TurnPart[]): readonly (readonly Text[] | Piece)[] => {
  const found: (Text[] | Piece)[] = []
  let texts: Text[] | undefined
  for (const part of parts) {
    if (part.is === "text") {
      if (texts === undefined) {
        texts = []
        found.push(texts)
      }
      texts.push(part)
    } else if (part.is === "element") {
      found.push(part.piece)
      texts = undefined
    }
  }
  return found
}

const together = (texts: readonly Text[]): Piece => runs(joined(texts.map((text) => text.runs)))

/** A string where there is nothing but text, else parts. */
const content = (parts: readonly TurnPart[]): Piece => {
  const [first] = parts
  if (parts.length === 1 && first?.is === "text") return runs(first.runs)
  const groups = grouped(parts)
  const [only] = groups
  if (groups.length === 1 && only !== undefined && !("is" in only)) return together(only)
  return array(
    groups.map((group) => ("is" in group ? group : json()`{"type":"text","text":${together(group)}}`)),
  )
}

const messages = ({ voice, parts }: Turn, context: Context): readonly Piece[] => {
  const drops = parts.flatMap((part) => (part.is === "dropped" ? [nothing(part.claim)] : []))
  const whole = voice === "tool" ? parts.find((part) => part.is === "element") : undefined
  if (whole?.is === "element") return [whole.piece, ...drops]
  const calls = parts.filter(isCall).map((part) => part.piece)
  const says = parts.some((part) => part.is === "text" || part.is === "element")
  const fields: Field[] = [["role", quoted(voice)]]
  if (voice === "assistant") fields.push(...thoughtField(parts, context))
  if (says) fields.push(["content", content(parts)])
  if (calls.length > 0) fields.push(["tool_calls", array(calls)])
  return [object(fields), ...drops]
}

/** OpenAI Chat Completions and its relatives (`wire-rules.md` sections 3, 6, 7 and 8). */
export const chat: Dialect = {
  id: "chat",
  shapes,
  history: "messages",
  head: chatHead,
  lead: chatLead,
  response,
  messages,
}
