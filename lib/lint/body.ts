import type { DialectId } from "#lib/dialect/targets/row.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { type Json, objectOf, parsed, stringOf } from "#lib/record/json.ts"
import { once } from "./once.ts"
import type { CallPart, Message, Part, Reading, ResultPart } from "./part.ts"
import type { Provenance } from "./provenance.ts"
import { readChat } from "./reading/chat.ts"
import { readConverse } from "./reading/converse.ts"
import { readGemini } from "./reading/gemini.ts"
import { readMessages } from "./reading/messages.ts"
import { readOllama } from "./reading/ollama.ts"
import { readResponses } from "./reading/responses.ts"
import { fits, type Shape } from "./shape.ts"
import { sift } from "./sift.ts"
import { nothing } from "./value.ts"

/** A part and where it stands; `within`: the result whose content it is. */
export type Placed<Of> = {
  readonly message: Message
  readonly part: Of
  readonly within?: ResultPart | undefined
}

type PlacedOf<Kind extends Part["is"]> = Placed<Extract<Part, { readonly is: Kind }>>

/** Neighbouring messages of one voice, as providers that merge them see them, with their parts in order. */
export type Turn = {
  readonly voice: Message["voice"]
  readonly parts: readonly Placed<Part>[]
  /** The assistant's calls, and the answers to some, as far as the provider does not run them itself. */
  readonly calls: readonly PlacedOf<"call">[]
  readonly results: readonly PlacedOf<"result">[]
}

/**
 * A body as all checks see it, read once.
 * Contract: pointers are into `text`; `parts` and the lists of one kind are in document order, what a result holds
 * behind it.
 */
export type Body = Reading &
  Lists & {
    readonly text: string
    readonly root: Json
    readonly target: Target
    readonly shape: Shape
    /** As the body names it, else as the caller does, else undefined. */
    readonly model: string | undefined
    /** Whether it can be read as that shape at all. */
    readonly isFit: boolean
    readonly previous: Body | undefined
    readonly provenance: Provenance | undefined
  }

/** All parts, and those of one kind: a rule looks through no more than it is about. Calls and results are messages' own. */
type Lists = {
  readonly parts: readonly Placed<Part>[]
  readonly texts: readonly PlacedOf<"text">[]
  readonly reasonings: readonly PlacedOf<"reasoning">[]
  readonly calls: readonly PlacedOf<"call">[]
  readonly results: readonly PlacedOf<"result">[]
  /** Calls and results together. */
  readonly linked: readonly Placed<CallPart | ResultPart>[]
  readonly images: readonly PlacedOf<"image">[]
}

const shapes = {
  chat: "chat",
  responses: "responses",
  messages: "messages",
  "prior-turns": "messages",
  gemini: "gemini",
  ollama: "ollama",
  converse: "converse",
} as const satisfies Record<DialectId, Shape>

const readings = {
  chat: readChat,
  responses: readResponses,
  messages: readMessages,
  gemini: readGemini,
  ollama: readOllama,
  converse: readConverse,
} as const satisfies Record<Shape, (root: Json) => Reading>

/** Where history stands in a body of a shape. */
export const historyOf: { readonly [shape in Shape]: string } = {
  chat: "messages",
  responses: "input",
  messages: "messages",
  gemini: "contents",
  ollama: "messages",
  converse: "messages",
}

/** The shape a target's bodies have. GLM takes both, so there the body decides. */
export const shapeFor = (target: Target, root: Json): Shape => {
  const asked = shapes[target.dialect]
  return target.like === "glm" && !fits(root, asked) && fits(root, "chat") ? "chat" : asked
}

export type Asked = {
  readonly target: Target
  readonly model?: string | undefined
  readonly previous?: string | undefined
  readonly provenance?: Provenance | undefined
}

const isOf =
  <Kind extends Part["is"]>(kind: Kind) =>
  (placed: Placed<Part>): placed is PlacedOf<Kind> =>
    placed.part.is === kind

const [isText, isReasoning, isCall, isResult, isImage] = [
  isOf("text"),
  isOf("reasoning"),
  isOf("call"),
  isOf("result"),
  isOf("image"),
]

/** Every part of a body sorted, in one pass. */
const sorted = (messages: readonly Message[]): Lists => {
  const parts: Placed<Part>[] = []
  const texts: PlacedOf<"text">[] = []
  const reasonings: PlacedOf<"reasoning">[] = []
  const calls: PlacedOf<"call">[] = []
  const results: PlacedOf<"result">[] = []
  const linked: Placed<CallPart | ResultPart>[] = []
  const images: PlacedOf<"image">[] = []
  const keep = (placed: Placed<Part>): void => {
    parts.push(placed)
    if (isText(placed)) texts.push(placed)
    else if (isReasoning(placed)) reasonings.push(placed)
    else if (isImage(placed)) images.push(placed)
    else if (placed.within !== undefined) return
    else if (isCall(placed)) {
      calls.push(placed)
      linked.push(placed)
    } else if (isResult(placed)) {
      results.push(placed)
      linked.push(placed)
      keepAll(placed.message, placed.part.content, placed.part)
    }
  }
  const keepAll = (message: Message, list: readonly Part[], within?: ResultPart): void => {
    for (let at = 0; at < list.length; at++) keep({ message, part: list[at] as Part, within }) // below its length
  }
  for (const message of messages) keepAll(message, message.parts)
  return { parts, texts, reasonings, calls, results, linked, images }
}

const ownCall = (placed: Placed<Part>): PlacedOf<"call"> | undefined =>
  isCall(placed) && !placed.part.isServer ? placed : undefined

const ownResult = (placed: Placed<Part>): PlacedOf<"result"> | undefined =>
  isResult(placed) && !placed.part.isServer ? placed : undefined

const turnIn = (voice: Message["voice"], parts: Turn["parts"]): Turn => ({
  voice,
  parts,
  calls: voice === "assistant" ? sift(parts, ownCall) : [],
  results: voice === "assistant" ? [] : sift(parts, ownResult),
})

/** A body's turns, without what stands in the role `system`; few rules ask for them. */
export const turnsOf = once(({ messages, parts }: Body): readonly Turn[] => {
  const own = parts.filter(({ message, within }) => within === undefined && message.voice !== "system")
  const turns: Turn[] = []
  let voice: Message["voice"] | undefined
  let [from, to] = [0, 0]
  const close = (): void => {
    if (voice !== undefined) turns.push(turnIn(voice, own.slice(from, to)))
    from = to
  }
  for (const message of messages) {
    if (message.voice === "system") continue
    if (message.voice !== voice) close()
    voice = message.voice
    to += message.parts.length
  }
  close()
  return turns
})

/** A body's text read for a target; undefined where it is no JSON object. Of another shape it comes out as it can. */
export const bodyOf = (text: string, asked: Asked): Body | undefined => {
  const root = objectOf(parsed(text))
  if (root === undefined) return undefined
  const shape = shapeFor(asked.target, root)
  const reading = readings[shape](root)
  const { target, model, previous, provenance } = asked
  return {
    ...reading,
    ...sorted(reading.messages),
    text,
    root,
    target,
    shape,
    model: stringOf(root["model"]) ?? model,
    isFit: fits(root, shape),
    previous: previous === undefined ? undefined : bodyOf(previous, { target, model }),
    provenance,
  }
}

/** Whether a message's text is nothing but what JavaScript trims. */
export const isBlank = (text: string): boolean => text.trim() === ""

/** A field's object; empty where there is none. */
export const under = (fields: Json, key: string): Json => objectOf(fields[key]) ?? nothing
