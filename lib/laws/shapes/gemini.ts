import type { Shape, WireCall } from "../shape.ts"
import { child, type Node, stringAt } from "../tree.ts"
import { leadOf, listAt } from "./read.ts"

const isTrue = (node: Node | undefined): boolean => node?.kind === "boolean" && node.end - node.start === 4
const isModel = (content: Node): boolean => stringAt(content, "role") === "model"
const isThought = (part: Node): boolean => isTrue(child(part, "thought"))
const isResult = (part: Node): boolean => child(part, "functionResponse") !== undefined

export const gemini: Shape = {
  history: "/contents",
  messages: (tree) => tree.at("/contents")?.children ?? [],
  voice: (content) => (isModel(content) ? "assistant" : "user"),
  speech: (content) =>
    isModel(content)
      ? listAt(content, "parts").flatMap((part) => {
          const text = isThought(part) ? undefined : child(part, "text")
          return text === undefined ? [] : [text]
        })
      : [],
  reasoning: (content) => listAt(content, "parts").filter(isThought),
  calls: (content) =>
    listAt(content, "parts").flatMap((node): readonly WireCall[] => {
      const call = child(node, "functionCall")
      if (call === undefined) return []
      return [
        {
          node,
          id: stringAt(call, "id") ?? "",
          name: stringAt(call, "name") ?? "",
          input: child(call, "args"),
          server: false,
        },
      ]
    }),
  results: (content) => {
    const all = listAt(content, "parts")
    const lead = leadOf(all, isResult)
    return all.flatMap((node, index) => {
      const response = child(node, "functionResponse")
      if (response === undefined) return []
      const isError = child(child(response, "response"), "error") !== undefined
      return [{ node, id: stringAt(response, "id") ?? "", isError, server: false, leads: index < lead }]
    })
  },
  sealUnlike: ({ proof, text }, node) => {
    if (proof === undefined) return "it stands in a sealed place without a proof"
    if (stringAt(node, "thoughtSignature") !== proof.value) return "its signature differs"
    return stringAt(node, "text") === text ? undefined : "its text differs"
  },
}
