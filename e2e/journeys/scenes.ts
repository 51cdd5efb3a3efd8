import type { Act, Scene } from "../fake/scene.ts"

/** What the model of the journeys says. Every text is one paragraph of plain words, so that a page shows it as it is. */

/** Places where a stream can be held: each is one character that comes once. */
export const places = { text: "❶", arguments: "❷", answer: "❸" } as const

export const question = "Let me hear both words, please."
export const more = "Then go on without them."

const tokens = { input: 1200, cacheRead: 800, cacheWrite: 0, output: 90, reasoning: 40 } as const
const sealed = (words: string): string => Buffer.from(words).toString("base64")

const thought: Act = {
  is: "reasoning",
  text: "Two words are wanted, 日本 and 🇯🇵 perhaps, so the tool has to be asked twice, side by side.",
  sealed: sealed("the thought"),
}

/** Thinks, says what it does, and calls a real tool twice at once. */
export const calling: Scene = {
  id: "journey_1",
  model: "fake-1",
  acts: [
    thought,
    {
      is: "text",
      text: `Both are asked for side by side, naïvely and in one go: ${places.text} that is how 🇯🇵 and 日本 come back in the order in which they were asked for.`,
    },
    {
      is: "call",
      id: "a1B2c3D4e",
      name: "mcp__fake__echo",
      arguments:
        '{"words": "the first of the two words, which is longer than one piece of a stream",  "most":1.10}',
      sealed: sealed("the call"),
    },
    {
      is: "call",
      id: "f5G6h7I8j",
      name: "mcp__fake__echo",
      arguments: `{ "words":"the second of the two words, which is held ${places.arguments} before its end" , "most":10}`,
    },
  ],
  ends: "tool-calls",
  tokens,
}

/** What the tool gives back for each call, in order. */
export const results: readonly string[] = calling.acts.flatMap((act) =>
  act.is === "call" ? [JSON.stringify(JSON.parse(act.arguments))] : [],
)

/** Thinks once more, and answers. */
export const answering: Scene = {
  id: "journey_2",
  model: "fake-1",
  acts: [
    { is: "reasoning", text: "Now both words are here, é and all.", sealed: sealed("the end") },
    {
      is: "text",
      text: `Here they are, the one and the other, as the tool gave them back: ${places.answer} nothing of them is lost, and 日本 stands here once.`,
    },
  ],
  ends: "end",
  tokens,
}

/** What the model answers to `more`. */
export const goingOn: Scene = {
  id: "journey_3",
  model: "fake-1",
  acts: [{ is: "text", text: "Gone on without them, as was wanted." }],
  ends: "end",
  tokens,
}

/** The first words of all that is said, none of which may ever stand on a page twice, or go again. */
export const beginnings: readonly string[] = [
  question,
  more,
  ...[calling, answering, goingOn].flatMap(({ acts }) =>
    acts.flatMap((act) =>
      act.is === "call" ? [act.arguments.slice(0, 24)] : "text" in act ? [act.text.slice(0, 16)] : [],
    ),
  ),
]
