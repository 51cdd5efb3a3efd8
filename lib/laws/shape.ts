import { child, type Node, stringAt, type Tree } from "./tree.ts"

/**
 * Where a wire of one dialect keeps what laws ask about. A second reading of the wire, by its words alone: it knows
 * nothing of how the projection writes.
 */
export type Shape = {
  readonly messages: (tree: Tree) => readonly Node[]
  /** Strings that a model reads as the agent's speech. */
  readonly speech: (message: Node) => readonly Node[]
  /** Nodes that hold reasoning. */
  readonly reasoning: (message: Node) => readonly Node[]
  readonly calls: (message: Node) => readonly WireCall[]
  readonly results: (message: Node) => readonly WireResult[]
  readonly voice: (message: Node) => Voice
}

export type Voice = "user" | "assistant" | "tool" | "system"

/** `input` is the node of the arguments: a string that holds JSON, or the JSON itself. `server`: run by the provider. */
export type WireCall = {
  readonly node: Node
  readonly id: string
  readonly name: string
  readonly input: Node | undefined
  readonly server: boolean
}
/** `leads`: nothing but results stands before it in its message. */
export type WireResult = {
  readonly node: Node
  readonly id: string
  readonly isError: boolean
  readonly server: boolean
  readonly leads: boolean
}

const messagesOf = (tree: Tree): readonly Node[] => tree.at("/messages")?.children ?? []

const voiceOf = (message: Node): Voice => {
  const role = stringAt(message, "role")
  if (role === "assistant" || role === "tool" || role === "user") return role
  return "system"
}

/** Texts of a content that is a string or a list of parts; of parts only those of type text. */
const texts = (content: Node | undefined): readonly Node[] => {
  if (content?.kind === "string") return [content]
  return (content?.children ?? []).flatMap((part) => {
    const text = stringAt(part, "type") === "text" ? child(part, "text") : undefined
    return text === undefined ? [] : [text]
  })
}

const isAssistant = (message: Node): boolean => stringAt(message, "role") === "assistant"

const chat: Shape = {
  messages: messagesOf,
  voice: voiceOf,
  speech: (message) => (isAssistant(message) ? texts(child(message, "content")) : []),
  reasoning: (message) =>
    ["reasoning_content", "reasoning", "reasoning_details"].flatMap((key) => {
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
}

const parts = (message: Node): readonly Node[] => {
  const content = child(message, "content")
  return content?.kind === "array" ? content.children : []
}
const typeOf = (part: Node): string => stringAt(part, "type") ?? ""
const isThought = (part: Node): boolean => typeOf(part) === "thinking" || typeOf(part) === "redacted_thinking"
const isResult = (part: Node): boolean => typeOf(part).endsWith("tool_result")
const isCall = (part: Node): boolean => typeOf(part) === "tool_use" || typeOf(part) === "server_tool_use"

const messages: Shape = {
  messages: messagesOf,
  voice: voiceOf,
  speech: (message) => (isAssistant(message) ? texts(child(message, "content")) : []),
  reasoning: (message) => parts(message).filter(isThought),
  calls: (message) =>
    parts(message)
      .filter(isCall)
      .map((node) => ({
        node,
        id: stringAt(node, "id") ?? "",
        name: stringAt(node, "name") ?? "",
        input: child(node, "input"),
        server: typeOf(node) === "server_tool_use",
      })),
  results: (message) => {
    const all = parts(message)
    const others = all.findIndex((part) => !isResult(part))
    const lead = others < 0 ? all.length : others
    return all.flatMap((node, index) =>
      isResult(node)
        ? [
            {
              node,
              id: stringAt(node, "tool_use_id") ?? "",
              isError:
                child(node, "is_error")?.kind === "boolean" &&
                node.children.some((item) => item.key === "is_error" && item.end - item.start === 4),
              server: typeOf(node) !== "tool_result",
              leads: index < lead,
            },
          ]
        : [],
    )
  },
}

const shapes: { readonly [dialect: string]: Shape } = { chat, messages }

/** How to read a dialect's wire; throws for a dialect that has no shape yet: its laws would check nothing. */
export const shapeOf = (dialect: string): Shape => {
  const shape = shapes[dialect]
  if (shape === undefined) throw new Error(`no shape for dialect ${dialect}`)
  return shape
}
