import { describe, expect, it } from "vitest"
import { compaction, type Draft, header, record, rewind, user } from "#lib/record/build.ts"
import { cutCauses } from "#lib/sent/cause.ts"
import type { Prefix } from "#lib/sent/prefix.ts"
import { causeLine, causeWords, comparedRow } from "./request-causes.ts"
import { badgeOf, provedWords } from "./request-proofs.ts"
import { beforeOf, type RequestRow, requestRows } from "./request-rows.ts"

const sent = (step: number, more: object = {}): Draft =>
  ({ kind: "sent", by: "crossing", length: 9, sha256: "0".repeat(64), shared: 0, step, ...more }) as Draft // a draft of a test

const usage = { input: 100, cacheRead: 40, output: 7 }
const { entries } = record(
  header(),
  user("go"),
  sent(1, { proved: true, target: "anthropic", through: 2 }),
  { kind: "attempt", step: 1, n: 1, status: 529, error: { kind: "busy", message: "" } },
  { kind: "step", step: 1, phase: "end", outcome: "done", usage },
  header({ target: { provider: "openai", dialect: "chat", model: "gpt-x" } }),
  sent(2),
  { kind: "step", step: 2, phase: "end", outcome: "error" },
)

describe("a row of a request", () => {
  it("holds what its entry and the reply tell, and nothing that is not known", () => {
    const [first, second] = requestRows(entries)
    expect(first).toMatchObject({
      n: 1,
      seq: 3,
      model: "claude-x",
      proved: true,
      failed: 1,
      outcome: "done",
      usage,
    })
    expect(second).toMatchObject({ n: 2, seq: 7, model: "gpt-x", proved: false, failed: 0, outcome: "error" })
    expect(second).not.toHaveProperty("usage")
    expect(second).not.toHaveProperty("target")
    expect(requestRows([])).toEqual([])
  })

  it("knows the one before it", () => {
    const rows = requestRows(entries)
    expect(beforeOf(rows, 7)).toBe(3)
    expect(beforeOf(rows, 3)).toBeUndefined()
  })
})

const tokens = { reused: 8_000, new: 50, lost: 11_260, media: 0 }
const cut = (cause: NonNullable<Prefix["cut"]>["cause"], seq?: number): Prefix => ({
  outcome: "cut",
  tokens,
  cut: { pointer: "/tools/1", byte: 3_104, byteBefore: 3_104, cause, ...(seq === undefined ? {} : { seq }) },
})
const acts = record(user("a"), compaction("…", [12, 153]), rewind(1)).entries
const line = (prefix: Prefix, tools?: "re-ordered") => {
  const found = causeLine(prefix, { entries: acts, tools })
  return found === undefined ? "" : `${found.strong}${found.rest}`
}

describe("a cause in words", () => {
  it("names what changed, where, and what was lost", () => {
    expect(line(cut("tools"), "re-ordered")).toBe("tools re-ordered, byte 3,104 · ~11,260 tokens lost")
    expect(line(cut("system"))).toBe("system changed, byte 3,104 · ~11,260 tokens lost")
    expect(line(cut("compaction", 2))).toBe("compaction of entries 12 – 153 · ~11,260 tokens lost")
    expect(line(cut("rewind", 3))).toBe("rewind to entry 1 · ~11,260 tokens lost")
    expect(line(cut("unknown"))).toBe("unknown cause, byte 3,104 · ~11,260 tokens lost")
  })

  it("has words for every cause", () => {
    expect(Object.keys(causeWords)).toEqual(Object.keys(cutCauses))
  })

  it("says nothing of a healthy request, and where the provider's cache says otherwise", () => {
    const extension: Prefix = { outcome: "extension", tokens }
    expect(line(extension)).toBe("")
    const missed = { ...extension, disagreement: { says: "missed", cause: "time-to-live" } } as const
    expect(line(missed)).toBe("extension, yet 0 read: time-to-live?")
    expect(comparedRow(3, missed, { entries: [] })).toMatchObject({
      isUnexplained: true,
      line: { tone: "doubt" },
    })
    const more = {
      ...extension,
      reported: { cacheRead: 20_000 },
      disagreement: { says: "more", cause: "unknown" },
    } as const
    expect(line(more)).toBe("20,000 read from cache, though only ~8,000 stand there again")
    expect(line({ ...cut("system"), disagreement: { says: "missed", cause: "unknown" } })).toContain(
      "; ~8,000 stand there again, yet 0 read: cause unknown",
    )
  })
})

const row = (more: Partial<RequestRow> = {}): RequestRow => ({
  ...{ n: 1, seq: 3, at: null, by: "crossing", length: 9, sha256: "", proved: true, failed: 0 },
  ...more,
})
const side = { before: "", from: "" }
const at = { byte: 19_822, sent: side, rebuilt: side }

describe("a proof in a word", () => {
  it("is neither green nor red where other rules or another program wrote it", () => {
    const other = { is: "other-projector", provedThen: true, projector: 6, today: 7, at } as const
    expect(badgeOf(row(), other)).toMatchObject({ tone: "apart", word: "✓ projector 6" })
    expect(badgeOf(row({ by: "capture" }), undefined)).toMatchObject({ tone: "apart", word: "captured" })
    expect(badgeOf(row({ by: "capture" }), { is: "capture-differs", at })).toMatchObject({ tone: "apart" })
  })

  it("names the first byte that differs", () => {
    const wrong = { is: "mismatch", cause: "entry-differs", facts: {}, at } as const
    expect(badgeOf(row(), wrong)).toMatchObject({ tone: "wrong", word: "≠ byte 19,822" })
  })

  it("counts what is proved now apart from what was when it was sent", () => {
    const rows = [row(), row({ seq: 4 }), row({ seq: 5, by: "capture" })]
    const proved = { is: "proved", by: "bytes" } as const
    expect(provedWords(rows, new Map()).words).toBe("2 of 2 proved when sent")
    expect(provedWords(rows, new Map([[3, proved]])).words).toBe("1 of 2 rebuilt = sent · 1 more when sent")
    expect(
      provedWords(
        rows,
        new Map([
          [3, proved],
          [4, proved],
        ]),
      ),
    ).toEqual({
      tone: "fine",
      words: "2 of 2 rebuilt = sent",
    })
    expect(provedWords([], new Map()).words).toBe("")
  })
})
