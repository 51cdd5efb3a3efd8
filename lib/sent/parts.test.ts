import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Target, targetOf, targets } from "#lib/dialect/targets.ts"
import { agent, call, compaction, replacement, result, rewind, text, user } from "#lib/record/build.ts"
import { bodyOf } from "./body.ts"
import { changeOf, type Part, partsOf } from "./parts.ts"
import { piecesOf } from "./pieces.ts"
import { asked, headerFor, type Panel, tool, tools } from "./testing/asked.ts"

const body = (value: unknown) => bodyOf(Buffer.from(JSON.stringify(value)))
const held = (dialect: Target["dialect"] | undefined, before: unknown, now: unknown) =>
  partsOf(dialect, body(before), body(now))

/** A part in few words: `changed tool bash`. */
const told = (part: Part): string => {
  const { kind, name } = "now" in part ? part.now : part.before
  return `${part.is} ${kind} ${name}`
}

/** Parts that are not the same, in few words. */
const news = (parts: readonly Part[]): readonly string[] => parts.filter(({ is }) => is !== "same").map(told)

const said = (role: string, content: string) => ({ role, content })

describe("two bodies, piece by piece:", () => {
  it("in the order that the provider reads, whatever the order of the body", () => {
    const before = { messages: [said("user", "go")], system: "be brief", tools: [{ name: "ls" }], model: "m" }
    expect(held("messages", before, before).map(told)).toEqual([
      "same model model",
      "same tool ls",
      "same system system",
      "same message user",
    ])
  })

  it("names what was added, taken out, altered and moved", () => {
    const before = {
      tools: [{ name: "a" }, { name: "b" }, { name: "c", d: 1 }],
      messages: [said("user", "go")],
    }
    const now = {
      tools: [{ name: "b" }, { name: "a" }, { name: "c", d: 2 }, { name: "e" }],
      messages: [said("user", "go"), said("assistant", "gone")],
      max_tokens: 5,
    }
    expect(news(held("messages", before, now)).toSorted()).toEqual([
      "added message assistant",
      "added param max_tokens",
      "added tool e",
      "changed tool c",
      "moved tool a",
    ])
    expect(news(held("messages", now, before)).filter((each) => each.startsWith("removed"))).toEqual([
      "removed tool e",
      "removed message assistant",
      "removed param max_tokens",
    ])
  })

  it("takes a summary for a new message, and an edited one for the old", () => {
    const talk = ["look at the big tree", "I looked at it", "now at the small one", "I looked again"]
    const messages = talk.map((words, index) => said(index % 2 === 0 ? "user" : "assistant", words))
    const summed = [said("user", "What was said before: trees were seen."), ...messages.slice(2)]
    expect(news(held("messages", { messages }, { messages: summed }))).toEqual([
      "removed message user",
      "removed message assistant",
      "added message user",
    ])
    const edited = [said("user", "look at the big oak tree"), ...messages.slice(1)]
    expect(news(held("messages", { messages }, { messages: edited }))).toEqual(["changed message user"])
  })

  it("knows a mark for the cache that went on from a changed message", () => {
    const marked = (mark: object) => ({
      messages: [{ role: "user", content: [{ type: "text", text: "go", ...mark }] }, said("assistant", "ok")],
    })
    const parts = held("messages", marked({ cache_control: { type: "ephemeral" } }), marked({}))
    expect(parts[0]).toMatchObject({ is: "changed", onlyMarks: true })
    const blocks = (content: readonly object[]) => ({ messages: [{ role: "user", content }] })
    const point = { cachePoint: { type: "default" } }
    const [first] = held("converse", blocks([{ text: "go" }, point]), blocks([{ text: "go" }]))
    expect(first).toMatchObject({ is: "changed", onlyMarks: true })
  })

  it("says what became of a list", () => {
    const of = (...names: readonly string[]) => ({ tools: names.map((name) => ({ name })), messages: [] })
    const change = (before: object, now: object) => changeOf(held("messages", before, now), "tool")
    expect(change(of("a", "b", "c"), of("a", "c", "b"))).toBe("re-ordered")
    expect(change(of("a"), of("a", "b"))).toBe("added to")
    expect(change(of("a", "b"), of("a"))).toBe("shortened")
    expect(change(of("a", "b"), of("c", "b"))).toBe("changed")
    expect(change(of("a"), of("a"))).toBeUndefined()
  })

  it("gives nothing for what is no JSON object, and does not throw", () => {
    for (const text of ["", "[]", "nonsense", '"x"'])
      expect(partsOf(undefined, bodyOf(Buffer.from(text)), bodyOf(Buffer.from("{}")))).toEqual([])
    expect(partsOf(undefined, bodyOf(Buffer.from("{")), bodyOf(Buffer.from('{"a":')))).toBeDefined()
  })
})

const bodies = (on: Panel) => on.sent.map(({ bytes }) => bodyOf(bytes))

/** A conversation in which everything changes that can. */
const eventful = (target: Target): Panel => {
  const on = asked(target)
  on.log(headerFor(target, { tools: [...tools].toReversed() }))
  on.send()
  on.log(
    headerFor(target, { system: "You are careful. It is Tuesday.", tools: [tool("bash")] }),
    user("more"),
  )
  on.send()
  on.log(agent([text("Yes."), call("call_9")]), result("call_9", "x"), replacement("5.0", text("cleared")))
  on.send()
  on.log(compaction("They looked at a tree.", [2, 7]))
  on.send()
  on.log(rewind(3))
  on.send()
  return on
}

describe("for every target's bodies:", () => {
  it.each(targets.map((target) => [target.id, target] as const))(
    "%s: the same tools in another order are moved, and all else is the same",
    (_, target) => {
      const on = asked(target)
      on.log(headerFor(target, { tools: [...tools].toReversed() }))
      on.send()
      const [, before, now] = bodies(on)
      if (before === undefined || now === undefined) throw new Error("nothing was sent")
      const found = news(partsOf(target.dialect, before, now))
      expect(found.every((each) => each.startsWith("moved tool "))).toBe(true)
      expect(found).toHaveLength(2)
    },
  )

  it.each(targets.map((target) => [target.id, target] as const))("%s: no value is lost", (_, target) => {
    const all = bodies(eventful(target))
    for (const before of all) for (const now of all) whole(target.dialect, before, now)
  })
})

type Bodies = ReturnType<typeof bodyOf>

/** The later body's pieces, made from the earlier one's and the parts; and the other way round. */
const whole = (dialect: Target["dialect"] | undefined, before: Bodies, now: Bodies): void => {
  const parts = partsOf(dialect, before, now)
  const pieces = piecesOf(dialect, before, now)
  const later = parts.flatMap((part) => {
    if (part.is === "removed") return []
    return part.is === "same" || part.is === "moved" ? [part.before.text] : [part.now.text]
  })
  expect(later).toEqual(pieces.now.map((piece) => piece.text))
  const order = (pointer: string): number => pieces.before.findIndex((piece) => piece.pointer === pointer)
  const earlier = parts
    .flatMap((part) => ("before" in part ? [part] : []))
    .toSorted((a, b) => order(a.before.pointer) - order(b.before.pointer))
    .map((part) => (part.is === "same" || part.is === "moved" ? part.now.text : part.before.text))
  expect(earlier).toEqual(pieces.before.map((piece) => piece.text))
}

const message = fc.record({
  role: fc.constantFrom("user", "assistant", "tool"),
  content: fc.constantFrom("a", "b", "look at it", "look at the tree", 'done \\ "so"', "日本"),
})
const request = fc.record(
  {
    model: fc.constantFrom("m", "n"),
    tools: fc.array(fc.record({ name: fc.constantFrom("a", "b", "c"), d: fc.nat(2) }), { maxLength: 5 }),
    system: fc.oneof(fc.string(), fc.array(fc.record({ type: fc.constant("text"), text: fc.string() }))),
    messages: fc.array(message, { maxLength: 12 }),
    temperature: fc.nat(3),
    extra: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
)

it("what is kept and what is new make the later body, what is kept and what is gone the earlier one", () => {
  fc.assert(
    fc.property(
      request,
      request,
      fc.constantFrom("messages", "chat", "gemini", undefined),
      (one, other, dialect) => whole(dialect, body(one), body(other)),
    ),
    { numRuns: 300 },
  )
})

it("known targets have pieces of every kind", () => {
  const target = targetOf("anthropic")
  if (target === undefined) throw new Error("no such target")
  const [first] = bodies(asked(target))
  const kinds = new Set(
    first === undefined ? [] : piecesOf("messages", first, first).now.map(({ kind }) => kind),
  )
  expect([...kinds].toSorted()).toEqual(["message", "model", "param", "system", "tool"])
})
