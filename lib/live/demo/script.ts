import { z } from "zod"
import { promptLines } from "#lib/plan/summary-prompt.ts"
import { summaryOf } from "./summary.ts"

/** What the demo model says, in the order in which it says it. */
export type Piece =
  | { readonly kind: "reasoning" | "text"; readonly text: string }
  | { readonly kind: "call"; readonly name: string; readonly json: string }

const content = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text = "" }) => text).join("\n")),
  z.null().transform(() => ""),
])

const body = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: content.optional() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
})

const searching = "search_sessions"

/** The longest word of what was said, which makes the likeliest search. */
const subject = (said: string): string =>
  (said.match(/\p{L}{3,}/gu) ?? []).reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    "",
  )

const opening = (said: string, canSearch: boolean): readonly Piece[] => {
  const word = subject(said)
  const thought: Piece = {
    kind: "reasoning",
    text: `I am a script, not a model. ${word === "" ? "There is no word to search for." : `The longest word that was said is “${word}”, so I look whether a stored session holds it.`}`,
  }
  if (!canSearch || word === "")
    return [
      thought,
      {
        kind: "text",
        text: "I am the demo: a script that shows how an answer streams. Choose a provider in the settings to talk with a model.",
      },
    ]
  return [
    thought,
    { kind: "text", text: `Let me search the stored sessions for “${word}”.` },
    { kind: "call", name: searching, json: JSON.stringify({ query: word }) },
  ]
}

const closing = (result: string): readonly Piece[] => {
  const lines = result.split("\n").filter((line) => line.trim() !== "")
  return [
    { kind: "reasoning", text: "The search has answered; I say what it found and that I am only a script." },
    {
      kind: "text",
      text: `The search answered with ${lines.length === 1 ? "one line" : `${lines.length} lines`}. I am the demo, a script: I showed you reasoning, a tool round and an answer as they stream. Press **Stop** while I speak to see what an interruption leaves in the record, or choose a provider in the settings to talk with a model.`,
    },
  ]
}

/** The demo's answer to a request body of the chat dialect: a search for what was said, what it found, or a summary. */
export const answerTo = (json: string): readonly Piece[] => {
  const parsed = body.safeParse(JSON.parse(json))
  if (!parsed.success) return [{ kind: "text", text: "The demo cannot read this request." }]
  const { messages, tools = [] } = parsed.data
  const last = messages.at(-1)
  if (last?.role === "tool") return closing(last.content ?? "")
  const lines = promptLines(last?.content ?? "")
  if (lines !== undefined) return [{ kind: "text", text: summaryOf(lines) }]
  const canSearch = tools.some(({ function: { name } }) => name === searching)
  return opening(last?.content ?? "", canSearch)
}
