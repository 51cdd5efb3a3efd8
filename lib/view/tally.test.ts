import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { ruleOf } from "#lib/lint/index.ts"
import { findingsOf } from "#lib/lint/of-projection.ts"
import { type Projection, project } from "#lib/project.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import { agent, call, compaction, header, reasoning, record, result, text, user } from "#lib/record/build.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { blockLines } from "./block-lines.ts"
import { wordOf } from "./names.ts"
import { sheet } from "./sheet.ts"
import { type Tally, tally } from "./tally.ts"

const projected = (log: RecordLog, id: string): Projection => {
  const target = targets.find((each) => each.id === id)
  if (target === undefined) throw new Error(id)
  return project(log, target, { objects: () => undefined })
}

const tallied = (log: RecordLog, id: string): Tally => {
  const projection = projected(log, id)
  return tally(log.entries, projection, findingsOf(projection))
}

const keysOf = ({ losses }: Tally): readonly string[] => losses.flatMap(({ keys }) => keys)

const session = record(
  header({ system: "Be brief." }),
  user("old"),
  agent("older"),
  compaction("They spoke.", [2, 3]),
  user("go"),
  agent([reasoning("hm", "sig"), text("I look."), call("a b")]),
  result("a b"),
  agent([reasoning("so"), text("Done.")]),
  user("on"),
)

describe("a tally", () => {
  it("groups what is lost by reason and names the rows", () => {
    const { losses, target } = tallied(session, "openai")
    expect(target).toBe("openai")
    expect(losses).toContainEqual({ how: "dropped", reason: "reasoning-foreign", keys: ["6.0"] })
    expect(losses).toContainEqual({ how: "dropped", reason: "reasoning-unsigned", keys: ["8.0"] })
  })
  it("keeps what is out of the line apart", () => {
    const { out, counts, losses } = tallied(session, "anthropic")
    expect(out).toEqual([["compacted", 2]])
    expect(counts.out).toBe(2)
    expect(losses.map(({ reason }) => reason)).not.toContain("compacted")
  })
  it("says what the lint found, with the rule's own words and the row", () => {
    const projection = projected(session, "anthropic")
    const finding = { rule: "anthropic/text-non-whitespace", severity: "warning", facts: {} } as const
    const { broken, findings } = tally(session.entries, projection, [
      { ...finding, pointer: "/messages/0/content/1" },
      { ...finding, pointer: "/messages/1/content/1/text" },
      { ...finding, pointer: "" },
    ])
    expect(findings).toEqual([["warning", 3]])
    expect(broken).toHaveLength(1)
    expect(broken[0]?.meaning).toBe(ruleOf("anthropic/text-non-whitespace")?.meaning)
    expect(broken[0]?.keys).toEqual([
      "5.0",
      expect.stringMatching(/^6\.\d$/),
      expect.stringMatching(/^1\/|^\+/),
    ])
  })
})

describe("for random records, on every target", () => {
  it("every crossing that is not carried is in it once, and is a row of the page", () => {
    fc.assert(
      fc.property(anyRecord(), fc.constantFrom(...targets), (log, { id }) => {
        const made = tallied(log, id)
        const { carried: _, out, ...rest } = made.counts
        const lost = rest.altered + rest.dropped + rest.made
        expect(keysOf(made).length + made.out.reduce((sum, [, count]) => sum + count, 0)).toBe(lost)
        expect(made.out.reduce((sum, [, count]) => sum + count, 0)).toBe(out)
        expect(made.broken.reduce((sum, { keys }) => sum + keys.length, 0)).toBe(
          made.findings.reduce((sum, [, count]) => sum + count, 0),
        )
        const rows = new Map(sheet(log, projected(log, id)).rows.map((row) => [row.key, row]))
        for (const { how, reason, keys } of made.losses)
          for (const key of keys) expect(rows.get(key)).toMatchObject({ crossing: { how, reason } })
        for (const { keys } of made.broken) for (const key of keys) expect(rows.has(key), key).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
  it("every row that is stored has a line, and says the same as the row", () => {
    fc.assert(
      fc.property(anyRecord(), fc.constantFrom(...targets), (log, { id }) => {
        const rows = sheet(log, projected(log, id)).rows.flatMap((row) =>
          row.is === "crossing" && row.crossing.from !== undefined && wordOf(row) !== "unknown block"
            ? [row]
            : [],
        )
        const lines = blockLines(
          log.entries,
          rows.map(({ key }) => key),
        )
        expect(lines.map(({ key, word, role }) => ({ key, word, role }))).toEqual(
          rows.map((row) => ({ key: row.key, word: wordOf(row), role: row.role })),
        )
      }),
      { numRuns: 60 },
    )
  })
})
