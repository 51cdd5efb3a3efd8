import type { DialectId, Target } from "#lib/dialect/targets.ts"
import type { CallPart, Message, Part, Reading, ResultPart } from "./part.ts"
import type { Provenance } from "./provenance.ts"
import { readChat } from "./reading/chat.ts"
import { readConverse } from "./reading/converse.ts"
import { readGemini } from "./reading/gemini.ts"
import { readMessages } from "./reading/messages.ts"
import { readOllama } from "./reading/ollama.ts"
import { readResponses } from "./reading/responses.ts"
import { fits, type Shape } from "./shape.ts"
import { type Fields, fieldsOf, nothing, parsed, stringOf } from "./value.ts"

export type Placed<Of> = { readonly message: Message; readonly part: Of }

/** Neighbouring messages of one voice, as providers that merge them see them, with their parts in order. */
export type Turn = { readonly voice: Message["voice"]; readonly parts: readonly Placed<Part>[] }

/**
 * A body as all checks see it, read once.
 * Contract: pointers are into `text`; `parts`, `calls` and `results` are in document order, those of a result's own
 * content behind it.
 */
export type Body = Reading & {
  readonly text: string
  readonly root: Fields
  readonly target: Target
  readonly shape: Shape
  /** As the body names it, else as the caller does, else undefined. */
  readonly model: string | undefined
  readonly parts: readonly Placed<Part>[]
  /** Without what stands in the role `system`. */
  readonly turns: readonly Turn[]
  readonly calls: readonly Placed<CallPart>[]
  readonly results: readonly Placed<ResultPart>[]
  readonly previous: Body | undefined
  readonly provenance: Provenance | undefined
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
} as const satisfies Record<Shape, (root: Fields) => Reading>

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
export const shapeFor = (target: Target, root: Fields): Shape => {
  const asked = shapes[target.dialect]
  return target.like === "glm" && !fits(root, asked) && fits(root, "chat") ? "chat" : asked
}

export type Asked = {
  readonly target: Target
  readonly model?: string | undefined
  readonly previous?: string | undefined
  readonly provenance?: Provenance | undefined
}

const turnsOf = (messages: readonly Message[]): readonly Turn[] => {
  const turns: { voice: Message["voice"]; parts: Placed<Part>[] }[] = []
  for (const message of messages) {
    if (message.voice === "system") continue
    let last = turns.at(-1)
    if (last?.voice !== message.voice) {
      last = { voice: message.voice, parts: [] }
      turns.push(last)
    }
    for (const part of message.parts) last.parts.push({ message, part })
  }
  return turns
}

/** A body's text read for a target; undefined where it is no JSON object. Of another shape it comes out as it can. */
export const bodyOf = (text: string, asked: Asked): Body | undefined => {
  const root = fieldsOf(parsed(text)?.value)
  if (root === undefined) return undefined
  const shape = shapeFor(asked.target, root)
  const reading = readings[shape](root)
  const parts: Placed<Part>[] = []
  const calls: Placed<CallPart>[] = []
  const results: Placed<ResultPart>[] = []
  for (const message of reading.messages)
    for (const part of message.parts) {
      parts.push({ message, part })
      if (part.is === "call") calls.push({ message, part })
      if (part.is !== "result") continue
      results.push({ message, part })
      for (const inner of part.content) parts.push({ message, part: inner })
    }
  const { target, model, previous, provenance } = asked
  return {
    ...reading,
    text,
    root,
    target,
    shape,
    model: stringOf(root["model"]) ?? model,
    parts,
    turns: turnsOf(reading.messages),
    calls,
    results,
    previous: previous === undefined ? undefined : bodyOf(previous, { target, model }),
    provenance,
  }
}

/** Whether a message's text is nothing but what JavaScript trims. */
export const isBlank = (text: string): boolean => text.trim() === ""

/** A field's object; empty where there is none. */
export const under = (fields: Fields, key: string): Fields => fieldsOf(fields[key]) ?? nothing
