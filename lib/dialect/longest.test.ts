import { describe, expect, it } from "vitest"
import { judge, sentences } from "#lib/laws/judge.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import { extend, project } from "#lib/project.ts"
import { agent, call, type Draft, header, record, result, user } from "#lib/record/build.ts"
import { type Target, targets } from "./targets.ts"

const options = { objects: () => undefined }
const named = (id: string): Target => {
  const target = targets.find((row) => row.id === id)
  if (target === undefined) throw new Error(`no target ${id}`)
  return target
}

const long = (text: string): readonly Draft[] => [header(), user("go"), agent([call("a")]), result("a", text)]

describe("a text longer than the row takes", () => {
  it.each(targets.filter(({ longest }) => longest !== undefined).map(({ id }) => id))(
    "is cut on %s without a policy",
    (id) => {
      const projection = project(
        record(...long(`${"h".repeat(8_400_000)}${"t".repeat(3_000_000)}`)),
        named(id),
        options,
      )
      const [{ text }] = JSON.parse(projection.wire.text()).input[2].output
      expect(text.length).toBeLessThanOrEqual(10_485_760)
      expect(text).toMatch(/^h+\n\[… \d+ characters were cut here …\]\nt+$/)
      expect(projection.crossings.all().find(({ reason }) => reason === "output-cut")).toMatchObject({
        from: { block: "4.0.0" },
        facts: { cut: 11_400_000 - (10_485_760 - 100) },
      })
      expect(errorsOf(projection)).toEqual([])
    },
  )

  it("crosses whole where the row has no limit", () => {
    const projection = project(record(...long("x".repeat(10_500_000))), named("anthropic"), options)
    expect(projection.wire.text()).toContain("x".repeat(10_500_000))
  })

  it.each(["y".repeat(2000), `${"y".repeat(674)}${"🙂".repeat(900)}`])(
    "obeys the laws, said or put out, and is cut on whole characters",
    (text) => {
      const short: Target = { ...named("openai-responses"), longest: 1000 }
      const drafts = [...long(text), user(text), agent(text), user("on")]
      expect(sentences(judge({ project, extend }, record(...drafts), short, options))).toEqual([])
      const reasons = project(record(...drafts), short, options)
        .crossings.all()
        .filter(({ reason }) => reason === "output-cut")
      expect(reasons).toHaveLength(3)
    },
  )
})
