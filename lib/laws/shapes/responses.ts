import type { Shape, Voice } from "../shape.ts"
import { child, type Node, stringAt } from "../tree.ts"
import { listAt, roleVoice, texts } from "./read.ts"

const typeOf = (item: Node): string => stringAt(item, "type") ?? ""
const called = new Set(["function_call", "custom_tool_call"])
const isAnswer = (item: Node): boolean => typeOf(item).endsWith("_call_output")

/** A message has its role's voice; an output is a tool's; all else is a part of the assistant's reply. */
const voice = (item: Node): Voice => {
  if (typeOf(item) === "message") return roleVoice(item)
  return isAnswer(item) ? "tool" : "assistant"
}

export const responses: Shape = {
  history: "/input",
  items: true,
  messages: (tree) => tree.at("/input")?.children ?? [],
  voice,
  speech: (item) =>
    typeOf(item) === "message" && voice(item) === "assistant" ? texts(child(item, "content")) : [],
  reasoning: (item) => (typeOf(item) === "reasoning" ? [item] : []),
  calls: (item) =>
    called.has(typeOf(item))
      ? [
          {
            node: item,
            id: stringAt(item, "call_id") ?? "",
            name: stringAt(item, "name") ?? "",
            input: child(item, "arguments") ?? child(item, "input"),
            server: false,
          },
        ]
      : [],
  results: (item) =>
    isAnswer(item)
      ? [{ node: item, id: stringAt(item, "call_id") ?? "", isError: false, server: false, leads: true }]
      : [],
  sealUnlike: ({ proof, text, itemId }, node) => {
    if (proof === undefined) return "it stands in a sealed place without a proof"
    if (stringAt(node, "encrypted_content") !== proof.value) return "its encrypted content differs"
    const id = stringAt(node, "id")
    if (id !== undefined && id !== proof.id && id !== itemId) return "its item id differs"
    const summary = listAt(node, "summary")
      .map((part) => stringAt(part, "text") ?? "")
      .join("\n\n")
    return summary === text ? undefined : "its summary differs"
  },
}
