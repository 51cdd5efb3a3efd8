import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { Declared, Part, Reading } from "../part.ts"
import { each, spoken, type Voices } from "./each.ts"

const voices: Voices = new Map([
  ["user", "user"],
  ["model", "assistant"],
  ["system", "system"],
])

/** The wire takes both spellings of a field. */
const either = (
  value: Json,
  camel: string,
  snake: string,
): readonly [key: string, fields: Json] | undefined => {
  for (const key of [camel, snake]) {
    const found = objectOf(value[key])
    if (found !== undefined) return [key, found]
  }
  return undefined
}

export const signatureOf = (value: Json): string | undefined =>
  stringOf(value["thoughtSignature"]) ?? stringOf(value["thought_signature"])

const media = (value: Json, at: string): Part | undefined => {
  const inline = either(value, "inlineData", "inline_data")?.[1]
  const file = either(value, "fileData", "file_data")?.[1]
  const of = inline ?? file
  if (of === undefined) return undefined
  const mediaType = stringOf(of["mimeType"]) ?? stringOf(of["mime_type"])
  if (mediaType?.startsWith("image/") === false) return { is: "other", at, value, type: "file" }
  return {
    is: "image",
    at,
    value,
    mediaType,
    base64: stringOf(of["data"]),
    url: stringOf(of["fileUri"]) ?? stringOf(of["file_uri"]),
  }
}

const belowCall = { id: "/functionCall/id", name: "/functionCall/name", input: "/functionCall/args" } as const
const belowSnakeCall = {
  id: "/function_call/id",
  name: "/function_call/name",
  input: "/function_call/args",
} as const
const belowResult = { id: "/functionResponse/id" } as const
const belowSnakeResult = { id: "/function_response/id" } as const

const partOf = (value: Json, at: string): Part => {
  const call = either(value, "functionCall", "function_call")
  if (call !== undefined) {
    const [key, inner] = call
    return {
      is: "call",
      at,
      value,
      id: stringOf(inner["id"]),
      name: stringOf(inner["name"]),
      input: inner["args"],
      below: key === "functionCall" ? belowCall : belowSnakeCall,
      form: "value",
      json: undefined,
      isServer: false,
    }
  }
  const response = either(value, "functionResponse", "function_response")
  if (response !== undefined) {
    const [key, inner] = response
    const content = partsOf(inner["parts"], `${at}/${key}/parts`)
    const isError = objectOf(inner["response"])?.["error"] !== undefined
    return {
      is: "result",
      at,
      value,
      id: stringOf(inner["id"]),
      below: key === "functionResponse" ? belowResult : belowSnakeResult,
      name: stringOf(inner["name"]),
      isError,
      content,
      isServer: false,
    }
  }
  const text = stringOf(value["text"])
  if (text !== undefined)
    return value["thought"] === true
      ? { is: "reasoning", at, value, text, proof: signatureOf(value) }
      : { is: "text", at, value, text }
  return media(value, at) ?? { is: "other", at, value, type: Object.keys(value)[0] ?? "" }
}

const partsOf = (parts: unknown, at: string): readonly Part[] => each(parts, at, partOf)

const declaration = (value: Json, at: string): Declared => ({
  at,
  name: stringOf(value["name"]),
  nameAt: `${at}/name`,
  schema: value["parametersJsonSchema"] ?? value["parameters"],
})

const declarations = (tool: Json, at: string): readonly Declared[] => {
  const key =
    listOf(tool["functionDeclarations"]) === undefined ? "function_declarations" : "functionDeclarations"
  return each(tool[key], `${at}/${key}`, declaration)
}

/** A body of Gemini generateContent. */
export const readGemini = (root: Json): Reading => {
  const system = either(root, "systemInstruction", "system_instruction")
  return {
    messages: each(root["contents"], "/contents", spoken(voices, "parts", partsOf, "user")),
    system: system === undefined ? [] : partsOf(system[1]["parts"], `/${system[0]}/parts`),
    tools: each(root["tools"], "/tools", declarations).flat(),
  }
}
