import type { Scene, Tokens } from "./scene.ts"

/** Scenes that tests of several rooms play. */

const tokens: Tokens = { input: 1200, cacheRead: 800, cacheWrite: 0, output: 90, reasoning: 40 }

const base64 = (text: string): string => Buffer.from(text).toString("base64")

/** Thinks and says something. */
export const spoken: Scene = {
  id: "reply_1",
  model: "fake-1",
  acts: [
    { is: "reasoning", text: "Weigh it: 日本 or 🇯🇵?\n\nBoth.", sealed: base64("sealed thought one") },
    { is: "text", text: 'It is "both" — 日本 🇯🇵, with a line\nand a \\ backslash.' },
  ],
  ends: "end",
  tokens,
}

/** Thinks, says what it does, and calls two tools at once. */
export const calling: Scene = {
  id: "reply_2",
  model: "fake-1",
  acts: [
    { is: "reasoning", text: "Look at both files first.", sealed: base64("sealed thought two") },
    { is: "text", text: "I look at both." },
    {
      is: "call",
      id: "call_a1",
      name: "read_file",
      arguments: '{"path": "a \\"b\\" \\u00e9 日.txt",  "z":1.10, "a":12345678901234567890}',
      sealed: base64("sealed call"),
    },
    { is: "call", id: "call_b2", name: "read_file", arguments: '{ "path":"b.txt" , "10":1, "2":[ ] }' },
  ],
  ends: "tool-calls",
  tokens,
}

/** Says nothing at all. */
export const silent: Scene = { id: "reply_3", model: "fake-1", acts: [], ends: "end", tokens }
