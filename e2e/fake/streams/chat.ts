import {
  type Act,
  type Call,
  type Cut,
  isCall,
  list,
  object,
  type Scene,
  type Stream,
  sse,
  text,
} from "../scene.ts"

/** Chat Completions with `stream: true` and `stream_options.include_usage`. */

const reasons = { end: "stop", "tool-calls": "tool_calls", length: "length" } as const

const chunk = ({ id, model }: Scene, choices: string, usage = "null"): string =>
  object({
    id: text(id),
    object: text("chat.completion.chunk"),
    created: "1796040000",
    model: text(model),
    choices,
    usage,
  })

const choice = (delta: string, reason: string | null = null): string =>
  list([object({ index: "0", delta, logprobs: "null", finish_reason: text(reason) })])

const usage = ({ tokens }: Scene): string =>
  text({
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
    prompt_tokens_details: { cached_tokens: tokens.cacheRead, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: tokens.reasoning, audio_tokens: 0 },
  })

const spoken = (act: Act, cut: Cut): readonly string[] => {
  if (act.is === "text") return cut(act.text).map((piece) => text({ content: piece }))
  return act.is === "reasoning" ? cut(act.text).map((piece) => text({ reasoning_content: piece })) : []
}

const called = (call: Call, index: number, pieces: readonly string[]): readonly string[] => [
  text({
    tool_calls: [{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }],
  }),
  ...pieces.map((piece) => text({ tool_calls: [{ index, function: { arguments: piece } }] })),
]

/** Parallel calls come piece by piece in turn; the index tells them apart. */
const woven = (calls: readonly Call[], cut: Cut): readonly string[] => {
  const queues = calls.map((call, index) => [...called(call, index, cut(call.arguments))])
  const found: string[] = []
  while (queues.some((queue) => queue.length > 0))
    for (const queue of queues) found.push(...queue.splice(0, 1))
  return found
}

export const chat: Stream = {
  type: "text/event-stream; charset=utf-8",
  frames: (scene, cut) =>
    [
      chunk(scene, choice(text({ role: "assistant", content: "", refusal: null }))),
      ...scene.acts.flatMap((act) => spoken(act, cut)).map((delta) => chunk(scene, choice(delta))),
      ...woven(scene.acts.filter(isCall), cut).map((delta) => chunk(scene, choice(delta))),
      chunk(scene, choice("{}", reasons[scene.ends])),
      chunk(scene, "[]", usage(scene)),
      "[DONE]",
    ].map((json) => sse(json)),
  error: (kind, message) => sse(text({ error: { message, type: kind, param: null, code: null } })),
  whole: (scene) => {
    const said = (is: "text" | "reasoning") =>
      scene.acts.map((act) => (act.is === is && "text" in act ? act.text : "")).join("")
    const calls = scene.acts.filter(isCall).map(({ id, name, arguments: input }) => ({
      id,
      type: "function",
      function: { name, arguments: input },
    }))
    const message = {
      role: "assistant",
      content: said("text") || null,
      reasoning_content: said("reasoning"),
      refusal: null,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    }
    return object({
      id: text(scene.id),
      object: text("chat.completion"),
      created: "1796040000",
      model: text(scene.model),
      choices: text([{ index: 0, message, logprobs: null, finish_reason: reasons[scene.ends] }]),
      usage: usage(scene),
    })
  },
}
