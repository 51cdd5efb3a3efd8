import { type Act, type Cut, list, object, type Scene, type Stream, sse, text } from "../scene.ts"

/** streamGenerateContent with `alt=sse`: answers that each hold the next parts, without names and without a last sign. */

const reasons = { end: "STOP", "tool-calls": "STOP", length: "MAX_TOKENS" } as const

const usage = ({ tokens }: Scene): string =>
  text({
    promptTokenCount: tokens.input,
    cachedContentTokenCount: tokens.cacheRead,
    candidatesTokenCount: tokens.output - tokens.reasoning,
    thoughtsTokenCount: tokens.reasoning,
    totalTokenCount: tokens.input + tokens.output,
  })

const signed = (sealed: string | undefined): string | undefined =>
  sealed === undefined ? undefined : text(sealed)

const thought = (words: string, sealed?: string): string =>
  object({ text: text(words), thought: "true", thoughtSignature: signed(sealed) })

const call = (act: Extract<Act, { readonly is: "call" }>): string =>
  object({
    functionCall: object({ name: text(act.name), args: act.arguments, id: text(act.id) }),
    thoughtSignature: signed(act.sealed),
  })

/** The parts of an act, one for each chunk; a thought's signature comes with its last piece. */
const parts = (act: Act, cut: Cut): readonly string[] => {
  if (act.is === "text") return cut(act.text).map((piece) => object({ text: text(piece) }))
  if (act.is === "call") return [call(act)]
  if (act.is === "hidden") return []
  return cut(act.text).map((piece, index, all) =>
    thought(piece, index === all.length - 1 ? act.sealed : undefined),
  )
}

const answer = (scene: Scene, part: readonly string[], reason?: string): string =>
  object({
    candidates: list([
      object({
        content: object({ parts: list(part), role: text("model") }),
        finishReason: reason === undefined ? undefined : text(reason),
        index: "0",
      }),
    ]),
    usageMetadata: usage(scene),
    modelVersion: text(scene.model),
    responseId: text(scene.id),
  })

const whole = (act: Act): readonly string[] => parts(act, (words) => [words])

export const gemini: Stream = {
  type: "text/event-stream",
  frames: (scene, cut) =>
    [
      ...scene.acts.flatMap((act) => parts(act, cut)).map((part) => answer(scene, [part])),
      answer(scene, [text({ text: "" })], reasons[scene.ends]),
    ].map((json) => sse(json)),
  error: (kind, message) => sse(text({ error: { code: 503, message, status: kind } })),
  whole: (scene) => answer(scene, scene.acts.flatMap(whole), reasons[scene.ends]),
}
