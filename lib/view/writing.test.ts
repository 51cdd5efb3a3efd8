import { expect, it } from "vitest"
import { agent, type Draft, reasoning, record, text, user } from "#lib/record/build.ts"
import { type Chat, type ChatEvent, take } from "./chat.ts"
import { chatOf } from "./chat-opening.ts"
import { type Writing, writingOf } from "./writing.ts"

const started: Draft = { kind: "turn", turn: 1, phase: "start" }
const ended: Draft = { kind: "turn", turn: 1, phase: "end", outcome: "done" }

const told = (...drafts: readonly Draft[]): readonly ChatEvent[] =>
  record(...drafts).entries.map((entry) => ({ is: "entry", position: { seq: entry.seq, n: 0 }, entry }))

const delta = (n: number, kind: "text" | "reasoning", words: string): ChatEvent => ({
  is: "delta",
  position: { seq: 2, n },
  delta: { kind, index: kind === "text" ? 1 : 0, text: words },
})

const follow = (...events: readonly ChatEvent[]): Writing =>
  writingOf(events.reduce((chat: Chat, event) => take(chat, event), chatOf([])))

const begun = told(started, user("sum up"))
const reply = agent([reasoning("hm"), text("They met.")])

it("shows a reply's words as they come, and then as they are stored", () => {
  expect(follow(...begun)).toEqual({ words: "", isThinking: false, ended: undefined })
  expect(follow(...begun, delta(1, "reasoning", "hm"))).toMatchObject({ words: "", isThinking: true })
  const some = [delta(1, "reasoning", "hm"), delta(2, "text", "They "), delta(3, "text", "met")]
  expect(follow(...begun, ...some)).toMatchObject({ words: "They met", isThinking: false })
  expect(follow(...told(started, user("sum up"), reply))).toMatchObject({ words: "They met." })
})

it("knows the newest turn's end, and forgets the words that are asked for anew", () => {
  const once = [started, user("sum up"), reply, ended]
  expect(follow(...told(...once))).toEqual({ words: "They met.", isThinking: false, ended: 4 })
  const again: readonly Draft[] = [...once, { ...started, turn: 2 }, { kind: "rewind", to: 3, keep: false }]
  expect(follow(...told(...again))).toEqual({ words: "", isThinking: false, ended: undefined })
  expect(follow(...told(...again, agent("They talked."), { ...ended, turn: 2 }))).toMatchObject({
    words: "They talked.",
    ended: 8,
  })
})
