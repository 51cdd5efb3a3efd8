import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import { type CallPart, type Declared, type Message, type Part, picture, type Reading } from "../part.ts"
import { jsonKind, nothing } from "../value.ts"
import { contentOf, each, type Voices, voices } from "./each.ts"

const roles: Voices = new Map([...voices, ["developer", "system"], ["tool", "tool"]])

const partOf = (value: Json, at: string): Part => {
  const type = stringOf(value["type"]) ?? ""
  if (type === "text") return { is: "text", at, value, text: stringOf(value["text"]) ?? "" }
  if (type !== "image_url") return { is: "other", at, value, type }
  const named = value["image_url"]
  return { is: "image", at, value, ...picture(stringOf(named) ?? stringOf(objectOf(named)?.["url"])) }
}

const belowCall = { id: "/id", name: "/function/name", input: "/function/arguments" } as const
const belowFree = { id: "/id", name: "/custom/name", input: "/custom/input" } as const
const belowResult = { id: "/tool_call_id" } as const

/** How a call is read whose input is written so, if it is no free text. */
export const callOf =
  (form: CallPart["form"]) =>
  (value: Json, at: string): CallPart => {
    const isFree = value["type"] === "custom"
    const key = isFree ? "custom" : "function"
    const inner = objectOf(value[key]) ?? nothing
    const written = inner[isFree ? "input" : "arguments"]
    return {
      is: "call",
      at,
      value,
      id: stringOf(value["id"]),
      name: stringOf(inner["name"]),
      input: written,
      below: isFree ? belowFree : belowCall,
      form: isFree ? "free" : form,
      json: !isFree && typeof written === "string" ? jsonKind(written) : undefined,
      isServer: false,
    }
  }

const toolOf = (value: Json, at: string): Declared => {
  const key = value["type"] === "custom" ? "custom" : "function"
  const inner = objectOf(value[key]) ?? nothing
  return {
    at,
    name: stringOf(inner["name"]),
    nameAt: `${at}/${key}/name`,
    schema: key === "custom" ? undefined : inner["parameters"],
  }
}

/** Tools as the chat shape declares them; other kinds of tools have no name of ours to look at. */
export const chatTools = (root: Json): readonly Declared[] => each(root["tools"], "/tools", toolOf)

const resultPart = (value: Json, at: string, content: readonly Part[], nameKey: string): Part => ({
  is: "result",
  at,
  value,
  id: stringOf(value["tool_call_id"]),
  below: belowResult,
  name: stringOf(value[nameKey]),
  isError: false,
  content,
  isServer: false,
})

/** How a message is read whose content and calls are read so; a tool's message is one result. */
export const chatMessage =
  (
    saidIn: (value: Json, at: string) => readonly Part[],
    callOf: (value: Json, at: string) => CallPart,
    nameKey: "name" | "tool_name",
  ) =>
  (value: Json, at: string, index: number): Message => {
    const role = stringOf(value["role"]) ?? ""
    const voice = roles.get(role) ?? "other"
    const said = saidIn(value, at)
    const calls = listOf(value["tool_calls"])
    const parts =
      voice === "tool"
        ? [resultPart(value, at, said, nameKey)]
        : calls === undefined
          ? said
          : said.concat(each(calls, `${at}/tool_calls`, callOf))
    return { index, at, role, voice, parts, value }
  }

const messageOf = chatMessage(
  (value, at) => contentOf(value["content"], `${at}/content`, partOf),
  callOf("json-text"),
  "name",
)

/** A body of the OpenAI chat shape. */
export const readChat = (root: Json): Reading => ({
  messages: each(root["messages"], "/messages", messageOf),
  system: [],
  tools: chatTools(root),
})
