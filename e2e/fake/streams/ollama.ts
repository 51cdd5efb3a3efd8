import { type Act, type Cut, isCall, line, list, object, type Scene, type Stream, text } from "../scene.ts"

/** Ollama's chat: lines of JSON, the last of which is `done`. */

const reasons = { end: "stop", "tool-calls": "stop", length: "length" } as const

const call = (act: Extract<Act, { readonly is: "call" }>, index: number): string =>
  object({
    id: text(act.id),
    function: object({ index: text(index), name: text(act.name), arguments: act.arguments }),
  })

const said = (act: Act, cut: Cut): readonly string[] => {
  if (act.is === "text") return cut(act.text).map((piece) => text({ role: "assistant", content: piece }))
  if (act.is !== "reasoning") return []
  return cut(act.text).map((piece) => text({ role: "assistant", content: "", thinking: piece }))
}

const answer = ({ model }: Scene, message: string, done: object): string =>
  object({
    model: text(model),
    created_at: text("2026-11-30T12:00:00.000000Z"),
    message,
    ...Object.fromEntries(Object.entries(done).map(([key, value]) => [key, text(value)])),
  })

const ending = (scene: Scene) => ({
  done: true,
  done_reason: reasons[scene.ends],
  total_duration: 1,
  prompt_eval_count: scene.tokens.input,
  eval_count: scene.tokens.output,
})

export const ollama: Stream = {
  type: "application/x-ndjson",
  frames: (scene, cut) => {
    const calls = scene.acts.filter(isCall)
    return [
      ...scene.acts.flatMap((act) => said(act, cut)),
      ...calls.map((act, index) =>
        object({ role: text("assistant"), content: text(""), tool_calls: list([call(act, index)]) }),
      ),
    ]
      .map((message) => line(answer(scene, message, { done: false })))
      .concat(line(answer(scene, text({ role: "assistant", content: "" }), ending(scene))))
  },
  error: (_, message) => line(text({ error: message })),
  whole: (scene) => {
    const words = (is: "text" | "reasoning") =>
      scene.acts.map((act) => (act.is === is && "text" in act ? act.text : "")).join("")
    const calls = scene.acts.filter(isCall).map(call)
    const message = object({
      role: text("assistant"),
      content: text(words("text")),
      thinking: text(words("reasoning")),
      tool_calls: calls.length === 0 ? undefined : list(calls),
    })
    return answer(scene, message, ending(scene))
  },
}
