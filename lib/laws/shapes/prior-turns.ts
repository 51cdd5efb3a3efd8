import type { Crossing, Place } from "#lib/wire/crossing.ts"
import type { Reading, Shape } from "../shape.ts"
import { child, type Node, raw, readTree, stringAt, type Tree } from "../tree.ts"
import { fieldUnlike, listAt, texts } from "./read.ts"
import { type Replay, readReplay, type Span } from "./replay.ts"

/**
 * The one text of prior turns as messages: a turn, and each answer of its calls behind it, then what stands behind the
 * turns with all pictures. The same words as the wire's, so that equal messages are equal text.
 */
type Message = { readonly json: string; readonly spans: readonly Mapped[] }

/** A stretch of the wire's text and where it stands in the reading, below its message. `text`: unit by unit. */
type Mapped = Span & { readonly pointer: string; readonly text: boolean }

const turnMessages = (text: string, { turns }: Replay): readonly Message[] => {
  const at = ({ from, to }: Span) => JSON.stringify(text.slice(from, to))
  return turns.flatMap((turn, index): readonly Message[] => {
    const fields = [`"role":"${turn.speaker}"`]
    const spans: Mapped[] = [{ ...turn.whole, pointer: "", text: false }]
    if (turn.kind !== undefined) fields.push(`"kind":"${turn.kind}"`)
    if (turn.text !== undefined) {
      fields.push(`"content":${at(turn.text)}`)
      spans.push({ ...turn.text, pointer: "/content", text: true })
    }
    const calls = turn.calls.map(({ name, declared, input }, n) => {
      spans.push({ ...declared, pointer: `/calls/${n}`, text: false })
      return `{"id":"${index}.${n}","name":"${name}","arguments":${at(input)}}`
    })
    if (calls.length > 0) fields.push(`"calls":[${calls.join()}]`)
    const answers = turn.calls.map(
      ({ answered, answer }, n): Message => ({
        json: `{"role":"tool","id":"${index}.${n}","content":${at(answer)}}`,
        spans: [
          { ...answered, pointer: "", text: false },
          { ...answer, pointer: "/content", text: true },
        ],
      }),
    )
    return [{ json: `{${fields.join()}}`, spans }, ...answers]
  })
}

const body = "/messages/0"
const first = `${body}/content/0`

/** What stands behind the prior turns, as the wire's one message with its text cut. */
const lastMessage = (tree: Tree, text: string | undefined, rest: Span): Message => {
  const parts = listAt(tree.at(body), "content")
  const shown = text === undefined ? parts : parts.slice(1)
  const own =
    text === undefined ? [] : [`{"type":"text","text":${JSON.stringify(text.slice(rest.from, rest.to))}}`]
  return {
    json: `{"role":"user","content":[${[...own, ...shown.map((part) => raw(tree, part))].join()}]}`,
    spans: text === undefined ? [] : [{ ...rest, pointer: "/content/0/text", text: true }],
  }
}

const placed = (place: Place, messages: readonly Message[]): Place => {
  const { pointer, from = 0 } = place
  const last = `/messages/${messages.length - 1}`
  if (pointer !== `${first}/text`)
    return pointer.startsWith(body) ? { ...place, pointer: last + pointer.slice(body.length) } : place
  const to = place.to ?? Number.POSITIVE_INFINITY
  const around = messages
    .flatMap((message, index) => message.spans.map((span) => ({ span, index })))
    .filter(({ span }) => span.from <= from && to <= span.to)
    .toSorted((a, b) => a.span.to - a.span.from - (b.span.to - b.span.from))[0]
  if (around === undefined)
    return { pointer: place.to === undefined ? `${last}/content/0/text` : "/messages" }
  const { span, index } = around
  const at = `/messages/${index}${span.pointer}`
  return span.text ? { pointer: at, from: from - span.from, to: to - span.from } : { pointer: at }
}

const reading = ({ tree, crossings }: Reading): Reading => {
  const node = tree.at(`${first}/text`)
  const text = node?.kind === "string" ? node.string : undefined
  const replay = readReplay(text ?? "")
  const messages = [...turnMessages(text ?? "", replay), lastMessage(tree, text, replay.rest)]
  const others = tree.root.children
    .filter(({ key }) => key !== "messages")
    .map((field) => `${JSON.stringify(field.key)}:${raw(tree, field)}`)
  const list = `"messages":[${messages.map(({ json }) => json).join()}]`
  return {
    tree: readTree(`{${[...others, list].join()}}`),
    crossings: crossings.map(
      (crossing): Crossing => ({ ...crossing, at: crossing.at.map((place) => placed(place, messages)) }),
    ),
  }
}

const isAssistant = (message: Node): boolean => stringAt(message, "role") === "assistant"

export const priorTurns: Shape = {
  history: "/messages",
  noIds: true,
  unsettled: true,
  messages: (tree) => tree.at("/messages")?.children ?? [],
  voice: (message) => {
    const role = stringAt(message, "role")
    return role === "assistant" || role === "tool" ? role : "user"
  },
  speech: (message) => (isAssistant(message) ? texts(child(message, "content")) : []),
  reasoning: () => [],
  calls: (message) =>
    listAt(message, "calls").map((node) => ({
      node,
      id: stringAt(node, "id") ?? "",
      name: stringAt(node, "name") ?? "",
      input: child(node, "arguments"),
      server: false,
    })),
  results: (message) =>
    stringAt(message, "role") === "tool"
      ? [{ node: message, id: stringAt(message, "id") ?? "", isError: false, server: false, leads: true }]
      : [],
  sealUnlike: fieldUnlike,
  label: (message) => {
    if (stringAt(message, "role") !== "system") return undefined
    return stringAt(message, "kind") === "summary" ? "summary-label" : "label-line"
  },
  reading,
}
