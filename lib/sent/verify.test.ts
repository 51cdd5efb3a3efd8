import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { targetOf, targets } from "#lib/dialect/targets.ts"
import { words } from "#lib/dialect/words.ts"
import { pictures } from "#lib/record/arbitrary/media.ts"
import { agent, call, header, image, result, text, user } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { Known, Sent } from "./rebuild.ts"
import { panel } from "./testing/panel.ts"
import { type Verdict, verifier } from "./verify.ts"

const anthropic = targetOf("anthropic")
if (anthropic === undefined) throw new Error("no such target")

const talk = (target = anthropic) => {
  const on = panel(target)
  on.log(header({ system: "Be brief. 日本語", tools: [{ name: "bash", inputSchema: '{"type":"object"}' }] }))
  on.log(user([text("look 👀"), image(pictures[0]?.object.sha256 ?? "")]))
  on.send()
  on.log(agent([text("I will."), call("toolu_1")]), result("toolu_1", "done"))
  on.send()
  return on
}

const verdictOf = (on: ReturnType<typeof talk>, index: number, change: Partial<Known> = {}): Verdict => {
  const { entry, bytes } = on.sent[index] ?? on.send()
  return verifier({ ...on.known(targetOf), ...change })(entry, bytes)
}

const changed = (
  entries: readonly Entry[],
  seq: number,
  change: (entry: Entry) => unknown,
): readonly Entry[] => entries.map((entry) => (entry.seq === seq ? (change(entry) as Entry) : entry)) // damaged on purpose

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

describe("a request is proved", () => {
  it.each(targets.map((target) => [target.id, target] as const))("for %s", (_, target) => {
    const on = talk(target)
    expect(on.sent.map((_, index) => verdictOf(on, index))).toEqual([
      { is: "proved", by: "bytes" },
      { is: "proved", by: "bytes" },
    ])
  })

  it("with the policies that it was made with", () => {
    const on = talk()
    on.log(user("more"))
    on.send({ policies: { cacheMarks: true, vision: false } })
    expect(verdictOf(on, 2)).toEqual({ is: "proved", by: "bytes" })
    const { policies: _, ...forgotten } = on.sent[2]?.entry ?? on.send().entry
    const verdict = verifier(on.known(targetOf))(forgotten, on.sent[2]?.bytes)
    expect(verdict.is).toBe("mismatch")
  })
})

describe("a mismatch names its place and its likely cause", () => {
  const mismatch = (verdict: Verdict) =>
    verdict.is === "mismatch" ? verdict : { cause: verdict.is, facts: {} }

  it("a block that was changed, with both sides in context", () => {
    const on = talk()
    const entries = changed(on.entries, 5, (entry) =>
      entry.kind === "message" ? { ...entry, blocks: [text("I wíll."), ...entry.blocks.slice(1)] } : entry,
    )
    const verdict = verdictOf(on, 1, { entries })
    expect(verdict).toMatchObject({
      is: "mismatch",
      cause: "entry-differs",
      facts: { block: "5.0", seq: 5 },
    })
    const at = verdict.is === "mismatch" ? verdict.at : undefined
    const bytes = on.sent[1]?.bytes ?? Buffer.alloc(0)
    expect(Buffer.from(bytes.subarray(at?.byte, (at?.byte ?? 0) + 5)).toString()).toBe('ill."')
    expect(at?.sent.before.endsWith("I w")).toBe(true)
    expect([at?.sent.from.slice(0, 4), at?.rebuilt.from.slice(0, 4)]).toEqual(["ill.", "íll."])
    expect(JSON.stringify(at)).not.toContain("\ufffd")
    expect(verdictOf(on, 0, { entries })).toEqual({ is: "proved", by: "bytes" })
  })

  it("an entry that is none any more, or is missing", () => {
    const on = talk()
    const odd = changed(on.entries, 2, (entry) => ({ ...entry, blocks: "gone" }))
    expect(mismatch(verdictOf(on, 0, { entries: odd }))).toMatchObject({
      cause: "entry-damaged",
      facts: { seq: 2 },
    })
    const short = on.entries.filter(({ seq }) => seq !== 6)
    expect(verdictOf(on, 0, { entries: short })).toEqual({ is: "proved", by: "bytes" })
    expect(mismatch(verdictOf(on, 1, { entries: short }))).toMatchObject({
      cause: "entry-damaged",
      facts: { seq: 6 },
    })
  })

  it("what the header holds", () => {
    const on = talk()
    const entries = changed(on.entries, 1, (entry) => ({ ...entry, system: "Be long." }))
    expect(mismatch(verdictOf(on, 1, { entries }))).toMatchObject({
      cause: "header-differs",
      facts: { header: 1, path: "/system" },
    })
  })

  it("a header that was not logged, and one that was not in force", () => {
    const on = talk()
    const [first] = on.sent
    const other: Sent = { ...(first?.entry ?? on.send().entry), header: 2 }
    expect(mismatch(verifier(on.known(targetOf))(other, first?.bytes))).toMatchObject({
      cause: "header-missing",
      facts: { header: 2 },
    })
    on.log(header({ system: "Be other." }))
    const { entry, bytes } = on.send()
    expect(mismatch(verifier(on.known(targetOf))({ ...entry, header: 1 }, bytes)).cause).toBe("header-other")
  })

  it("a picture that is gone", () => {
    const on = talk()
    expect(mismatch(verdictOf(on, 0, { objects: () => undefined }))).toMatchObject({
      cause: "object-missing",
      facts: { block: "2.1", sha256: pictures[0]?.object.sha256 },
    })
  })

  it("stored bytes that are not those of the entry", () => {
    const on = talk()
    const [first] = on.sent
    const bytes = Uint8Array.from(first?.bytes ?? [])
    bytes[30] = 126
    const prove = verifier(on.known(targetOf))
    const entry = first?.entry ?? on.send().entry
    expect(prove(entry, bytes)).toMatchObject({ is: "mismatch", cause: "stored-damaged", at: { byte: 30 } })
    expect(mismatch(prove(entry, bytes.subarray(0, 99)))).toMatchObject({
      cause: "stored-length",
      facts: { found: 99, expected: bytes.length },
    })
    expect(prove(entry, undefined)).toEqual({ is: "proved", by: "digest" })
    const other = { ...entry, sha256: "0".repeat(64) }
    expect(mismatch(prove(other, undefined)).cause).toBe("stored-missing")
  })

  it("an entry of the request that does not fit bytes which the record gives", () => {
    const on = talk()
    const [first] = on.sent
    const entry: Sent = { ...(first?.entry ?? on.send().entry), sha256: "0".repeat(64) }
    const prove = verifier(on.known(targetOf))
    expect(mismatch(prove(entry, first?.bytes)).cause).toBe("sent-damaged")
    const odd = { ...entry, length: "long" } as unknown as Sent // damaged on purpose
    expect(mismatch(prove(odd, first?.bytes)).cause).toBe("entry-damaged")
  })

  it("a target that is not known here", () => {
    const on = talk()
    expect(mismatch(verdictOf(on, 0, { targetOf: () => undefined }))).toMatchObject({
      cause: "target-unknown",
      facts: { target: "anthropic" },
    })
  })

  it.each(targets.map((target) => [target.id, target]))(
    "a turn of the user that nobody took, for %s",
    (_, target) => {
      const on = talk(target)
      on.log(agent("done"))
      on.send()
      expect(mismatch(verdictOf(on, 2)).cause).toBe("made-user-turn")
    },
  )

  it("but not the same words, where the user said them", () => {
    const on = talk()
    on.log(agent("done"), user(words.awaitingUser))
    on.send()
    expect(verdictOf(on, 2)).toEqual({ is: "proved", by: "bytes" })
  })
})

describe("rules of another version", () => {
  it("are neither right nor wrong where they write it differently", () => {
    const on = talk()
    on.log(user("more"))
    const { wire } = { wire: Buffer.from(on.sent[1]?.bytes ?? []) }
    const { entry } = on.send({ facts: { projector: 6 } })
    const older: Sent = { ...entry, length: wire.length, sha256: sha256(wire) }
    const prove = verifier(on.known(targetOf))
    expect(prove(older, wire)).toMatchObject({
      is: "other-projector",
      provedThen: true,
      projector: 6,
      today: 1,
    })
    expect(prove(entry, on.sent[2]?.bytes)).toEqual({ is: "proved", by: "bytes" })
  })
})

describe("a capture", () => {
  const body = Buffer.from('{"model":"claude-x","max_tokens":4096,"messages":[]}')
  const captured = (own?: Known["own"]): Verdict => {
    const on = talk()
    const { entry, bytes } = on.capture(body, sha256(body))
    return verifier({ ...on.known(targetOf), own })(entry, bytes)
  }
  it("is held against what the record would send, and differs without a fault", () =>
    expect(captured(anthropic)).toMatchObject({ is: "capture-differs", at: { byte: 39 } }))
  it("of nobody known is not checked", () =>
    expect(captured()).toEqual({ is: "unchecked", cause: "target-unknown", facts: {} }))
  it("whose bytes were damaged is a fault", () => {
    const on = talk()
    const { entry, bytes } = on.capture(body, "1".repeat(64))
    expect(verifier({ ...on.known(targetOf), own: anthropic })(entry, bytes)).toMatchObject({
      is: "mismatch",
      cause: "stored-damaged",
    })
  })
})
