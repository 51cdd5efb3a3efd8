import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  agent,
  answer,
  call,
  compaction,
  type Draft,
  record,
  replacement,
  result,
  rewind,
  text,
  undo,
  user,
} from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { type Chat, take } from "./chat.ts"
import { cardsOf } from "./chat-cards.ts"
import type { Item, Stretch } from "./chat-item.ts"
import { chatOf } from "./chat-opening.ts"
import { stretchItems } from "./stretch.ts"

const entriesOf = (...drafts: readonly Draft[]): readonly Entry[] => record(...drafts).entries

const place = (item: Item): string => {
  if (item.is === "let-go")
    return `${item.words} (${item.stretch.from}–${item.stretch.to}${item.canUndo ? ", undo" : ""})`
  if (item.is === "summary") return `summary ${item.seq} for ${item.stands?.count ?? 0}`
  return `${item.is} ${item.seq}`
}

const places = (...drafts: readonly Draft[]): readonly string[] =>
  chatOf(entriesOf(...drafts)).items.map(place)

const [one, two, three, four] = [user("one"), agent("two"), user("three"), agent("four")]

describe("what was let go", () => {
  it("is folded where it stood, and says by what", () => {
    expect(places(one, two, three, four, rewind(2), user("five"))).toEqual([
      "said 1",
      "said 2",
      "2 messages let go by going back to entry 2 (3–4, undo)",
      "said 6",
    ])
  })

  it("is told apart by what let it go; only what is in force can be taken back", () => {
    expect(places(one, two, three, rewind(2), four, rewind(1))).toEqual([
      "said 1",
      "1 message let go by going back to entry 1 (2–2, undo)",
      "1 message let go by going back to entry 2 (3–3)",
      "1 message let go by going back to entry 1 (5–5, undo)",
    ])
  })

  it("is back after an undo", () => {
    expect(places(one, two, three, rewind(1), undo(4))).toEqual(["said 1", "said 2", "said 3"])
  })

  it("stands under the summary that covers it, apart from what was rewound there before", () => {
    expect(places(one, two, rewind(1), three, four, compaction("all", [1, 4]), user("on"))).toEqual([
      "summary 6 for 2",
      "1 message let go by going back to entry 1 (2–2, undo)",
      "said 5",
      "said 7",
    ])
  })

  it("follows a record to what opening it gives, or waits to be read again", () => {
    const draft: fc.Arbitrary<(seq: number) => Draft> = fc.oneof(
      fc.constantFrom(
        () => user("u"),
        () => agent("a"),
      ),
      fc.record({ back: fc.nat({ max: 5 }), keep: fc.boolean() }).map(
        ({ back, keep }) =>
          (seq: number) =>
            seq < 2 ? user("u") : rewind(Math.max(1, seq - 1 - back), keep),
      ),
    )
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 14 }), fc.nat({ max: 14 }), (made, at) => {
        const entries = entriesOf(...made.map((make, index) => make(index + 1)))
        const from = chatOf(entries.slice(0, at))
        const chat = entries
          .slice(at)
          .reduce(
            (now: Chat, entry) => take(now, { is: "entry", position: { seq: entry.seq, n: 0 }, entry }),
            from,
          )
        if (!chat.isStale) expect(chat).toEqual(chatOf(entries))
      }),
    )
  })
})

describe("a stretch", () => {
  const read = (stretch: Omit<Stretch, "count">, ...drafts: readonly Draft[]) =>
    stretchItems(entriesOf(...drafts), stretch)
  const seqs = ({ items }: { readonly items: readonly Item[] }) => items.map(({ seq }) => seq)

  it("holds what its act let go, as it was said, whatever came later", () => {
    const drafts = [one, two, three, rewind(2), four, rewind(1), undo(6)]
    expect(seqs(read({ from: 2, to: 2, by: 6 }, ...drafts))).toEqual([2])
    expect(seqs(read({ from: 3, to: 3, by: 4 }, ...drafts))).toEqual([3])
    expect(seqs(read({ from: 2, to: 5, by: 6 }, ...drafts))).toEqual([2, 5])
  })

  it("of a summary leaves out what had been rewound", () => {
    const drafts = [one, two, rewind(1), three, compaction("all", [1, 4])]
    expect(seqs(read({ from: 1, to: 4, by: 5 }, ...drafts))).toEqual([1, 4])
  })

  it("comes in parts where it is long", () => {
    const drafts = [...Array.from({ length: 150 }, (_, n) => user(`${n}`)), rewind(10)]
    const first = read({ from: 11, to: 150, by: 151 }, ...drafts)
    expect([first.items.length, first.rest]).toEqual([60, 80])
    const next = read({ from: (first.items.at(-1)?.seq ?? 0) + 1, to: 150, by: 151 }, ...drafts)
    expect([next.items[0]?.seq, next.items.length, next.rest]).toEqual([71, 60, 20])
  })
})

describe("a message", () => {
  const cards = (...drafts: readonly Draft[]) => cardsOf(chatOf(entriesOf(...drafts)).items, false)

  it("goes through the last result of its calls", () => {
    const through = cards(one, agent([call("a"), call("b")]), result("b"), result("a"), agent("done")).map(
      (card) => (card.is === "said" ? card.through : 0),
    )
    expect(through).toEqual([1, 4, 5])
  })

  it("says which of its blocks stand for others", () => {
    const [, said] = cards(
      one,
      agent([text('a \\"b'), call("a")]),
      result("a", "long"),
      replacement("3.0", answer("a", "[cleared]")),
      replacement("2.0", text('a "b'), "repaired"),
    )
    expect(said?.is === "said" ? said.pieces.map(({ instead }) => instead) : []).toEqual([
      { of: "2.0", by: 5, why: "repaired" },
      { of: "3.0", by: 4, why: "cleared" },
    ])
  })
})
