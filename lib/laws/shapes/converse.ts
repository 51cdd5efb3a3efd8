import type { Shape, WireCall } from "../shape.ts"
import { child, stringAt } from "../tree.ts"
import { leadOf, listAt, roleVoice } from "./read.ts"

export const converse: Shape = {
  history: "/messages",
  messages: (tree) => tree.at("/messages")?.children ?? [],
  voice: roleVoice,
  speech: (message) =>
    stringAt(message, "role") === "assistant"
      ? listAt(message, "content").flatMap((part) => {
          const text = child(part, "text")
          return text === undefined ? [] : [text]
        })
      : [],
  reasoning: (message) =>
    listAt(message, "content").filter((part) => child(part, "reasoningContent") !== undefined),
  calls: (message) =>
    listAt(message, "content").flatMap((node): readonly WireCall[] => {
      const call = child(node, "toolUse")
      if (call === undefined) return []
      return [
        {
          node,
          id: stringAt(call, "toolUseId") ?? "",
          name: stringAt(call, "name") ?? "",
          input: child(call, "input"),
          server: false,
        },
      ]
    }),
  results: (message) => {
    const all = listAt(message, "content")
    const lead = leadOf(all, (part) => child(part, "toolResult") !== undefined)
    return all.flatMap((node, index) => {
      const result = child(node, "toolResult")
      if (result === undefined) return []
      return [
        {
          node,
          id: stringAt(result, "toolUseId") ?? "",
          isError: stringAt(result, "status") === "error",
          server: false,
          leads: index < lead,
        },
      ]
    })
  },
  sealUnlike: ({ proof, text }, node) => {
    if (proof === undefined) return "it stands in a sealed place without a proof"
    const content = child(node, "reasoningContent")
    const redacted = stringAt(content, "redactedContent")
    if (redacted !== undefined) return redacted === proof.value ? undefined : "its sealed data differ"
    const inner = child(content, "reasoningText")
    if (stringAt(inner, "signature") !== proof.value) return "its signature differs"
    return stringAt(inner, "text") === text ? undefined : "its text differs"
  },
}
