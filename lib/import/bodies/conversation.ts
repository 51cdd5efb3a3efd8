import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { digestOf } from "../digest.ts"
import type { Body } from "../ledger.ts"
import { type Path, type Places, pointerOf, rawAt } from "../raw.ts"
import { type HeaderParts, headerBody } from "./header.ts"
import { type Located, valueAt } from "./locate.ts"

/** What one message of a list comes to; undefined where it is none. */
export type ElementReading =
  | {
      readonly bodies: readonly Body[]
      readonly objects: readonly StoredObject[]
      readonly repaired?: string | undefined
    }
  | undefined

/** What a message is read with. */
export type ElementSource = {
  readonly message: Json
  readonly places: Places
  readonly path: Path
  readonly body: Json | undefined
  /** The tool that a call before it named. */
  readonly toolOf: (callId: string) => string | undefined
}

/** What differs between the shapes. */
export type Reader = {
  readonly element: (source: ElementSource) => ElementReading
  /** The text of a message that belongs to the header when it stands before all others; undefined for any other. */
  readonly system: (message: Json) => string | undefined
  readonly header: (places: Places, located: Located, root: unknown) => HeaderParts
  /** The reply that stands beside the request. */
  readonly response: (
    around: Json,
    places: Places,
    path: Path,
  ) => (ElementReading & { readonly at?: string | null }) | undefined
}

/** One entry of a conversation, and where it stood; `element` is absent for what stands outside the list. */
export type Piece = {
  readonly id: string
  readonly time: string | null
  readonly body: Body
  readonly objects: readonly StoredObject[]
  readonly path: Path
  readonly element?: number
}

export type ElementFate =
  | { readonly fate: "kept"; readonly repaired?: string }
  | { readonly fate: "unread"; readonly why: string }

/**
 * One conversation, in order; `fates` has one for each element of the list. `digest` is that of its beginning: where it
 * stands, its leading system text and its first message, since many conversations share the former.
 */
export type Conversation = {
  readonly pieces: readonly Piece[]
  readonly fates: readonly ElementFate[]
  readonly digest: string
}

type State = {
  readonly reader: Reader
  readonly places: Places
  readonly located: Located
  readonly body: Json | undefined
  readonly tools: Map<string, string>
  readonly pieces: Piece[]
  readonly fates: ElementFate[]
  /** How many elements the conversation is known by. */
  beginning: number
}

const remember = (state: State, bodies: readonly Body[]): void => {
  for (const body of bodies)
    if (body.kind === "message")
      for (const block of body.blocks)
        if (block.kind === "tool-call") state.tools.set(block.callId, block.name)
}

/** Messages of one element share its id; the further ones are counted. */
const push = (
  state: State,
  reading: NonNullable<ElementReading>,
  first: Pick<Piece, "id" | "time" | "path" | "element">,
): void => {
  for (const [index, body] of reading.bodies.entries())
    state.pieces.push(
      index === 0
        ? { ...first, body, objects: reading.objects }
        : { ...first, id: `${first.id}#${index + 1}`, body, objects: [] },
    )
  remember(state, reading.bodies)
}

/** An element that our own code fails on counts as one that is not understood. */
const attempt = (state: State, message: Json, path: Path): ElementReading => {
  const { places, body, tools } = state
  try {
    return state.reader.element({ message, places, path, body, toolOf: (callId) => tools.get(callId) })
  } catch {
    return undefined
  }
}

const readElement = (state: State, value: unknown, index: number): void => {
  const path = [...state.located.messages, index]
  const raw = rawAt(state.places, path)
  const id = `${index}~${digestOf(raw).slice(0, 16)}`
  const message = objectOf(value)
  const reading = message && attempt(state, message, path)
  if (reading === undefined) {
    const why = message === undefined ? "not-an-object" : "message-unknown"
    const body: Body = { kind: "unread", raw, why }
    state.pieces.push({ id, time: null, body, objects: [], path, element: index })
    state.fates.push({ fate: "unread", why })
    return
  }
  state.beginning ||= index + 1
  push(state, reading, { id, time: null, path, element: index })
  state.fates.push({
    fate: "kept",
    ...(reading.repaired === undefined ? {} : { repaired: reading.repaired }),
  })
}

/** System text that stands before all messages is the header's; how many elements hold it, and what it says. */
const leading = (
  state: State,
  messages: readonly unknown[],
): { readonly count: number; readonly text: string | undefined } => {
  const texts: string[] = []
  for (const value of messages) {
    const message = objectOf(value)
    const text = message && state.reader.system(message)
    if (text === undefined) break
    texts.push(text)
  }
  return { count: texts.length, text: texts.length === 0 ? undefined : texts.join("\n\n") }
}

const pushHeader = (state: State, root: unknown, text: string | undefined, count: number): void => {
  const parts = state.reader.header(state.places, state.located, root)
  const system = [parts.system, text].filter((part) => part !== undefined).join("\n\n")
  const header = headerBody({
    ...parts,
    system: parts.system === undefined && text === undefined ? undefined : system,
  })
  if (header !== undefined)
    state.pieces.push({
      ...header,
      time: null,
      objects: [],
      path: state.located.body ?? state.located.messages,
      ...(count > 0 ? { element: 0 } : {}),
    })
  for (let index = 0; index < count; index++) state.fates.push({ fate: "kept" })
}

const beginningOf = ({ places, located }: State, count: number): string => {
  const raws = Array.from({ length: count }, (_, index) => rawAt(places, [...located.messages, index]))
  return digestOf([pointerOf(located.messages), ...raws].join("\n"))
}

/** Reads one list of messages, with the header before it and the reply behind it, where the source holds them. */
export const readConversation = (
  reader: Reader,
  places: Places,
  located: Located,
  root: unknown,
): Conversation => {
  const body = located.body === undefined ? undefined : objectOf(valueAt(root, located.body))
  const messages = listOf(valueAt(root, located.messages)) ?? []
  const state: State = {
    reader,
    places,
    located,
    body,
    tools: new Map(),
    pieces: [],
    fates: [],
    beginning: 0,
  }
  const { count, text } = leading(state, messages)
  pushHeader(state, root, text, count)
  for (let index = count; index < messages.length; index++) readElement(state, messages[index], index)
  const around = located.around === undefined ? undefined : objectOf(valueAt(root, located.around))
  const reply = around && located.around && reader.response(around, places, located.around)
  if (reply !== undefined && located.around !== undefined) {
    const path = [...located.around, "response"]
    const id = `response~${digestOf(rawAt(places, path)).slice(0, 16)}`
    push(state, reply, { id, time: reply.at ?? null, path })
  }
  return {
    pieces: state.pieces,
    fates: state.fates,
    digest: beginningOf(state, Math.max(state.beginning, count)),
  }
}

/** A title for a conversation that has none: the id its source gives it. */
export const titleOf = (around: Json | undefined): string | undefined => {
  if (around === undefined) return undefined
  const task = around.task_id
  const named = stringOf(around.title) ?? stringOf(around.custom_id)
  if (named !== undefined && named !== "") return named
  return typeof task === "number" || typeof task === "string" ? `Task ${task}` : undefined
}
