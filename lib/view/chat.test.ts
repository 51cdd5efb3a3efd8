import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  agent,
  call,
  compaction,
  type Draft,
  header,
  reasoning,
  record,
  result,
  rewind,
  text,
  undo,
  user,
} from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { type Chat, type ChatEvent, take } from "./chat.ts"
import { type Card, cardsOf, draftCard } from "./chat-cards.ts"
import { eventOf } from "./chat-events.ts"
import { chatOf } from "./chat-opening.ts"

const started: Draft = { kind: "turn", turn: 1, phase: "start" }
const ended: Draft = { kind: "turn", turn: 1, phase: "end", outcome: "done" }
const failed: Draft = {
  kind: "turn",
  turn: 1,
  phase: "end",
  outcome: "error",
  error: { kind: "empty-reply", message: "" },
}
const asked: Draft = {
  kind: "permission",
  callId: "a",
  action: "asked",
  by: "policy",
  risk: "may change things",
}
const denied: Draft = { kind: "permission", callId: "a", action: "denied", by: "person" }

const entriesOf = (...drafts: readonly Draft[]): readonly Entry[] => record(...drafts).entries

const told = (entry: Entry): ChatEvent => ({ is: "entry", position: { seq: entry.seq, n: 0 }, entry })

const delta = (seq: number, n: number, words: string, index = 0): ChatEvent => ({
  is: "delta",
  position: { seq, n },
  delta: { kind: "text", index, text: words },
})

const follow = (chat: Chat, ...events: readonly ChatEvent[]): Chat => events.reduce(take, chat)

const empty = chatOf([])

/** What cards say, one line each. */
const lines = (chat: Chat): readonly string[] =>
  cardsOf(chat.items, chat.running).map((card: Card) => {
    if (card.is === "summary") return `summary ${card.seq}`
    if (card.is === "let-go") return card.words
    if (card.is !== "said") return `${card.is} ${card.seq}`
    const pieces = card.pieces.map((piece) => {
      if (piece.is === "call") return `${piece.call.name}:${piece.state}`
      return "text" in piece.shown ? piece.shown.text.text : piece.shown.kind
    })
    return `${card.speaker.kind}: ${pieces.join(" ")}`
  })

const draftWords = (chat: Chat): string => (chat.draft?.blocks ?? []).map((block) => block.text).join("|")

const conversation = [
  header(),
  user("go"),
  started,
  agent([reasoning("hm"), call("a", "search"), call("b", "read")]),
  asked,
  result("b", "two"),
  denied,
  result("a", "no"),
  agent("done"),
  ended,
] as const

describe("following a record", () => {
  it("comes to what opening it at its end gives, wherever it was opened", () => {
    const entries = entriesOf(...conversation)
    for (let at = 0; at <= entries.length; at++)
      expect(follow(chatOf(entries.slice(0, at)), ...entries.slice(at).map(told))).toEqual(chatOf(entries))
  })

  it("shows nothing twice and loses nothing, however much of it is told again", () => {
    const entries = entriesOf(...conversation)
    fc.assert(
      fc.property(fc.array(fc.nat({ max: entries.length }), { maxLength: 6 }), (again) => {
        let chat = empty
        for (const entry of entries) {
          chat = take(chat, told(entry))
          for (const back of again)
            chat = follow(chat, ...entries.slice(Math.max(0, entry.seq - back), entry.seq).map(told))
        }
        expect(chat).toEqual(chatOf(entries))
      }),
      { numRuns: 25 },
    )
  })

  it("is stale behind a gap, and takes nothing more", () => {
    const entries = entriesOf(user("one"), user("two"), user("three"))
    const chat = follow(empty, ...entries.filter(({ seq }) => seq !== 2).map(told))
    expect(chat.isStale).toBe(true)
    expect(lines(chat)).toEqual(["human: one"])
  })
})

describe("a reply that is being written", () => {
  const [said, reply] = entriesOf(user("go"), agent("Hello there"))
  const before = follow(empty, ...(said === undefined ? [] : [told(said)]))

  it("grows by each piece once", () => {
    const chat = follow(before, delta(1, 1, "Hel"), delta(1, 1, "Hel"), delta(1, 2, "lo"), delta(1, 1, "Hel"))
    expect(draftWords(chat)).toBe("Hello")
    expect(chat.position).toEqual({ seq: 1, n: 2 })
  })

  it("is the same whether it was followed or read again from its beginning", () => {
    const all = [delta(1, 1, "a"), delta(1, 2, "b", 1), delta(1, 3, "c"), delta(1, 4, "d", 1)]
    const chat = follow(before, ...all)
    expect(draftWords(chat)).toBe("ac|bd")
    expect(follow(before, ...all.slice(0, 2), ...all)).toEqual(chat)
  })

  it("goes when its entry comes, and late pieces of it change nothing", () => {
    if (reply === undefined) throw new Error("There is a reply.")
    const chat = follow(before, delta(1, 1, "Hel"), told(reply), delta(1, 2, "lo"))
    expect(chat.draft).toBeUndefined()
    expect(lines(chat)).toEqual(
      ["human: go", "model: Hello there"].map((line) => line.replace("model", "agent")),
    )
  })

  it("holds calls with their arguments", () => {
    const events = [
      eventOf("reasoning_message", "1.1", '{"after":1,"index":0,"text":"hm"}'),
      eventOf("tool_call", "1.2", '{"after":1,"index":1,"callId":"a","name":"search"}'),
      eventOf("tool_call", "1.3", '{"after":1,"index":1,"arguments":"{\\"q\\":"}'),
      eventOf("tool_call", "1.5", '{"after":1,"index":1,"arguments":"1}"}'),
    ].filter((event) => event !== undefined)
    expect(follow(before, ...events).draft?.blocks).toEqual([
      { kind: "reasoning", index: 0, text: "hm" },
      { kind: "tool-call", index: 1, callId: "a", name: "search", text: '{"q":1}' },
    ])
  })

  it("is shown as the card that its entry will have: number, places and ids", () => {
    const events = [
      eventOf("tool_call", "1.1", '{"after":1,"index":2,"callId":"a","name":"search"}'),
      eventOf("tool_call", "1.2", '{"after":1,"index":2,"arguments":"{}"}'),
      eventOf("reasoning_message", "1.3", '{"after":1,"index":0,"text":"hm"}'),
      eventOf("assistant_message", "1.4", '{"after":1,"index":1,"text":"I look."}'),
    ].filter((event) => event !== undefined)
    const { draft } = follow(before, ...events)
    const [, entry] = entriesOf(
      user("go"),
      agent([reasoning("hm"), text("I look."), call("a", "search", "{}")]),
    )
    const [, card] = cardsOf(
      chatOf(entry === undefined ? [] : [...(said === undefined ? [] : [said]), entry]).items,
      true,
    )
    if (draft === undefined || card?.is !== "said") throw new Error("There is a draft, and a card.")
    const { model: _, stop: __, pieces, ...rest } = card
    expect(draftCard(draft)).toEqual({
      ...rest,
      isDraft: true,
      pieces: pieces.map((piece) => (piece.is === "call" ? { ...piece, state: "writing" } : piece)),
    })
  })

  it("goes with a turn that ends without it", () => {
    const [end] = entriesOf(ended)
    if (end === undefined) throw new Error("There is an end.")
    const chat = follow(before, delta(1, 1, "Hel"), told({ ...end, seq: 2 }))
    expect(chat.draft).toBeUndefined()
    expect(chat.running).toBe(false)
  })

  it("is stale where a reply is told of whose entries never came", () => {
    expect(follow(before, delta(4, 1, "x")).isStale).toBe(true)
  })
})

describe("calls and results", () => {
  it("stand together by identity, in whatever order results come", () => {
    expect(lines(chatOf(entriesOf(...conversation)))).toEqual([
      "human: go",
      "agent: hm search:denied read:answered",
      "agent: done",
    ])
  })

  it("wait for each other: a result that comes first is shown alone until its call is there", () => {
    const entries = entriesOf(started, result("a", "early"), agent([call("a")]))
    expect(lines(chatOf(entries.slice(0, 2)))).toEqual(["tool: tool-result"])
    expect(lines(chatOf(entries))).toEqual(["agent: bash:answered"])
  })

  it("do not pair across turns", () => {
    const entries = entriesOf(result("a", "stray"), ended, agent([call("a")]), started)
    expect(lines(chatOf(entries))).toEqual(["tool: tool-result", "agent: bash:running"])
  })

  it("an id that comes again closes the older call", () => {
    const entries = entriesOf(started, agent([call("a")]), agent([call("a")]), result("a"), result("a"))
    expect(lines(chatOf(entries))).toEqual([
      "agent: bash:running",
      "agent: bash:answered",
      "tool: tool-result",
    ])
  })

  it("run, wait for a person, or did not complete", () => {
    const open = [started, agent([call("a")])]
    expect(lines(chatOf(entriesOf(...open)))).toEqual(["agent: bash:running"])
    expect(lines(chatOf(entriesOf(...open, asked)))).toEqual(["agent: bash:asked"])
    expect(lines(chatOf(entriesOf(...open, asked, denied)))).toEqual(["agent: bash:denied"])
    expect(lines(chatOf(entriesOf(...open, ended)))).toEqual(["agent: bash:unfinished"])
  })
})

describe("acts of control", () => {
  it("a rewind takes messages and what was told beside them away, as opening the record would", () => {
    const entries = entriesOf(user("one"), agent("1"), user("two"), failed, rewind(3, false), user("three"))
    const chat = follow(chatOf(entries.slice(0, 4)), ...entries.slice(4).map(told))
    expect(lines(chat)).toEqual([
      "human: one",
      "agent: 1",
      "1 message let go by going back to before entry 3",
      "human: three",
    ])
    expect(chat).toEqual(chatOf(entries))
  })

  it("a rewind behind another act has the record read again, unless it goes to what came since", () => {
    const entries = entriesOf(user("one"), user("two"), rewind(1), user("three"), user("four"))
    const chat = chatOf(entries)
    const [back, further] = entriesOf(rewind(4), rewind(2))
    if (back === undefined || further === undefined) throw new Error("There are two.")
    expect(lines(take(chat, told({ ...back, seq: 6 })))).toEqual([
      "human: one",
      "1 message let go by going back to entry 1",
      "human: three",
      "1 message let go by going back to entry 4",
    ])
    expect(take(chat, told({ ...further, seq: 6 })).isStale).toBe(true)
  })

  it("what else changes what is in force has the record read again", () => {
    const entries = entriesOf(user("one"), agent("1"), compaction("both", [1, 2]), undo(3))
    expect(follow(chatOf(entries.slice(0, 2)), ...entries.slice(2).map(told)).isStale).toBe(true)
    expect(lines(chatOf(entries.slice(0, 3)))).toEqual(["summary 3"])
  })

  it("a failed turn is told of, a finished one is not", () => {
    expect(lines(chatOf(entriesOf(user("a"), failed, user("b"), ended)))).toEqual([
      "human: a",
      "end 2",
      "human: b",
    ])
  })
})

it("the last try of a turn is told once, by the turn's end", () => {
  const error = { kind: "provider-unavailable", message: "busy", status: 503 }
  const attempt = (n: number): Draft => ({ kind: "attempt", step: 1, n, status: 503, error })
  const end: Draft = { kind: "turn", turn: 1, phase: "end", outcome: "error", error }
  expect(lines(chatOf(entriesOf(user("a"), started, attempt(1), attempt(2), end)))).toEqual([
    "human: a",
    "try 3",
    "end 5",
  ])
})

it("a long record opens with its newest messages, and says how many stand before", () => {
  const chat = chatOf(entriesOf(...Array.from({ length: 250 }, (_, n) => user(`message ${n}`))))
  expect(chat.items.length + chat.earlier).toBe(250)
  expect(chat.earlier).toBe(50)
  expect(lines(chat).at(-1)).toBe("human: message 249")
  const [back] = entriesOf(rewind(10))
  expect(back === undefined || take(chat, told({ ...back, seq: 251 })).isStale).toBe(true)
})

it("an event whose id is no position is none", () => {
  expect(eventOf("entry", "", "{}")).toBeUndefined()
  expect(eventOf("entry", "3.0", JSON.stringify(text("x")))?.position).toEqual({ seq: 3, n: 0 })
})
