import { type Json, known, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { ElementSource, Reader } from "../bodies/conversation.ts"
import { extraOf, type HeaderParts, type Params } from "../bodies/header.ts"
import { unknownTool } from "../messages/tool.ts"
import { type Path, type Places, rawAt } from "../raw.ts"
import { type Declared, declared, leftOf, sampling, systemText, withMember } from "./head.ts"
import { alone, mediaPart, type Part, reading, resultBlock } from "./parts.ts"

/** Bedrock Converse bodies in their REST form. */

const api = "converse"

type Source = {
  readonly places: Places
  readonly path: Path
  readonly isAgent: boolean
  readonly toolOf: ElementSource["toolOf"]
}

const opaque = ({ places, path }: Source): Part =>
  alone({ kind: "opaque", source: api, json: rawAt(places, path) })

const types: { readonly [format: string]: string } = {
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
}

const media = (part: Json): Part | undefined => {
  const image = objectOf(part["image"])
  const file = objectOf(part["document"])
  const held = image ?? file
  const format = stringOf(held?.["format"]) ?? ""
  const type = image === undefined ? (types[format] ?? "application/octet-stream") : `image/${format}`
  return held && mediaPart(objectOf(held["source"])?.["bytes"], type, stringOf(file?.["name"]))
}

const thought = (value: Json): Part | undefined => {
  const told = objectOf(value["reasoningText"])
  const text = stringOf(told?.["text"])
  const signature = stringOf(told?.["signature"])
  const redacted = stringOf(value["redactedContent"])
  if (redacted !== undefined)
    return alone({ kind: "reasoning", text: "", proof: { kind: "anthropic-redacted", value: redacted } })
  if (text === undefined) return undefined
  const proof = signature ? ({ kind: "anthropic-signature", value: signature } as const) : undefined
  return alone({ kind: "reasoning", text, ...known({ proof }) })
}

const call = (value: Json, { places, path }: Source): Part | undefined => {
  const name = stringOf(value["name"])
  const input = rawAt(places, [...path, "toolUse", "input"])
  const callId = stringOf(value["toolUseId"]) ?? ""
  return name === undefined ? undefined : alone({ kind: "tool-call", callId, name, arguments: input })
}

const content = (value: unknown, source: Source): Part => {
  const part = objectOf(value) ?? {}
  const text = stringOf(part["text"])
  if (text !== undefined) return alone({ kind: "text", text })
  const { places, path } = source
  const json = "json" in part ? rawAt(places, [...path, "json"]) : rawAt(places, path)
  return media(part) ?? alone({ kind: "text", text: json })
}

const result = (value: Json, source: Source): Part => {
  const callId = stringOf(value["toolUseId"]) ?? ""
  const path = [...source.path, "toolResult", "content"]
  const parts = (listOf(value["content"]) ?? []).map((item, index) =>
    content(item, { ...source, path: [...path, index] }),
  )
  const name = source.toolOf(callId) ?? unknownTool
  return resultBlock({ callId, name, isError: value["status"] === "error" }, parts)
}

/** A mark for the cache is no content. */
const isMark = (value: unknown): boolean => objectOf(objectOf(value)?.["cachePoint"]) !== undefined

const partOf = (value: unknown, source: Source): Part => {
  const part = objectOf(value) ?? {}
  const text = stringOf(part["text"])
  if (text !== undefined) return alone({ kind: "text", text })
  const asked = objectOf(part["toolUse"])
  const given = objectOf(part["toolResult"])
  const thinking = objectOf(part["reasoningContent"])
  if (asked !== undefined && source.isAgent) return call(asked, source) ?? opaque(source)
  if (given !== undefined && !source.isAgent) return result(given, source)
  if (thinking !== undefined && source.isAgent) return thought(thinking) ?? opaque(source)
  return media(part) ?? opaque(source)
}

const element = ({ message, places, path, body, toolOf }: ElementSource) => {
  const { role } = message
  const items = listOf(message["content"])
  if (items === undefined || (role !== "user" && role !== "assistant")) return undefined
  const isAgent = role === "assistant"
  const read = items.flatMap((item, index) =>
    isMark(item) ? [] : [partOf(item, { places, path: [...path, "content", index], isAgent, toolOf })],
  )
  return reading(read, role, stringOf(body?.["model"]), api)
}

const toolsOf = (config: Json | undefined, places: Places): Declared => {
  const read = (listOf(config?.["tools"]) ?? []).map((value, index) => {
    const path = ["toolConfig", "tools", index, "toolSpec"] as const
    const tool = declared(objectOf(objectOf(value)?.["toolSpec"]), places, path, [["inputSchema", "json"]])
    return { tool, raw: tool === undefined && !isMark(value) ? rawAt(places, path.slice(0, -1)) : "" }
  })
  return {
    tools: read.flatMap(({ tool }) => tool ?? []),
    others: read.flatMap(({ raw }) => (raw === "" ? [] : [raw])),
  }
}

const choiceOf = (config: Json | undefined): Params["toolChoice"] => {
  const choice = objectOf(config?.["toolChoice"])
  const tool = stringOf(objectOf(choice?.["tool"])?.["name"])
  if (tool !== undefined) return { tool }
  return choice?.["any"] !== undefined ? "required" : choice?.["auto"] !== undefined ? "auto" : undefined
}

const sampled = new Set(["maxTokens", "temperature", "topP", "stopSequences"])
const taken = new Set(["model", "messages", "system", "inferenceConfig", "toolConfig"])

const header: Reader["header"] = (places, _, root): HeaderParts => {
  const body = objectOf(root) ?? {}
  const config = objectOf(body["inferenceConfig"])
  const toolConfig = objectOf(body["toolConfig"])
  const { tools, others } = toolsOf(toolConfig, places)
  const left = leftOf(config, places, ["inferenceConfig"], sampled)
  const all = withMember(extraOf(places, [], body, taken), "inferenceConfig", left)
  const extra = withMember(all, "toolConfig", others.length === 0 ? "" : `{"tools":[${others.join(",")}]}`)
  const model = stringOf(body["model"])
  const names = { max: "maxTokens", topP: "topP", stop: "stopSequences" }
  return {
    target: model === undefined ? undefined : { provider: "bedrock", dialect: api, model },
    params: known({ ...sampling(config ?? {}, names), toolChoice: choiceOf(toolConfig), extra }),
    system: systemText(body["system"]),
    tools,
  }
}

export const converseRequest: Reader = {
  element,
  system: () => undefined,
  header,
  response: () => undefined,
}
