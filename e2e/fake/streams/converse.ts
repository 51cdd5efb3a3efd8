import { EventStreamCodec } from "@smithy/core/event-streams"
import { type Act, type Cut, list, object, type Scene, type Stream, text } from "../scene.ts"

/** ConverseStream: messages of an AWS event stream, whose payloads are JSON. */

const reasons = { end: "end_turn", "tool-calls": "tool_use", length: "max_tokens" } as const

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes)),
  (words) => new TextEncoder().encode(words),
)

/** The padding that the service puts behind a payload's fields, so that its length says nothing. */
const pad = "abcdefghijklmnopqrstuvwxyz"

const frame = (name: string, json: string, kind: "event" | "exception" = "event"): Uint8Array =>
  codec.encode({
    headers: {
      [`:${kind}-type`]: { type: "string", value: name },
      ":content-type": { type: "string", value: "application/json" },
      ":message-type": { type: "string", value: kind },
    },
    body: new TextEncoder().encode(json),
  })

const event = (name: string, fields: object): Uint8Array =>
  frame(name, text({ ...fields, p: pad.slice(0, 7) }))

/** Tokens that were read from or written to the cache are counted apart. */
const usage = ({ tokens }: Scene) => ({
  inputTokens: tokens.input - tokens.cacheRead - tokens.cacheWrite,
  outputTokens: tokens.output,
  totalTokens: tokens.input + tokens.output,
  cacheReadInputTokens: tokens.cacheRead,
  cacheWriteInputTokens: tokens.cacheWrite,
})

const deltas = (act: Act, cut: Cut): readonly object[] => {
  switch (act.is) {
    case "text":
      return cut(act.text).map((piece) => ({ text: piece }))
    case "reasoning":
      return [
        ...cut(act.text).map((piece) => ({ reasoningContent: { text: piece } })),
        { reasoningContent: { signature: act.sealed } },
      ]
    case "hidden":
      return [{ reasoningContent: { redactedContent: act.sealed } }]
    case "call":
      return cut(act.arguments).map((piece) => ({ toolUse: { input: piece } }))
  }
}

const blockEvents = (act: Act, index: number, cut: Cut): readonly Uint8Array[] => {
  const at = { contentBlockIndex: index }
  const start = act.is === "call" ? { toolUse: { toolUseId: act.id, name: act.name } } : undefined
  return [
    ...(start === undefined ? [] : [event("contentBlockStart", { ...at, start })]),
    ...deltas(act, cut).map((delta) => event("contentBlockDelta", { ...at, delta })),
    event("contentBlockStop", at),
  ]
}

const wholeBlock = (act: Act): string => {
  switch (act.is) {
    case "text":
      return text({ text: act.text })
    case "reasoning":
      return text({ reasoningContent: { reasoningText: { text: act.text, signature: act.sealed } } })
    case "hidden":
      return text({ reasoningContent: { redactedContent: act.sealed } })
    case "call": {
      const input = { toolUseId: text(act.id), name: text(act.name), input: act.arguments }
      return object({ toolUse: object(input) })
    }
  }
}

export const converse: Stream = {
  type: "application/vnd.amazon.eventstream",
  frames: (scene, cut) => [
    event("messageStart", { role: "assistant" }),
    ...scene.acts.flatMap((act, index) => blockEvents(act, index, cut)),
    event("messageStop", { stopReason: reasons[scene.ends] }),
    event("metadata", { usage: usage(scene), metrics: { latencyMs: 12 } }),
  ],
  error: (kind, message) => frame(kind, text({ message }), "exception"),
  whole: (scene) => {
    const content = list(scene.acts.map(wholeBlock))
    return object({
      output: object({ message: object({ role: text("assistant"), content }) }),
      stopReason: text(reasons[scene.ends]),
      usage: text(usage(scene)),
      metrics: text({ latencyMs: 12 }),
    })
  },
}
