import type { Shape } from "../shape.ts"
import { child, type Node, stringAt } from "../tree.ts"
import { fieldUnlike, roleVoice, texts } from "./read.ts"

export const ollama: Shape = {
  history: "/messages",
  messages: (tree) => tree.at("/messages")?.children ?? [],
  voice: roleVoice,
  speech: (message) => (stringAt(message, "role") === "assistant" ? texts(child(message, "content")) : []),
  reasoning: (message): readonly Node[] => {
    const node = child(message, "thinking")
    return node === undefined ? [] : [node]
  },
  calls: (message) =>
    (child(message, "tool_calls")?.children ?? []).map((node) => ({
      node,
      id: stringAt(node, "id") ?? "",
      name: stringAt(child(node, "function"), "name") ?? "",
      input: child(child(node, "function"), "arguments"),
      server: false,
    })),
  results: (message) =>
    stringAt(message, "role") === "tool"
      ? [
          {
            node: message,
            id: stringAt(message, "tool_call_id") ?? "",
            isError: false,
            server: false,
            leads: true,
          },
        ]
      : [],
  sealUnlike: fieldUnlike,
}
