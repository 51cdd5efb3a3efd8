import { describe, expect, it } from "vitest"
import { block, blockId, blockKinds, traits } from "./block.ts"
import {
  agent,
  answer,
  call,
  type Draft,
  image,
  notice,
  reasoning,
  record,
  result,
  spoken,
  text,
  tools,
  user,
} from "./build.ts"
import { entry, entryKinds, entryTraits } from "./entry.ts"
import { parseEntry, parseHeader } from "./record.ts"

const one = (draft: Draft) => JSON.parse(JSON.stringify(record(draft).entries[0]))
const ok = (value: unknown): boolean => parseEntry(value).ok
const why = (value: unknown): string => {
  const parsed = parseEntry(value)
  return parsed.ok ? "fine" : String(parsed.problem.facts.why)
}

describe("unknown keys are refused, at every depth", () => {
  it.each([
    ["an entry", { ...one(user("hi")), extra: 1 }],
    [
      "an entry's __proto__",
      JSON.parse(JSON.stringify(one(user("hi"))).replace('"kind"', '"__proto__":{"x":1},"kind"')),
    ],
    ["a block", one(user([{ ...text("hi"), extra: 1 } as ReturnType<typeof text>]))], // a key too many on purpose
    ["a nested block", one(result("c", [{ ...text("hi"), extra: 1 } as ReturnType<typeof text>]))], // the same
    ["a speaker", { ...one(user("hi")), speaker: { kind: "human", mood: "good" } }],
    ["a maker", { ...one(agent("hi")), maker: { provider: "p", api: "a", model: "m", key: "k" } }],
    ["an origin", { ...one(user("hi")), origin: { segment: "0".repeat(64), lines: [1, 1], pointer: "/0" } }],
  ])("%s", (_, value) => {
    expect(ok(value)).toBe(false)
  })
})

describe("a block stands only where its kind may", () => {
  it.each([
    ["a call under the user", one(spoken("user", { kind: "human" }, [call("c")]))],
    ["a call of an assistant who is no agent", one(spoken("assistant", { kind: "notice" }, [call("c")]))],
    ["reasoning under the user", one(spoken("user", { kind: "agent" }, [reasoning("hm")]))],
    ["a result under the user", one(spoken("user", { kind: "human" }, [answer("c")]))],
    ["a client's result under the assistant", one(agent([answer("c")]))],
    [
      "an opaque block in a result",
      one(result("c", [{ kind: "opaque", source: "messages", json: "{}" } as never])),
    ], // refused by type too
    ["a picture with object and url", one(user([{ ...image("0".repeat(64)), url: "https://a.example" }]))],
    ["a picture with neither", one(user([{ kind: "image", mediaType: "image/png" }]))],
  ])("%s is refused", (_, value) => {
    expect(ok(value)).toBe(false)
  })

  it.each([
    ["a call of the agent", one(agent([call("c"), reasoning("hm", "sig")]))],
    ["a server's result under the assistant", one(agent([{ ...answer("c"), providerExecuted: true }]))],
    ["results and text under tool", one(spoken("tool", { kind: "tool" }, [answer("c"), text("and")]))],
    ["two results", one(tools(answer("a"), answer("b")))],
    ["a message with nothing in it", one(user([]))],
    ["lone surrogates and NUL", one(user("\ud83d \u0000"))],
    ["empty ids, names and arguments", one(agent([call("", "", "")]))],
    ["a notice", one(notice("done", "hook: a/b"))],
  ])("%s is fine", (_, value) => {
    expect(why(value)).toBe("fine")
  })
})

describe("what an entry has", () => {
  const base = one(user("hi"))
  it.each([
    ["seq 0", { ...base, seq: 0 }],
    ["seq of a half", { ...base, seq: 1.5 }],
    ["no id", { ...base, id: "" }],
    ["an id of 201", { ...base, id: "x".repeat(201) }],
    ["a time with an offset", { ...base, at: "2026-11-30T00:00:00.000+01:00" }],
    ["a time without milliseconds", { ...base, at: "2026-11-30T00:00:00Z" }],
    ["no time at all", Object.fromEntries(Object.entries(base).filter(([key]) => key !== "at"))],
    ["an undefined maker", { ...base, maker: undefined }],
    ["a label of two lines", { ...base, speaker: { kind: "notice", label: "a\nb" } }],
    ["an unknown kind", { ...base, kind: "massage" }],
  ])("%s is refused", (_, value) => {
    expect(ok(value)).toBe(false)
  })
  it("takes an id of 200 and a time in UTC", () => {
    expect(why({ ...base, id: "x".repeat(200), at: "2026-11-30T00:00:00.000Z" })).toBe("fine")
  })
})

it("names every kind once, in the unions and in the tables alike", () => {
  expect(block.options.map((option) => option.shape.kind.value)).toEqual(blockKinds)
  expect(entry.options.map((option) => option.shape.kind.value)).toEqual(entryKinds)
  for (const { meaning } of [...Object.values(traits), ...Object.values(entryTraits)])
    expect(meaning).toMatch(/^[A-Z].*\.$/)
})

it.each(["1.0", "42.1.0", "10.10.10"])("takes the block id %s", (id) => {
  expect(blockId.safeParse(id).success).toBe(true)
})
it.each(["1", "0.0", "01.0", "1.00", "1.0.0.0", "1.-1", "a.0", "1.0 "])("refuses the block id %s", (id) => {
  expect(blockId.safeParse(id).success).toBe(false)
})

describe("a record's header", () => {
  const header = { kind: "record", version: 1, id: "r", createdAt: null }
  it("takes today's version", () => {
    expect(parseHeader(header)).toEqual({ ok: true, value: header })
  })
  it.each([
    ["an unknown key", { ...header, colour: "red" }, "header-invalid"],
    ["a newer version", { ...header, version: 2 }, "version-unknown"],
    ["a version that is no number", { ...header, version: "1" }, "version-unknown"],
    ["a list", [header], "header-invalid"],
    ["null", null, "header-invalid"],
    ["no id", { ...header, id: "" }, "header-invalid"],
  ])("refuses %s", (_, value, id) => {
    const parsed = parseHeader(value)
    expect(parsed.ok ? "fine" : parsed.problem.id).toBe(id)
  })
})
