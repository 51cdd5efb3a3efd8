import { type Act, type Cut, isCall, type Scene, type Stream, sse, text } from "../scene.ts"

/** Responses with `stream: true`: named events, numbered; the last one holds the response. */

type Event = { readonly type: string; readonly [field: string]: unknown }

const usage = ({ tokens }: Scene) => ({
  input_tokens: tokens.input,
  input_tokens_details: { cached_tokens: tokens.cacheRead, cache_write_tokens: tokens.cacheWrite },
  output_tokens: tokens.output,
  output_tokens_details: { reasoning_tokens: tokens.reasoning },
  total_tokens: tokens.input + tokens.output,
})

const part = (words: string) => ({ type: "output_text", text: words, annotations: [], logprobs: [] })

/** An item as it is when it has ended. */
const item = (act: Act, scene: Scene, place: number) => {
  const status = "completed"
  const id = `${scene.id}_${place}`
  switch (act.is) {
    case "text":
      return { id: `msg_${id}`, type: "message", status, content: [part(act.text)], role: "assistant" }
    case "reasoning":
    case "hidden": {
      const summary = act.is === "hidden" ? [] : [{ type: "summary_text", text: act.text }]
      return { id: `rs_${id}`, type: "reasoning", summary, encrypted_content: act.sealed }
    }
    case "call":
      return {
        id: `fc_${id}`,
        type: "function_call",
        status,
        arguments: act.arguments,
        call_id: act.id,
        name: act.name,
      }
  }
}

const said = (act: Act, cut: Cut, at: object): readonly Event[] => {
  switch (act.is) {
    case "text": {
      const where = { ...at, content_index: 0 }
      return [
        { type: "response.content_part.added", ...where, part: part("") },
        ...cut(act.text).map((delta) => ({
          type: "response.output_text.delta",
          ...where,
          delta,
          logprobs: [],
        })),
        { type: "response.output_text.done", ...where, text: act.text, logprobs: [] },
        { type: "response.content_part.done", ...where, part: part(act.text) },
      ]
    }
    case "reasoning": {
      const where = { ...at, summary_index: 0 }
      const summary = (words: string) => ({ type: "summary_text", text: words })
      return [
        { type: "response.reasoning_summary_part.added", ...where, part: summary("") },
        ...cut(act.text).map((delta) => ({ type: "response.reasoning_summary_text.delta", ...where, delta })),
        { type: "response.reasoning_summary_text.done", ...where, text: act.text },
        { type: "response.reasoning_summary_part.done", ...where, part: summary(act.text) },
      ]
    }
    case "call":
      return [
        ...cut(act.arguments).map((delta) => ({
          type: "response.function_call_arguments.delta",
          ...at,
          delta,
        })),
        { type: "response.function_call_arguments.done", ...at, arguments: act.arguments },
      ]
    case "hidden":
      return []
  }
}

const begun = (act: Act, ended: ReturnType<typeof item>) => {
  if (isCall(act)) return { ...ended, status: "in_progress", arguments: "" }
  return act.is === "text"
    ? { ...ended, status: "in_progress", content: [] }
    : { ...ended, summary: [], encrypted_content: `${act.sealed?.slice(0, 4)}` }
}

const itemEvents = (act: Act, scene: Scene, place: number, cut: Cut): readonly Event[] => {
  const ended = item(act, scene, place)
  const at = { item_id: ended.id, output_index: place }
  return [
    { type: "response.output_item.added", output_index: place, item: begun(act, ended) },
    ...said(act, cut, at),
    { type: "response.output_item.done", output_index: place, item: ended },
  ]
}

const response = (scene: Scene, status: string, output: readonly unknown[]) => ({
  id: scene.id,
  object: "response",
  created_at: 1796040000,
  status,
  error: null,
  incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
  model: scene.model,
  output,
  usage: status === "in_progress" ? null : usage(scene),
})

const ended = (scene: Scene) =>
  response(
    scene,
    scene.ends === "length" ? "incomplete" : "completed",
    scene.acts.map((act, place) => item(act, scene, place)),
  )

export const responses: Stream = {
  type: "text/event-stream; charset=utf-8",
  frames: (scene, cut) => {
    const whole = ended(scene)
    const events: readonly Event[] = [
      { type: "response.created", response: response(scene, "in_progress", []) },
      { type: "response.in_progress", response: response(scene, "in_progress", []) },
      ...scene.acts.flatMap((act, place) => itemEvents(act, scene, place, cut)),
      { type: `response.${whole.status}`, response: whole },
    ]
    return events.map((event, number) => sse(text({ ...event, sequence_number: number }), event.type))
  },
  error: (kind, message) =>
    sse(text({ type: "error", code: kind, message, param: null, sequence_number: 9 }), "error"),
  whole: (scene) => text(ended(scene)),
}
