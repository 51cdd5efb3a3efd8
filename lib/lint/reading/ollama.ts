import { type Json, listOf, stringOf } from "#lib/record/json.ts"
import type { Part, Reading } from "../part.ts"
import { nothing } from "../value.ts"
import { callOf, chatMessage, chatTools } from "./chat.ts"
import { each } from "./each.ts"

const imageOf = (data: unknown, at: string): Part => ({
  is: "image",
  at,
  value: nothing,
  mediaType: undefined,
  base64: stringOf(data),
  url: undefined,
})

const contentOf = (value: Json, at: string): readonly Part[] => {
  const text = stringOf(value["content"])
  const said: readonly Part[] =
    text === undefined ? [] : [{ is: "text", at: `${at}/content`, value: nothing, text }]
  const images = listOf(value["images"])
  return images === undefined
    ? said
    : said.concat(images.map((data, number) => imageOf(data, `${at}/images/${number}`)))
}

const messageOf = chatMessage(contentOf, callOf("value"), "tool_name")

/** A body of Ollama's native chat. */
export const readOllama = (root: Json): Reading => ({
  messages: each(root["messages"], "/messages", messageOf),
  system: [],
  tools: chatTools(root),
})
