import type { Shape } from "../shape.ts"
import { child, type Node, stringAt } from "../tree.ts"
import { fieldUnlike, roleVoice, texts } from "./read.ts"

export const chat: Shape = {
  history: "/messages",
  messages: (tree) => tree.at("/messages")?.children ?? [],
  voice: roleVoice,
  speech: (message) => (stringAt(message, "role") === "assistant" ? texts(child(message, "content")) : []),
  reasoning: (message) =>
    ["reasoning_content", "reasoning", "reasoning_details"].flatMap((key): readonly Node[] => {
      const node = child(message, key)
      return node === undefined ? [] : [node]
    }),
  calls: (message) =>
    (child(message, "tool_calls")?.children ?? []).map((node) => ({
      node,
      id: stringAt(node, "id") ?? "",
      name: stringAt(child(node, "function") ?? child(node, "custom"), "name") ?? "",
      input: child(child(node, "function"), "arguments") ?? child(child(node, "custom"), "input"),
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
