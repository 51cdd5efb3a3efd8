import type { Json } from "#lib/record/json.ts"
import type { JsonKind } from "./value.ts"

type Placed = {
  /** Where the part stands; a string content's part stands where the string does. */
  readonly at: string
  /** The part as it was written; empty where it is no object. */
  readonly value: Json
}

export type TextPart = Placed & { readonly is: "text"; readonly text: string }
export type ReasoningPart = Placed & {
  readonly is: "reasoning"
  readonly text: string
  /** Signature, redacted data or encrypted content; undefined where there is none. */
  readonly proof: string | undefined
}
export type CallPart = Placed & {
  readonly is: "call"
  readonly id: string | undefined
  readonly name: string | undefined
  readonly input: unknown
  /** Where these stand below `at`. */
  readonly below: { readonly id: string; readonly name: string; readonly input: string }
  /** How the input is written: as JSON text, as a JSON value, or as free text. */
  readonly form: "json-text" | "value" | "free"
  /** What an input that is JSON text is; undefined where it is no JSON or no text. */
  readonly json: JsonKind | undefined
  /** Run by the provider itself. */
  readonly isServer: boolean
}
export type ResultPart = Placed & {
  readonly is: "result"
  readonly id: string | undefined
  readonly below: { readonly id: string }
  readonly name: string | undefined
  readonly isError: boolean
  readonly content: readonly Part[]
  readonly isServer: boolean
}
export type ImagePart = Placed & {
  readonly is: "image"
  readonly mediaType: string | undefined
  /** The bytes in base64; undefined where the picture is named by a URL. */
  readonly base64: string | undefined
  readonly url: string | undefined
}
export type OtherPart = Placed & { readonly is: "other"; readonly type: string }

/** A piece of a message, whatever shape its dialect gives it. */
export type Part = TextPart | ReasoningPart | CallPart | ResultPart | ImagePart | OtherPart

export type Voice = "system" | "user" | "assistant" | "tool" | "other"

/** One element of a body's history: a message, a content, or an item. */
export type Message = {
  readonly index: number
  readonly at: string
  readonly role: string
  readonly voice: Voice
  readonly parts: readonly Part[]
  readonly value: Json
}

const isCall = (part: Part): part is CallPart => part.is === "call"

/** A message's calls in order; of none where there is no message. */
export const callsOf = (message: Message | undefined): readonly CallPart[] =>
  hasCalls(message) ? (message?.parts.filter(isCall) ?? []) : none

const none: readonly CallPart[] = []

export const hasCalls = (message: Message | undefined): boolean => message?.parts.some(isCall) ?? false

export const firstCall = (message: Message | undefined): CallPart | undefined => message?.parts.find(isCall)

/** Whether an id is one of some parts'; quick for few, and not slow for many. */
export const amongIds = (parts: readonly Pick<ResultPart, "id">[]): ((id: string | undefined) => boolean) => {
  if (parts.length <= 8) return (id) => parts.some((part) => part.id === id)
  const ids = new Set(parts.map(({ id }) => id))
  return (id) => ids.has(id)
}

export const idAt = ({ at, below }: Pick<ResultPart, "at" | "below">): string => `${at}${below.id}`

export const nameAt = ({ at, below }: CallPart): string => `${at}${below.name}`

export const inputAt = ({ at, below }: CallPart): string => `${at}${below.input}`

/** A tool that a body declares. */
export type Declared = {
  readonly at: string
  readonly name: string | undefined
  readonly nameAt: string
  readonly schema: unknown
}

/** What a dialect's reading makes of a body. */
export type Reading = {
  readonly messages: readonly Message[]
  readonly system: readonly Part[]
  readonly tools: readonly Declared[]
}

const dataUrl = /^data:([^;,]*)(?:;[^,]*)?;base64,/

/** A picture's URL apart: its type and bytes where it holds them, else the URL. */
export const picture = (
  url: string | undefined,
): {
  readonly mediaType: string | undefined
  readonly base64: string | undefined
  readonly url: string | undefined
} => {
  const match = url === undefined ? null : dataUrl.exec(url.slice(0, 200))
  if (url === undefined || match === null) return { mediaType: undefined, base64: undefined, url }
  return { mediaType: match[1], base64: url.slice(match[0].length), url: undefined }
}
