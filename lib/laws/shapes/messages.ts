import type { Shape } from "../shape.ts"
import { child, type Node, stringAt } from "../tree.ts"
import { leadOf, listAt, roleVoice, texts } from "./read.ts"

const typeOf = (part: Node): string => stringAt(part, "type") ?? ""
const isThought = (part: Node): boolean => typeOf(part) === "thinking" || typeOf(part) === "redacted_thinking"
const isResult = (part: Node): boolean => typeOf(part).endsWith("tool_result")
const isCall = (part: Node): boolean => typeOf(part) === "tool_use" || typeOf(part) === "server_tool_use"

const isTrue = (node: Node | undefined): boolean => node?.kind === "boolean" && node.end - node.start === 4

export const messages: Shape = {
  history: "/messages",
  messages: (tree) => tree.at("/messages")?.children ?? [],
  voice: roleVoice,
  speech: (message) => (stringAt(message, "role") === "assistant" ? texts(child(message, "content")) : []),
  reasoning: (message) => listAt(message, "content").filter(isThought),
  calls: (message) =>
    listAt(message, "content")
      .filter(isCall)
      .map((node) => ({
        node,
        id: stringAt(node, "id") ?? "",
        name: stringAt(node, "name") ?? "",
        input: child(node, "input"),
        server: typeOf(node) === "server_tool_use",
      })),
  results: (message) => {
    const all = listAt(message, "content")
    const lead = leadOf(all, isResult)
    return all.flatMap((node, index) =>
      isResult(node)
        ? [
            {
              node,
              id: stringAt(node, "tool_use_id") ?? "",
              isError: isTrue(child(node, "is_error")),
              server: typeOf(node) !== "tool_result",
              leads: index < lead,
            },
          ]
        : [],
    )
  },
  sealUnlike: ({ proof, text }, node) => {
    if (proof === undefined) return "it stands in a sealed place without a proof"
    if (stringAt(node, "type") === "redacted_thinking")
      return stringAt(node, "data") === proof.value ? undefined : "its sealed data differ"
    if (stringAt(node, "signature") !== proof.value) return "its signature differs"
    return stringAt(node, "thinking") === text ? undefined : "its text differs"
  },
}
