import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { type Target, targetOf, targets } from "#lib/dialect/targets.ts"
import {
  agent,
  call,
  compaction,
  type Draft,
  replacement,
  result,
  rewind,
  text,
  undo,
  user,
} from "#lib/record/build.ts"
import { type Prefix, prefixOf } from "./prefix.ts"
import { asked, headerFor, known, type Panel, prefixAt, principal, standing, tool } from "./testing/asked.ts"
import { panel } from "./testing/panel.ts"

const rows = targets.map((target) => [target.id, target] as const)

describe("a record that only grew", () => {
  it.each(rows)("is extended on %s", (_, target) => {
    const isReplay = target.dialect === "prior-turns" // what was said last moves
    const on = asked(target)
    on.log(
      agent("done", { maker: { provider: target.provider, api: target.api, model: "model-1" } }),
      user("ok"),
    )
    on.send()
    expect(prefixAt(on, 0)).toMatchObject({ outcome: "first", tokens: { reused: 0, lost: 0 } })
    for (const index of [1, 2]) {
      const { outcome, tokens, cut } = prefixAt(on, index)
      expect([outcome, cut]).toEqual(["extension", undefined])
      if (!isReplay) expect(tokens.lost).toBe(0)
      expect(tokens.reused).toBeGreaterThan(0)
      expect(tokens.new).toBeGreaterThan(0)
    }
    const [one, two] = [prefixAt(on, 1).tokens, prefixAt(on, 2).tokens]
    if (!isReplay) expect(two.reused).toBe(one.reused + one.new)
  })

  it("is extended where the earlier one had its end marked", () => {
    const [, anthropic] = rows[0] ?? []
    if (anthropic === undefined) return
    const on = panel(anthropic)
    on.log(headerFor(anthropic), user("one"))
    on.send({ policies: { cacheMarks: true } })
    on.log(agent("two"), user("three"))
    on.send({ policies: { cacheMarks: true } })
    expect(prefixAt(on, 1).outcome).toBe("extension")
    expect(Buffer.from(on.sent[0]?.bytes ?? []).toString()).toContain("cache_control")
  })

  it("is extended where earlier turns are text, and cut where those are told otherwise", () => {
    const target = targetOf("claude-prompt")
    if (target === undefined) return
    const on = asked(target)
    on.log(replacement("5.0", text("I shall.")), user("ok"))
    on.send()
    expect(prefixAt(on, 1).outcome).toBe("extension")
    expect(prefixAt(on, 2).cut).toMatchObject({ cause: "replacement", pointer: "/messages/0/content/0/text" })
    expect(standing(on, 2, 5)).toBe("shall")
  })
})

/** What an entry between two requests does, and the cause that is to be named for it. */
const breaks: readonly (readonly [string, (target: Target) => readonly Draft[], string])[] = [
  [
    "a clock in the system prompt",
    (to) => [headerFor(to, { system: "You are careful. It is Tuesday." })],
    "system",
  ],
  [
    "tools in another order",
    (to) => [headerFor(to, { tools: [tool("bash"), tool("grep"), tool("read_file")] })],
    "tools",
  ],
  [
    "another model",
    (to) => [headerFor(to, { target: { provider: to.provider, dialect: to.dialect, model: "model-2" } })],
    "target",
  ],
  ["someone else to act for", (to) => [headerFor(to, { principal })], "principal"],
  ["a compaction", () => [compaction("They looked.", [2, 5])], "compaction"],
  ["a rewind", () => [rewind(2), user("look elsewhere")], "rewind"],
  ["a replaced block", () => [replacement("2.0", text("look at the wood"))], "replacement"],
]

describe("what cut the prefix is named", () => {
  for (const [what, drafts, cause] of breaks)
    it.each(rows)(`${what}, on %s`, (_, target) => {
      const on = asked(target)
      on.log(...drafts(target), user("go on"))
      on.send()
      const { outcome, cut, tokens } = prefixAt(on, 2)
      expect([outcome, cut?.cause]).toEqual(["cut", cause])
      expect(cut?.seq).toBeDefined()
      expect(on.entries[(cut?.seq ?? 0) - 1]?.kind).toBe(on.entries[throughOf(on)]?.kind)
      expect(tokens.reused + tokens.new).toBeGreaterThan(0)
    })

  it.each(rows)("an act taken back, on %s", (_, target) => {
    const on = asked(target)
    const seq = on.entries.length + 1
    on.log(compaction("They looked.", [2, 5]))
    on.send()
    on.log(undo(seq), user("go on"))
    on.send()
    expect(prefixAt(on, 2).cut?.cause).toBe("compaction")
    expect(prefixAt(on, 3).cut).toMatchObject({ cause: "undo", seq: on.entries.length - 3 })
  })

  it.each(rows)("a late result, on %s", (_, target) => {
    const on = panel(target)
    const maker = { provider: target.provider, api: target.api, model: "model-1" }
    on.log(headerFor(target), user("look"), agent([text("Yes."), call("call_1")], { maker }), user("still?"))
    on.send()
    on.log(result("call_1", "here it is"), user("so?"))
    on.send()
    expect(prefixAt(on, 1).cut).toMatchObject({ cause: "late-result", seq: 7 })
  })
})

/** The number of the first entry behind the second request. */
const throughOf = (on: Panel): number => on.sent[1]?.entry.seq ?? 0

const anthropicPanel = (): { readonly on: Panel; readonly target: Target } => {
  const target = targetOf("anthropic")
  if (target === undefined) throw new Error("no such target")
  return { on: asked(target), target }
}

describe("the place of a cut is exact", () => {
  it("in the system text, in bytes", () => {
    const { on, target } = anthropicPanel()
    on.log(headerFor(target, { system: "You are careful. It is Tuesday." }))
    on.send()
    expect(prefixAt(on, 2).cut).toMatchObject({ pointer: "/system/0/text" })
    expect(standing(on, 2, 8)).toBe("Tuesday.")
  })

  it("in the tools, which are read before the system text", () => {
    const { on, target } = anthropicPanel()
    on.log(headerFor(target, { system: "Other.", tools: [tool("bash"), tool("grep")] }))
    on.send()
    expect(prefixAt(on, 2).cut).toMatchObject({ cause: "tools", pointer: "/tools/1/name" })
    expect(standing(on, 2, 5)).toBe('grep"')
  })

  it("at the message, in order", () => {
    const { on } = anthropicPanel()
    on.log(rewind(2), user("é other"))
    on.send()
    expect(prefixAt(on, 2).cut).toMatchObject({ cause: "rewind", message: 0 })
    expect(prefixAt(on, 2).tokens.lost).toBeGreaterThan(5)
  })

  it("nowhere in particular where the model stands outside of the body", () => {
    const target = targetOf("gemini")
    if (target === undefined) return
    const on = asked(target)
    on.log(
      headerFor(target, { target: { provider: target.provider, dialect: target.dialect, model: "model-2" } }),
    )
    on.send()
    expect(prefixAt(on, 2).cut).toMatchObject({ cause: "target", pointer: "", byte: 0 })
  })

  it("costs nothing where only the sampling changed", () => {
    const { on, target } = anthropicPanel()
    on.log(headerFor(target, { params: { maxTokens: 99 } }))
    on.send()
    expect(prefixAt(on, 2)).toMatchObject({
      cut: { cause: "params", pointer: "/max_tokens" },
      tokens: { lost: 0 },
    })
  })
})

describe("what is not proved is unknown", () => {
  it("a capture of no known target is held against its neighbours by their bodies", () => {
    const target = targetOf("anthropic")
    if (target === undefined) throw new Error("no such target")
    const on = asked(target)
    const body = on.sent.at(-1)?.bytes ?? new Uint8Array()
    on.capture(body, createHash("sha256").update(body).digest("hex"))
    on.log(user("ok"))
    on.send()
    expect(prefixAt(on, 2).outcome).toBe("extension")
    expect(prefixAt(on, 3).outcome).toBe("extension")
  })

  it("of another program's request", () => {
    const { on } = anthropicPanel()
    const body = Buffer.from('{"model":"model-1","messages":[{"role":"user","content":"else"}]}')
    on.capture(body, createHash("sha256").update(body).digest("hex"))
    expect(prefixAt(on, 2)).toMatchObject({ outcome: "cut", cut: { cause: "unknown" } })
  })

  it("of a request that the record does not give", () => {
    const { on } = anthropicPanel()
    on.log(compaction("They looked.", [2, 5]), user("go on"))
    const { entry, bytes } = on.send()
    const odd = Buffer.from(Buffer.from(bytes).toString().replace("They looked", "They lookad"))
    const before = on.sent[1]
    if (before === undefined) return
    const prefix = prefixOf(
      known(on),
      { sent: before.entry, bytes: before.bytes },
      { sent: entry, bytes: odd },
    )
    expect(prefix.cut?.cause).toBe("unknown")
  })

  it("of requests that rules of two versions wrote, unless only messages lie between", () => {
    const older = (on: Panel): Prefix => {
      const { entry, bytes } = on.sent[1] ?? on.send()
      const odd = Buffer.from(Buffer.from(bytes).toString().replace("look at", "look to"))
      const { entry: newest, bytes: sent } = on.send()
      const before = { sent: { ...entry, projector: 6 }, bytes: odd }
      return prefixOf(known(on), before, { sent: newest, bytes: sent })
    }
    const [grown, acted] = [anthropicPanel().on, anthropicPanel().on]
    acted.log(compaction("They looked.", [2, 3]))
    expect(older(grown).cut?.cause).toBe("re-rendered")
    expect(older(acted).cut?.cause).toBe("unknown")
  })

  it("of two acts that each would have done it", () => {
    const { on } = anthropicPanel()
    on.log(replacement("2.0", text("look at the wood")), compaction("They looked.", [2, 5]), rewind(2))
    on.send()
    expect(prefixAt(on, 2).cut?.cause).toBe("unknown")
  })

  it("of other targets it is the target", () => {
    const { on } = anthropicPanel()
    const glm = targetOf("glm")
    if (glm === undefined) return
    on.send({ target: glm })
    expect(prefixAt(on, 2).cut?.cause).toBe("target")
  })
})

describe("the provider's own numbers", () => {
  const long = "word ".repeat(6000)
  const talked = (cacheRead: number, wait = 0, marks = true): Prefix => {
    const target = targetOf("anthropic")
    if (target === undefined) throw new Error("no such target")
    const on = panel(target)
    const policies = marks ? { cacheMarks: true } : {}
    on.log(headerFor(target, { system: long }), user("one"))
    on.send({ policies })
    on.log(agent("two"), user("three"))
    on.wait(wait)
    on.send({ policies })
    on.log({ ...agent("four"), usage: { input: 7600, cacheRead, output: 3 } } as Draft)
    return prefixAt(on, 1)
  }

  it("stand beside the estimate", () => {
    const prefix = talked(7500)
    expect(prefix).toMatchObject({ outcome: "extension", reported: { input: 7600, cacheRead: 7500 } })
    expect(prefix.disagreement).toBeUndefined()
    expect(prefix.tokens.reused).toBeGreaterThan(7400)
  })
  it("that read nothing of an extension are a disagreement", () =>
    expect(talked(0, 1000).disagreement).toEqual({ says: "missed", cause: "unknown" }))
  it("that read nothing after a long while are its time to live", () =>
    expect(talked(0, 6 * 60_000).disagreement).toEqual({ says: "missed", cause: "time-to-live" }))
  it("that read more than stands there are one, too", () =>
    expect(talked(50_000).disagreement).toEqual({ says: "more", cause: "unknown" }))
  it("are expected to read nothing where nothing was marked", () =>
    expect(talked(0, 0, false).disagreement).toBeUndefined())
})
