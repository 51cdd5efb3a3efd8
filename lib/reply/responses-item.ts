import { amend, argue, begin, callWhole, type Draft, put, say, seal } from "./draft.ts"
import { filledOf, type Json, listOf, objectOf, stringOf } from "./json.ts"

/** An output item between its beginning and its end: which of our blocks it has become. */
export type OpenItem = {
  /** The texts of a message, by the place of their part. */
  readonly texts: Map<number, number>
  /** The one block of a call or of reasoning. */
  at: number | undefined
  /** The part of a reasoning's text that is being told. */
  part: number
}

export const openItem = (): OpenItem => ({ texts: new Map(), at: undefined, part: 0 })

const api = "responses"

/** Goes on with a text where it has come to, from the whole of it: only what is new is told. */
const catchUp = (draft: Draft, index: number, whole: string): void => {
  const held = draft.blocks[index]
  if (held?.kind !== "text" && held?.kind !== "reasoning") return
  if (whole.startsWith(held.text)) say(draft, index, whole.slice(held.text.length))
  else draft.blocks[index] = { ...held, text: whole }
}

/** The text of a message's part, begun where it was not. */
export const textAt = (draft: Draft, item: OpenItem, part: number): number => {
  const known = item.texts.get(part)
  if (known !== undefined) return known
  const begun = begin(draft, "text")
  item.texts.set(part, begun)
  return begun
}

/** Parts of a summary or of a thought are told apart by a blank line. */
export const thinkOn = (draft: Draft, item: OpenItem, part: number, text: string): void => {
  item.at ??= begin(draft, "reasoning")
  const held = draft.blocks[item.at]
  if (part !== item.part && held?.kind === "reasoning" && held.text !== "") say(draft, item.at, "\n\n")
  item.part = part
  say(draft, item.at, text)
}

/** Begins a call. Its arguments come behind; those that its beginning holds are of no matter. */
export const beginItem = (draft: Draft, item: OpenItem, value: Json): void => {
  const { type } = value
  if (type !== "function_call" && type !== "custom_tool_call") return
  const named = { callId: filledOf(value["call_id"]), name: filledOf(value["name"]) }
  item.at ??= callWhole(draft, named, "", type === "custom_tool_call" ? { form: "custom" } : {})
}

const endCall = (draft: Draft, item: OpenItem, value: Json, json: string): void => {
  beginItem(draft, item, value)
  const index = item.at
  const held = index === undefined ? undefined : draft.blocks[index]
  if (index === undefined || held?.kind !== "tool-call") return
  const whole = stringOf(value[held.form === "custom" ? "input" : "arguments"]) ?? held.arguments
  if (whole.startsWith(held.arguments)) argue(draft, index, whole.slice(held.arguments.length))
  else draft.blocks[index] = { ...held, arguments: whole }
  amend(draft, index, { ...idOf(value), native: { api, json } })
}

const idOf = (value: Json): { readonly itemId?: string } => {
  const itemId = filledOf(value["id"])
  return itemId === undefined ? {} : { itemId }
}

const endThought = (draft: Draft, item: OpenItem, value: Json, json: string): void => {
  const texts = (name: string) => listOf(value[name]).map((part) => stringOf(objectOf(part)?.["text"]) ?? "")
  const summary = texts("summary")
  const told = summary.length > 0 ? summary : texts("content")
  item.at ??= begin(draft, "reasoning")
  catchUp(draft, item.at, told.join("\n\n"))
  const sealed = filledOf(value["encrypted_content"])
  if (sealed !== undefined)
    seal(draft, item.at, { kind: "openai-encrypted", value: sealed, ...proofId(value) })
  amend(draft, item.at, { ...idOf(value), native: { api, json } })
}

const proofId = (value: Json): { readonly id?: string } => {
  const id = filledOf(value["id"])
  return id === undefined ? {} : { id }
}

/** A message with one text is kept as an item too; one with several, or with a refusal, as its texts. */
const endMessage = (draft: Draft, item: OpenItem, value: Json, json: string): void => {
  const parts = listOf(value["content"]).map(objectOf)
  parts.forEach((part, place) => {
    const text = stringOf(part?.["text"]) ?? stringOf(part?.["refusal"]) ?? ""
    if (text !== "") catchUp(draft, textAt(draft, item, place), text)
  })
  const [only] = parts
  const alone = parts.length === 1 && only?.["type"] === "output_text" ? item.texts.get(0) : undefined
  if (alone !== undefined) amend(draft, alone, { ...idOf(value), native: { api, json } })
}

/** The refusal that a message holds, in the model's words; undefined where there is none. */
export const refusalOf = (value: Json): string | undefined =>
  listOf(value["content"])
    .map((part) => filledOf(objectOf(part)?.["refusal"]))
    .find((words) => words !== undefined)

/** Ends an item with what it came to; one that has no kind here is kept whole. */
export const endItem = (draft: Draft, item: OpenItem, value: Json, json: string): void => {
  const { type } = value
  if (type === "message") endMessage(draft, item, value, json)
  else if (type === "reasoning") endThought(draft, item, value, json)
  else if (type === "function_call" || type === "custom_tool_call") endCall(draft, item, value, json)
  else put(draft, { kind: "opaque", source: api, json })
}
