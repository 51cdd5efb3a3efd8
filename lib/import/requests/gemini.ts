import { type Json, known, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { ElementSource, Reader } from "../bodies/conversation.ts"
import { extraOf, type HeaderParts, type Params } from "../bodies/header.ts"
import { unknownTool } from "../messages/tool.ts"
import { type Path, type Places, rawAt } from "../raw.ts"
import { type Declared, declared, leftOf, sampling, systemText, withMember } from "./head.ts"
import { alone, mediaPart, type Part, reading, resultBlock } from "./parts.ts"

/** Gemini `generateContent` bodies, in camelCase or, as Vertex clients write them, in snake_case. */

const api = "gemini"

/** A field under either of its names. */
const either = (of: Json | undefined, camel: string): unknown =>
  of?.[camel] ?? of?.[camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]

type Source = { readonly places: Places; readonly path: Path; readonly isAgent: boolean }

const sealed = (part: Json) => {
  const value = stringOf(either(part, "thoughtSignature"))
  return value === undefined || value === "" ? {} : { proof: { kind: "gemini-signature", value } as const }
}

const words = (part: Json, text: string, isAgent: boolean): Part =>
  alone({ kind: part["thought"] === true && isAgent ? "reasoning" : "text", text, ...sealed(part) })

const call = (part: Json, asked: Json, { places, path }: Source): Part | undefined => {
  const name = stringOf(asked["name"])
  if (name === undefined) return undefined
  const key = "functionCall" in part ? "functionCall" : "function_call"
  const json = rawAt(places, [...path, key, "args"])
  const callId = stringOf(asked["id"]) ?? ""
  return alone({ kind: "tool-call", callId, name, arguments: json === "" ? "{}" : json, ...sealed(part) })
}

/** What clients put a result's text under; anything else is the text of the whole answer. */
const answerOf = (response: Json | undefined): { readonly text?: string; readonly isError: boolean } => {
  const keys = Object.keys(response ?? {})
  const [key = ""] = keys
  const text = keys.length === 1 ? stringOf(response?.[key]) : undefined
  const isError = keys.includes("error")
  return text !== undefined && /^(output|error|result|content)$/.test(key) ? { text, isError } : { isError }
}

const result = (part: Json, given: Json, { places, path }: Source): Part => {
  const key = "functionResponse" in part ? "functionResponse" : "function_response"
  const { text, isError } = answerOf(objectOf(given["response"]))
  const said = text ?? rawAt(places, [...path, key, "response"])
  const media = (listOf(given["parts"]) ?? []).flatMap((item) => blob(objectOf(item)) ?? [])
  return resultBlock(
    { callId: stringOf(given["id"]) ?? "", name: stringOf(given["name"]) ?? unknownTool, isError },
    [...(said === "" ? [] : [alone({ kind: "text", text: said })]), ...media],
  )
}

const blob = (part: Json | undefined): Part | undefined => {
  const data = objectOf(either(part, "inlineData"))
  return data && mediaPart(data["data"], stringOf(either(data, "mimeType")))
}

const link = (part: Json): Part | undefined => {
  const file = objectOf(either(part, "fileData"))
  const url = stringOf(either(file, "fileUri"))
  if (url === undefined || url === "") return undefined
  const mediaType = stringOf(either(file, "mimeType")) ?? "application/octet-stream"
  return alone({ kind: mediaType.startsWith("image/") ? "image" : "file", url, mediaType })
}

const partOf = (value: unknown, source: Source): Part => {
  const part = objectOf(value)
  const own = (): Part => alone({ kind: "opaque", source: api, json: rawAt(source.places, source.path) })
  if (part === undefined) return own()
  const asked = objectOf(either(part, "functionCall"))
  const given = objectOf(either(part, "functionResponse"))
  const text = stringOf(part["text"])
  if (text !== undefined) return words(part, text, source.isAgent)
  if (asked !== undefined && source.isAgent) return call(part, asked, source) ?? own()
  if (given !== undefined && !source.isAgent) return result(part, given, source)
  return blob(part) ?? link(part) ?? own()
}

const element = ({ message, places, path, body }: ElementSource) => {
  const { role } = message
  const parts = listOf(message["parts"])
  if (parts === undefined || (role !== undefined && !/^(user|model|function)$/.test(String(role))))
    return undefined
  const isAgent = role === "model"
  const read = parts.map((part, index) => partOf(part, { places, path: [...path, "parts", index], isAgent }))
  return reading(read, isAgent ? "assistant" : "user", stringOf(body?.["model"]), api)
}

const toolsOf = (body: Json, places: Places): Declared => {
  const read = (listOf(body["tools"]) ?? []).map((value, index) => {
    const tool = objectOf(value)
    const key = "function_declarations" in (tool ?? {}) ? "function_declarations" : "functionDeclarations"
    const tools = (listOf(tool?.[key]) ?? []).flatMap((item, place) => {
      const schemas = [["parametersJsonSchema"], ["parameters_json_schema"], ["parameters"]] as const
      return declared(objectOf(item), places, ["tools", index, key, place], schemas) ?? []
    })
    return { tools, raw: tools.length === 0 ? rawAt(places, ["tools", index]) : "" }
  })
  return {
    tools: read.flatMap(({ tools }) => tools),
    others: read.flatMap(({ raw }) => (raw === "" ? [] : [raw])),
  }
}

const choiceOf = (body: Json): Params["toolChoice"] => {
  const config = objectOf(either(objectOf(either(body, "toolConfig")), "functionCallingConfig"))
  const allowed = listOf(either(config, "allowedFunctionNames")) ?? []
  const mode = stringOf(config?.["mode"])?.toUpperCase()
  const [tool] = allowed
  if (mode === "ANY") return allowed.length === 1 && typeof tool === "string" ? { tool } : "required"
  return mode === "AUTO" ? "auto" : mode === "NONE" ? "none" : undefined
}

const sampled = new Set(["maxOutputTokens", "temperature", "topP", "stopSequences"])
const taken = new Set([
  "model",
  "contents",
  "systemInstruction",
  "system_instruction",
  "tools",
  "toolConfig",
  "tool_config",
  "generationConfig",
])

const header: Reader["header"] = (places, _, root): HeaderParts => {
  const body = objectOf(root) ?? {}
  const config = objectOf(body["generationConfig"])
  const names = { max: "maxOutputTokens", topP: "topP", stop: "stopSequences" }
  const left = leftOf(config, places, ["generationConfig"], sampled)
  const { tools, others } = toolsOf(body, places)
  const all = withMember(extraOf(places, [], body, taken), "generationConfig", left)
  const extra = withMember(all, "tools", others.length === 0 ? "" : `[${others.join(",")}]`)
  const model = stringOf(body["model"])
  return {
    target: model === undefined ? undefined : { provider: "google", dialect: api, model },
    params: known({ ...sampling(config ?? {}, names), toolChoice: choiceOf(body), extra }),
    system: systemText(either(body, "systemInstruction")),
    tools,
  }
}

export const geminiRequest: Reader = {
  element,
  system: () => undefined,
  header,
  response: () => undefined,
}
