import { type Json, known, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { ElementReading, ElementSource, Reader } from "../bodies/conversation.ts"
import { extraOf, type HeaderParts } from "../bodies/header.ts"
import { unknownTool } from "../messages/tool.ts"
import { type Places, rawAt } from "../raw.ts"
import { type Declared, declared, leftOf, sampling, withMember } from "./head.ts"
import { alone, mediaPart, type Part, reading, resultBlock } from "./parts.ts"

/** Ollama's native chat bodies: texts, pictures beside them, arguments as objects. */

const api = "ollama"

const text = (value: unknown): readonly Part[] => {
  const words = stringOf(value)
  return words === undefined || words === "" ? [] : [alone({ kind: "text", text: words })]
}

const thought = (message: Json): readonly Part[] => {
  const words = stringOf(message["thinking"])
  return words === undefined || words === "" ? [] : [alone({ kind: "reasoning", text: words })]
}

const picture = (value: unknown, json: () => string): Part =>
  mediaPart(value, "image/png") ?? alone({ kind: "opaque", source: api, json: json() })

const pictures = ({ message, places, path }: ElementSource): readonly Part[] =>
  (listOf(message["images"]) ?? []).map((item, index) =>
    picture(item, () => rawAt(places, [...path, "images", index])),
  )

const calls = ({ message, places, path }: ElementSource): readonly Part[] =>
  (listOf(message["tool_calls"]) ?? []).map((value, index) => {
    const call = objectOf(value)
    const made = objectOf(call?.["function"])
    const name = stringOf(made?.["name"])
    const at = [...path, "tool_calls", index]
    if (name === undefined) return alone({ kind: "opaque", source: api, json: rawAt(places, at) })
    const json = stringOf(made?.["arguments"]) ?? rawAt(places, [...at, "function", "arguments"])
    const callId = stringOf(call?.["id"]) ?? ""
    return alone({ kind: "tool-call", callId, name, arguments: json === "" ? "{}" : json })
  })

const element = (source: ElementSource): ElementReading => {
  const { message, body, toolOf } = source
  const model = stringOf(body?.["model"])
  const said = text(message["content"])
  if (message["role"] === "assistant")
    return reading(
      [...thought(message), ...said, ...pictures(source), ...calls(source)],
      "assistant",
      model,
      api,
    )
  if (message["role"] === "user") return reading([...said, ...pictures(source)], "user", model, api)
  if (message["role"] === "tool") {
    const callId = stringOf(message["tool_call_id"]) ?? ""
    const named = stringOf(message["tool_name"]) ?? stringOf(message["name"])
    const name = named ?? toolOf(callId) ?? unknownTool
    return reading([resultBlock({ callId, name }, [...said, ...pictures(source)])], "user", model, api)
  }
  if (message["role"] !== "system") return undefined
  const blocks = said.map(({ block }) => block)
  return { bodies: [{ kind: "message", role: "system", speaker: { kind: "context" }, blocks }], objects: [] }
}

const toolsOf = (body: Json, places: Places): Declared => {
  const read = (listOf(body["tools"]) ?? []).map((value, index) => {
    const made = objectOf(objectOf(value)?.["function"])
    const tool = declared(made, places, ["tools", index, "function"], [["parameters"]])
    return { tool, raw: tool === undefined ? rawAt(places, ["tools", index]) : "" }
  })
  return {
    tools: read.flatMap(({ tool }) => tool ?? []),
    others: read.flatMap(({ raw }) => (raw === "" ? [] : [raw])),
  }
}

const sampled = new Set(["num_predict", "temperature", "top_p", "stop"])
const taken = new Set(["model", "messages", "tools", "options"])

const header: Reader["header"] = (places, _, root): HeaderParts => {
  const body = objectOf(root) ?? {}
  const options = objectOf(body["options"])
  const { tools, others } = toolsOf(body, places)
  const left = leftOf(options, places, ["options"], sampled)
  const all = withMember(extraOf(places, [], body, taken), "options", left)
  const extra = withMember(all, "tools", others.length === 0 ? "" : `[${others.join(",")}]`)
  const model = stringOf(body["model"])
  const names = { max: "num_predict", topP: "top_p", stop: "stop" }
  return {
    target: model === undefined ? undefined : { provider: api, dialect: api, model },
    params: known({ ...sampling(options ?? {}, names), extra }),
    system: undefined,
    tools,
  }
}

export const ollamaRequest: Reader = {
  element,
  system: (message) => (message["role"] === "system" ? stringOf(message["content"]) : undefined),
  header,
  response: () => undefined,
}
