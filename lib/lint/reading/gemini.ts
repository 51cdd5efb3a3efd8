import type { Declared, Message, Part, Reading, Voice } from "../part.ts"
import { type Fields, fieldsOf, listOf, nothing, stringOf } from "../value.ts"

const voices: { readonly [role: string]: Voice } = { user: "user", model: "assistant", system: "system" }

/** The wire takes both spellings of a field. */
const either = (
  value: Fields,
  camel: string,
  snake: string,
): readonly [key: string, fields: Fields] | undefined => {
  for (const key of [camel, snake]) {
    const found = fieldsOf(value[key])
    if (found !== undefined) return [key, found]
  }
  return undefined
}

export const signatureOf = (value: Fields): string | undefined =>
  stringOf(value["thoughtSignature"]) ?? stringOf(value["thought_signature"])

const media = (value: Fields, at: string): Part | undefined => {
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

const partOf = (of: unknown, at: string): Part => {
  const value = fieldsOf(of) ?? nothing
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
    const content = (listOf(inner["parts"]) ?? []).map((part, index) =>
      partOf(part, `${at}/${key}/parts/${index}`),
    )
    const isError = fieldsOf(inner["response"])?.["error"] !== undefined
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

const partsOf = (parts: unknown, at: string): readonly Part[] =>
  (listOf(parts) ?? []).map((part, index) => partOf(part, `${at}/${index}`))

const declarations = (root: Fields): readonly Declared[] =>
  (listOf(root["tools"]) ?? []).flatMap((tool, index) => {
    const value = fieldsOf(tool) ?? nothing
    const key =
      listOf(value["functionDeclarations"]) === undefined ? "function_declarations" : "functionDeclarations"
    return (listOf(value[key]) ?? []).map((declaration, number): Declared => {
      const inner = fieldsOf(declaration) ?? nothing
      const at = `/tools/${index}/${key}/${number}`
      const schema = inner["parametersJsonSchema"] ?? inner["parameters"]
      return { at, name: stringOf(inner["name"]), nameAt: `${at}/name`, schema }
    })
  })

/** A body of Gemini generateContent. */
export const readGemini = (root: Fields): Reading => {
  const system = either(root, "systemInstruction", "system_instruction")
  return {
    messages: (listOf(root["contents"]) ?? []).map((content, index): Message => {
      const value = fieldsOf(content) ?? nothing
      const at = `/contents/${index}`
      const role = stringOf(value["role"]) ?? "user"
      const parts = partsOf(value["parts"], `${at}/parts`)
      return { index, at, role, voice: voices[role] ?? "other", parts, value }
    }),
    system: system === undefined ? [] : partsOf(system[1]["parts"], `/${system[0]}/parts`),
    tools: declarations(root),
  }
}
