import { type Act, type Cut, list, object, type Scene, type Stream, sse, text } from "../scene.ts"

/** Messages with `stream: true`: named events, a ping among them. */

const reasons = { end: "end_turn", "tool-calls": "tool_use", length: "max_tokens" } as const

/** Tokens that were read from or written to the cache are counted apart. */
const asked = ({ tokens }: Scene) => ({
  input_tokens: tokens.input - tokens.cacheRead - tokens.cacheWrite,
  cache_creation_input_tokens: tokens.cacheWrite,
  cache_read_input_tokens: tokens.cacheRead,
})

const usage = (scene: Scene) => ({
  ...asked(scene),
  output_tokens: scene.tokens.output,
  output_tokens_details: { thinking_tokens: scene.tokens.reasoning },
})

/** A block as it begins, and what it goes on with. */
const block = (act: Act, cut: Cut): readonly [start: object, deltas: readonly object[]] => {
  switch (act.is) {
    case "text":
      return [{ type: "text", text: "" }, cut(act.text).map((piece) => ({ type: "text_delta", text: piece }))]
    case "reasoning":
      return [
        { type: "thinking", thinking: "", signature: "" },
        [
          ...cut(act.text).map((piece) => ({ type: "thinking_delta", thinking: piece })),
          { type: "signature_delta", signature: act.sealed ?? "" },
        ],
      ]
    case "hidden":
      return [{ type: "redacted_thinking", data: act.sealed }, []]
    case "call":
      return [
        { type: "tool_use", id: act.id, name: act.name, input: {} },
        ["", ...cut(act.arguments)].map((piece) => ({ type: "input_json_delta", partial_json: piece })),
      ]
  }
}

const blockEvents = (
  act: Act,
  index: number,
  cut: Cut,
): readonly { readonly type: string; readonly [field: string]: unknown }[] => {
  const [start, deltas] = block(act, cut)
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ]
}

const message = ({ id, model }: Scene) => ({ id, type: "message", role: "assistant", model })

const wholeBlock = (act: Act): string => {
  switch (act.is) {
    case "text":
      return text({ type: "text", text: act.text })
    case "reasoning":
      return text({ type: "thinking", thinking: act.text, signature: act.sealed })
    case "hidden":
      return text({ type: "redacted_thinking", data: act.sealed })
    case "call":
      return object({ type: text("tool_use"), id: text(act.id), name: text(act.name), input: act.arguments })
  }
}

export const messages: Stream = {
  type: "text/event-stream; charset=utf-8",
  frames: (scene, cut) => {
    const begun = {
      ...message(scene),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...asked(scene), output_tokens: 1 },
    }
    const ending = { stop_reason: reasons[scene.ends], stop_sequence: null }
    return [
      { type: "message_start", message: begun },
      { type: "ping" },
      ...scene.acts.flatMap((act, index) => blockEvents(act, index, cut)),
      { type: "message_delta", delta: ending, usage: usage(scene) },
      { type: "message_stop" },
    ].map((event) => sse(text(event), event.type))
  },
  error: (kind, said) => sse(text({ type: "error", error: { type: kind, message: said } }), "error"),
  whole: (scene) => {
    const fields = Object.entries(message(scene)).map(([key, value]) => [key, text(value)])
    return object({
      ...Object.fromEntries(fields),
      content: list(scene.acts.map(wholeBlock)),
      stop_reason: text(reasons[scene.ends]),
      stop_sequence: "null",
      usage: text(usage(scene)),
    })
  },
}
