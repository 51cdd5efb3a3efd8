import type { Response } from "#lib/rounds/segment.ts"
import { unreachable } from "#lib/unreachable.ts"
import { array, type Claim, json, nothing, object, type Piece, quoted, raw, runs } from "#lib/wire/writer.ts"
import { wireArguments } from "./arguments.ts"
import { chatLead } from "./chat-head.ts"
import { thoughtField, thoughtPart } from "./chat-thought.ts"
import { alsoAltered, claimOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { Dialect } from "./dialect.ts"
import type { Field } from "./head.ts"
import type { Ids } from "./ids.ts"
import { ollamaHead } from "./ollama-head.ts"
import { ownPart } from "./own.ts"
import { picturesBehind, resultText } from "./results.ts"
import { type Crossed, type SettledPart, settle } from "./settle.ts"
import { asideParts, isRun, type Shapes, textRun } from "./speech.ts"
import { joined } from "./text.ts"
import type { Turn, TurnPart } from "./turn.ts"

/** Pictures are bare base64 in `images` of a message (`ollama/content-string`). */
const shapes: Shapes = {
  media: ({ base64 }, _kind, claim) => raw(`"${base64}"`, claim),
  opaque: () => undefined,
  nativeText: () => undefined,
}

/** `ollama/args-object`: arguments are an object. */
const callPart = ({ call, id, name, reasons }: Crossed, context: Context): TurnPart => {
  const input = wireArguments(call.held.block, context.policies.maxToolChars)
  const refused = call.held.block.native?.api === "ollama" ? "native-refused" : undefined
  const claim = claimOf(call.held, [...reasons, input.reason, refused])
  const args = raw(input.json)
  return {
    is: "call",
    piece: json(claim)`{"id":${id},"type":"function","function":{"name":${name},"arguments":${args}}}`,
  }
}

const declared = (part: SettledPart, last: number, context: Context): TurnPart => {
  switch (part.is) {
    case "text": {
      const run = textRun(part.held, [part.afterCall ? "order-lost" : undefined])
      return isRun(run) ? { is: "text", runs: [run] } : { is: "dropped", claim: run }
    }
    case "call":
      return callPart(part.crossed, context)
    case "reasoning":
      return thoughtPart(part, last, context)
    case "native":
    case "opaque":
    case "dropped":
      return ownPart(part, shapes, "ollama")
    default:
      return unreachable(part)
  }
}

/** `ollama/tool-fields`: a tool message names its tool and its call. */
const toolMessage = ({ id, name }: Crossed, content: string | Piece, claim: Claim): TurnPart => ({
  is: "element",
  mark: "result",
  piece: json(claim)`{"role":"tool","content":${content},"tool_name":${name},"tool_call_id":${id}}`,
})

const answered = (
  crossed: Crossed,
  context: Context,
): { readonly parts: readonly TurnPart[]; readonly behind: readonly Piece[] } => {
  const { answer } = crossed
  if (answer.is === "made") {
    return { parts: [toolMessage(crossed, answer.text, made(answer.reason))], behind: [] }
  }
  const { held, reasons } = answer
  const { text, pictures, drops } = resultText(held, shapes, context)
  const claim = claimOf(held, [...reasons, held.block.isError ? "error-flag-lost" : undefined])
  return { parts: [toolMessage(crossed, text, claim), ...drops], behind: pictures }
}

const response = (of: Response, ids: Ids, last: number, context: Context): readonly Turn[] => {
  const settled = settle(of, ids, () => undefined, context)
  const answers = settled.crossed.map((each) => ({ each, ...answered(each, context) }))
  return [
    { voice: "assistant", parts: settled.parts.map((part) => declared(part, last, context)) },
    ...answers.map(({ parts }): Turn => ({ voice: "tool", parts })),
    { voice: "user", parts: answers.flatMap(({ each, behind }) => picturesBehind(each, behind)) },
    { voice: "user", parts: asideParts(settled.aside, shapes, context) },
  ]
}

/** A picture that a text behind it has passed: pictures stand behind all of their message's text. */
const passed = (piece: Piece): Piece =>
  piece.is === "raw" && piece.claim !== undefined
    ? { ...piece, claim: alsoAltered(piece.claim, "order-lost") }
    : piece

/** Content is always a string; what else a message holds stands in fields of its own. */
const messages = ({ voice, parts }: Turn, context: Context): readonly Piece[] => {
  const drops = parts.flatMap((part) => (part.is === "dropped" ? [nothing(part.claim)] : []))
  const lastText = parts.findLastIndex((part) => part.is === "text")
  const elements = parts.flatMap((part, index) =>
    part.is === "element" ? [index < lastText ? passed(part.piece) : part.piece] : [],
  )
  const [whole] = elements
  if (voice === "tool" && whole !== undefined) return [whole, ...drops]
  const texts = joined(parts.flatMap((part) => (part.is === "text" ? [part.runs] : [])))
  const calls = parts.flatMap((part) => (part.is === "call" ? [part.piece] : []))
  const fields: Field[] = [["role", quoted(voice)]]
  if (voice === "assistant") fields.push(...thoughtField(parts, context))
  if (texts.length > 0 || calls.length === 0)
    fields.push(["content", texts.length === 0 ? raw('""') : runs(texts)])
  if (elements.length > 0) fields.push(["images", array(elements)])
  if (calls.length > 0) fields.push(["tool_calls", array(calls)])
  return [object(fields), ...drops]
}

/** Ollama's native chat (`wire-rules.md` section 9). */
export const ollama: Dialect = {
  id: "ollama",
  shapes,
  history: "messages",
  head: ollamaHead,
  lead: chatLead,
  response,
  messages,
}
