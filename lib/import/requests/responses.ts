import { type Json, known, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { ElementReading, ElementSource, Reader } from "../bodies/conversation.ts"
import { extraOf, type HeaderParts, type Params } from "../bodies/header.ts"
import { bytesOf, dataUrl, fileOf, pictureOf } from "../media.ts"
import { unknownTool } from "../messages/tool.ts"
import { type Path, type Places, rawAt } from "../raw.ts"
import { type Declared, declared, sampling, withMember } from "./head.ts"
import { alone, type Part, reading, resultBlock } from "./parts.ts"

/** OpenAI Responses bodies: items that are said, called, answered or thought. */

const api = "responses"

const picture = (part: Json): Part | undefined => {
  const url = stringOf(part["image_url"]) ?? stringOf(objectOf(part["image_url"])?.["url"])
  if (url === undefined || url === "") return undefined
  const data = dataUrl(url)
  if (data === undefined)
    return url.startsWith("data:") ? undefined : alone({ kind: "image", url, mediaType: "image/*" })
  const { block, object } = pictureOf(data.bytes, data.mediaType)
  return { block, objects: [object] }
}

const file = (part: Json): Part | undefined => {
  const url = stringOf(part["file_url"])
  const name = stringOf(part["filename"])
  if (url !== undefined && url !== "")
    return alone({ kind: "file", url, mediaType: "application/octet-stream", ...known({ name }) })
  const given = stringOf(part["file_data"]) ?? ""
  const data = given.startsWith("data:") ? dataUrl(given) : { bytes: bytesOf(given), mediaType: undefined }
  if (data?.bytes === undefined) return undefined
  const { block, object } = fileOf(data.bytes, data.mediaType, name)
  return { block, objects: [object] }
}

const readable = (value: unknown): Part | undefined => {
  if (typeof value === "string") return alone({ kind: "text", text: value })
  const part = objectOf(value)
  const text = stringOf(part?.["text"]) ?? stringOf(part?.["refusal"])
  if (text !== undefined) return alone({ kind: "text", text })
  if (part?.["type"] === "input_image") return picture(part)
  return part?.["type"] === "input_file" ? file(part) : undefined
}

/** Content, a string or a list of parts; `otherwise` says what becomes of a part that has no kind here. */
const contentOf = (
  value: unknown,
  places: Places,
  path: Path,
  otherwise: (json: string) => Part,
): readonly Part[] => {
  const items = typeof value === "string" ? [value] : (listOf(value) ?? [])
  return items.map((item, index) => readable(item) ?? otherwise(rawAt(places, [...path, index])))
}

const opaque = (json: string): Part => alone({ kind: "opaque", source: api, json })
const asText = (json: string): Part => alone({ kind: "text", text: json })

/** What an item of the provider's making holds beside our fields stays with its block. */
const own = (value: Json, json: string) => {
  const itemId = stringOf(value["id"])
  return itemId === undefined || itemId === "" ? {} : { itemId, native: { api, json } }
}

const message = (source: ElementSource): ElementReading => {
  const { message: value, places, path, body } = source
  const parts = contentOf(value["content"], places, [...path, "content"], opaque)
  const model = stringOf(body?.["model"])
  if (value["role"] === "user") return reading(parts, "user", model, api)
  if (value["role"] === "assistant") {
    const [only] = parts
    const kept =
      parts.length === 1 && only?.block.kind === "text"
        ? [alone({ ...only.block, ...own(value, rawAt(places, path)) })]
        : parts
    return reading(kept, "assistant", model, api)
  }
  if (value["role"] !== "system" && value["role"] !== "developer") return undefined
  const blocks = parts.map(({ block }) => block)
  const objects = parts.flatMap((part) => part.objects)
  return { bodies: [{ kind: "message", role: "system", speaker: { kind: "context" }, blocks }], objects }
}

const call = (value: Json, json: string): Part | undefined => {
  const name = stringOf(value["name"])
  if (name === undefined) return undefined
  const custom = value["type"] === "custom_tool_call"
  return alone({
    kind: "tool-call",
    callId: stringOf(value["call_id"]) ?? "",
    name,
    arguments: stringOf(value[custom ? "input" : "arguments"]) ?? "",
    ...(custom ? { form: "custom" as const } : {}),
    ...own(value, json),
  })
}

const thought = (value: Json, json: string): Part => {
  const texts = (name: string) =>
    (listOf(value[name]) ?? []).map((part) => stringOf(objectOf(part)?.["text"]) ?? "")
  const summary = texts("summary")
  const text = (summary.length > 0 ? summary : texts("content")).join("\n\n")
  const sealed = stringOf(value["encrypted_content"]) ?? ""
  const id = stringOf(value["id"])
  const proof =
    sealed === "" ? undefined : ({ kind: "openai-encrypted", value: sealed, ...known({ id }) } as const)
  return alone({ kind: "reasoning", text, ...known({ proof }), ...own(value, json) })
}

const result = ({ message: value, places, path, toolOf }: ElementSource): Part => {
  const callId = stringOf(value["call_id"]) ?? ""
  const parts = contentOf(value["output"], places, [...path, "output"], asText)
  return resultBlock({ callId, name: toolOf(callId) ?? unknownTool }, parts)
}

const element = (source: ElementSource): ElementReading => {
  const { message: value, places, path, body } = source
  const type = stringOf(value["type"]) ?? "message"
  const json = rawAt(places, path)
  const model = stringOf(body?.["model"])
  const said = (part: Part): ElementReading => reading([part], "assistant", model, api)
  if (type === "message") return message(source)
  if (type === "function_call" || type === "custom_tool_call") return said(call(value, json) ?? opaque(json))
  if (type === "reasoning") return said(thought(value, json))
  if (type === "function_call_output" || type === "custom_tool_call_output")
    return reading([result(source)], "user", model, api)
  return type.endsWith("_output") ? reading([opaque(json)], "user", model, api) : said(opaque(json))
}

const toolsOf = (body: Json, places: Places): Declared => {
  const read = (listOf(body["tools"]) ?? []).map((value, index) => {
    const tool = objectOf(value)
    const made =
      tool?.["type"] === "function" ? declared(tool, places, ["tools", index], [["parameters"]]) : undefined
    return { tool: made, raw: made === undefined ? rawAt(places, ["tools", index]) : "" }
  })
  return {
    tools: read.flatMap(({ tool }) => tool ?? []),
    others: read.flatMap(({ raw }) => (raw === "" ? [] : [raw])),
  }
}

const choiceOf = (value: unknown): Params["toolChoice"] => {
  if (value === "auto" || value === "none" || value === "required") return value
  const tool = stringOf(objectOf(value)?.["name"])
  return tool === undefined ? undefined : { tool }
}

/** An effort alone has a place of its own; with other settings beside it the whole stays together in `extra`. */
const effortOf = (value: unknown): string | undefined => {
  const config = objectOf(value)
  return config !== undefined && Object.keys(config).length === 1 ? stringOf(config["effort"]) : undefined
}

const taken = [
  "type", // of a frame that holds a body
  "model",
  "input",
  "instructions",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_output_tokens",
  "temperature",
  "top_p",
]

const header: Reader["header"] = (places, _, root): HeaderParts => {
  const body = objectOf(root) ?? {}
  const { tools, others } = toolsOf(body, places)
  const effort = effortOf(body["reasoning"])
  const read = new Set(effort === undefined ? taken : [...taken, "reasoning"])
  const all = extraOf(places, [], body, read)
  const extra = withMember(all, "tools", others.length === 0 ? "" : `[${others.join(",")}]`)
  const model = stringOf(body["model"])
  const parallel = body["parallel_tool_calls"]
  const names = { max: "max_output_tokens", topP: "top_p", stop: "stop" }
  return {
    target: model === undefined ? undefined : { provider: "openai", dialect: api, model },
    params: known({
      ...sampling(body, names),
      toolChoice: choiceOf(body["tool_choice"]),
      effort,
      parallel: typeof parallel === "boolean" ? parallel : undefined,
      extra,
    }),
    system: stringOf(body["instructions"]),
    tools,
  }
}

/** The text of a leading message of the developer's. */
const leading: Reader["system"] = (value) => {
  if (value["role"] !== "system" && value["role"] !== "developer") return undefined
  const items = typeof value["content"] === "string" ? [value["content"]] : (listOf(value["content"]) ?? [])
  const texts = items.map((item) => stringOf(item) ?? stringOf(objectOf(item)?.["text"]))
  return texts.every((text) => text !== undefined) ? texts.join("\n\n") : undefined
}

export const responsesRequest: Reader = {
  element,
  system: leading,
  header,
  response: () => undefined,
}
