import type { Block } from "#lib/record/block.ts"
import { type Json, objectOf, parsed, stringOf } from "#lib/record/json.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { type Piece, readConversation } from "../bodies/conversation.ts"
import { digestOf } from "../digest.ts"
import type { Body } from "../ledger.ts"
import { printed } from "../printed.ts"
import { placesOf } from "../raw.ts"
import { type RequestDialect, requestReaders } from "./index.ts"

/** Whom a request was for, as far as its address and its body tell. */
export type Whom = {
  readonly dialect: RequestDialect
  readonly provider: string
  /** Where the address names the model, and the body does not. */
  readonly model?: string
  /** The id of the row that its wire is written for; absent where no row is known to be meant. */
  readonly target?: string
}

/**
 * One element of a request's history. `key` tells elements that say the same from others, marks for the cache aside;
 * `signs` are of what an agent said and called, in order, so that an answer is known again when it is sent back.
 */
export type Turn = {
  readonly bodies: readonly Body[]
  readonly objects: readonly StoredObject[]
  readonly isAgent: boolean
  readonly key: string
  readonly signs: readonly string[]
}

export type RequestReading = {
  readonly model: string | undefined
  /** All that it holds beside history; absent where it holds nothing. */
  readonly header:
    | { readonly id: string; readonly body: Extract<Body, { readonly kind: "header" }> }
    | undefined
  readonly turns: readonly Turn[]
  /** The response on the provider's side that the history goes on from: then the turns are only what is new. */
  readonly previous: string | undefined
}

const mark = (of: string): string => digestOf(of).slice(0, 24)

const plainArguments = (json: string): string => printed(parsed(json)) ?? json

/** What can be known again of blocks that an agent made: texts and calls. Reasoning is often left out when it is sent back. */
export const signsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) => {
    if (block.kind === "text") return block.text.trim() === "" ? [] : [mark(`text ${block.text.trim()}`)]
    if (block.kind !== "tool-call") return []
    return [mark(`call ${block.callId} ${block.name} ${plainArguments(block.arguments)}`)]
  })

const keyOf = (bodies: readonly Body[]): string =>
  mark(
    JSON.stringify(
      bodies.map((body) =>
        body.kind === "message"
          ? [body.role, body.speaker, body.blocks]
          : [body.kind, "raw" in body && body.raw],
      ),
    ),
  )

const blocksOf = (bodies: readonly Body[]): readonly Block[] =>
  bodies.flatMap((body) => (body.kind === "message" ? body.blocks : []))

const turnOf = (bodies: readonly Body[], objects: readonly StoredObject[]): Turn => ({
  bodies,
  objects,
  isAgent: bodies.every((body) => body.kind === "message" && body.role === "assistant"),
  key: keyOf(bodies),
  signs: signsOf(blocksOf(bodies)),
})

/** Messages of one element of the history stand together. */
const turnsOf = (pieces: readonly Piece[]): readonly Turn[] => {
  const elements = new Map<number, Piece[]>()
  for (const piece of pieces) {
    const element = piece.element ?? -1
    const held = elements.get(element)
    if (held === undefined) elements.set(element, [piece])
    else held.push(piece)
  }
  return [...elements.values()].map((held) =>
    turnOf(
      held.map(({ body }) => body),
      held.flatMap(({ objects }) => objects),
    ),
  )
}

/** Where each item is an element of its own, those that an agent made in a row are one response. */
const joined = (turns: readonly Turn[]): readonly Turn[] => {
  const runs: Turn[][] = []
  for (const turn of turns) {
    const last = runs.at(-1)
    if (turn.isAgent && last?.[0]?.isAgent === true) last.push(turn)
    else runs.push([turn])
  }
  return runs.flatMap((run) => {
    const [first] = run
    const [body] = first?.bodies ?? []
    if (run.length < 2 || body?.kind !== "message") return run
    const blocks = blocksOf(run.flatMap(({ bodies }) => bodies))
    return [
      turnOf(
        [{ ...body, blocks: [...blocks] }],
        run.flatMap(({ objects }) => objects),
      ),
    ]
  })
}

/** A body whose history is one text holds the same as one with a list of it. */
const listed = (text: string, root: Json): { readonly text: string; readonly root: Json } => {
  const input = stringOf(root["input"])
  if (input === undefined) return { text, root }
  const whole = { ...root, input: [{ role: "user", content: input }] }
  return { text: printed(whole) ?? text, root: whole }
}

const isHeader = (body: Body): body is Extract<Body, { readonly kind: "header" }> => body.kind === "header"

const ofMaker = (body: Body, provider: string): Body =>
  body.kind === "message" && body.maker !== undefined ? { ...body, maker: { ...body.maker, provider } } : body

/** Reads a request's body into its header and its turns; undefined where it is no JSON object. */
export const readRequest = (given: string, whom: Whom): RequestReading | undefined => {
  const object = objectOf(parsed(given))
  if (object === undefined) return undefined
  const { dialect, provider } = whom
  const { text, root } = dialect === "responses" ? listed(given, object) : { text: given, root: object }
  const model = stringOf(root["model"]) ?? whom.model
  const { reader, history } = requestReaders[dialect]
  const named = model === undefined ? root : { ...root, model }
  const { pieces } = readConversation(reader, placesOf(text), { messages: [history], body: [] }, named)
  const made = pieces.map((piece) => ({ ...piece, body: ofMaker(piece.body, provider) }))
  const header = made.map(({ id, body }) => ({ id, body })).find(({ body }) => isHeader(body))
  const turns = turnsOf(made.filter(({ body }) => !isHeader(body)))
  return {
    model,
    header:
      header !== undefined && isHeader(header.body)
        ? { id: header.id, body: { ...header.body, target: { ...header.body.target, provider } } }
        : undefined,
    turns: dialect === "responses" ? joined(turns) : turns,
    previous: dialect === "responses" ? stringOf(root["previous_response_id"]) : undefined,
  }
}
