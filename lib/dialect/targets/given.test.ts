import { describe, expect, it } from "vitest"
import { project } from "#lib/project.ts"
import { agent, call, header, record, result, user } from "#lib/record/build.ts"
import { type Target, targets } from "../targets.ts"
import { withGiven } from "./given.ts"

const rows = (given: object): readonly Target[] => {
  const found = withGiven(targets, JSON.stringify(given), "targets.json")
  if (!found.ok) throw new Error(JSON.stringify(found.problem))
  return found.value
}

const row = (given: object, id: string): Target => {
  const found = rows(given).find((target) => target.id === id)
  if (found === undefined) throw new Error(`no target ${id}`)
  return found
}

const wire = (target: Target) =>
  JSON.parse(
    project(record(header(), user("go"), agent([call("a")]), result("a")), target, {
      objects: () => undefined,
    }).wire.text(),
  )

describe("a row of a known id", () => {
  it("changes the columns that it names, and stays in its place", () => {
    const changed = rows({ kimi: { model: "kimi-k9", ids: { most: 40 } } })
    expect(changed.map(({ id }) => id)).toEqual(targets.map(({ id }) => id))
    const [kimi, ours] = [changed, targets].map((list) => list.find(({ id }) => id === "kimi"))
    expect(kimi).toEqual({ ...ours, model: "kimi-k9", ids: { ...ours?.ids, most: 40 } })
    expect(changed.filter((target) => !targets.includes(target))).toEqual([kimi])
  })

  it("gives reasoning whole, and takes a column away by null", () => {
    const kimi = row(
      { kimi: { reasoning: { form: "dropped" }, params: { topP: null }, maxTokens: 9 } },
      "kimi",
    )
    expect(kimi.reasoning).toEqual({ form: "dropped" })
    expect(kimi.params.topP).toBeUndefined()
    expect(kimi.params.stop).toBe("stop")
    expect(row({ anthropic: { maxTokens: null } }, "anthropic").maxTokens).toBeUndefined()
  })

  it("shows in the wire", () => {
    expect(wire(row({}, "kimi")).messages[1].reasoning_content).toBe(" ")
    const off = row({ kimi: { reasoning: { form: "field", name: "thoughts" } } }, "kimi")
    expect(wire(off).messages[1]).not.toHaveProperty("reasoning_content")
  })
})

describe("a row of a new id", () => {
  it("is what it is like, but for what it says, and is held against the same rules", () => {
    const mine = row({ mine: { like: "deepseek", label: "Mine", sees: true } }, "mine")
    const deepseek = targets.find(({ id }) => id === "deepseek")
    expect(mine).toEqual({ ...deepseek, id: "mine", label: "Mine", sees: true, like: "deepseek" })
    expect(wire(mine).messages[1].reasoning_content).toBe("")
  })

  it("may be like one that the file gave before it", () => {
    const given = { first: { like: "kimi", model: "k" }, second: { like: "first", label: "Second" } }
    expect(row(given, "second")).toMatchObject({ model: "k", label: "Second", like: "kimi" })
    expect(
      rows(given)
        .slice(targets.length)
        .map(({ id }) => id),
    ).toEqual(["first", "second"])
  })
})

describe("what does not fit is named", () => {
  const ids = targets.map(({ id }) => id).join(", ")
  it.each([
    [{ kimi: { ids: { most: "x" } } }, "kimi.ids.most", "must be a number"],
    [{ kimi: { ids: { max: 40 } } }, "kimi.ids.max", "is no column of a target"],
    [
      { kimi: { ids: { most: 20 } } },
      "kimi.ids",
      `must take ids that are made here, such as call_${"0".repeat(32)}`,
    ],
    [{ kimi: { ids: { pattern: "(" } } }, "kimi.ids.pattern", "must be a regular expression"],
    [{ kimi: { sees: "yes" } }, "kimi.sees", "must be true or false"],
    [{ kimi: { sees: null } }, "kimi.sees", "must be true or false"],
    [{ kimi: { label: "" } }, "kimi.label", "must not be empty"],
    [{ kimi: { hottest: -1 } }, "kimi.hottest", "must be 0 or more"],
    [{ kimi: { ids: { most: 0 } } }, "kimi.ids.most", "must be 1 or more"],
    [{ kimi: { names: { most: 2.5 } } }, "kimi.names.most", "must be a whole number"],
    [{ kimi: { names: { most: 3 } } }, "kimi.names.most", "must be 20 or more"],
    [{ kimi: { merges: ["me"] } }, "kimi.merges.0", "must be one of user, assistant, tool, developer"],
    [{ kimi: { merges: "user" } }, "kimi.merges", "must be a list"],
    [{ kimi: { url: "nowhere" } }, "kimi.url", "must be an address"],
    [{ kimi: { system: "top" } }, "kimi.system", "must be developer or system on dialect chat"],
    [{ kimi: { reasoning: { form: "prose" } } }, "kimi.reasoning.form", "must be dropped, signed or field"],
    [{ kimi: { reasoning: "none" } }, "kimi.reasoning", "must be an object"],
    [
      { glm: { reasoning: { form: "field", name: "x" } } },
      "glm.reasoning.form",
      "must be dropped or signed on dialect messages",
    ],
    [{ kimi: 1 }, "kimi", "must be an object of columns"],
    [{ mine: {} }, "mine.like", `must be one of ${ids}`],
    [{ mine: { like: "nobody" } }, "mine.like", `must be one of ${ids}`],
    [{ mine: { like: 1 } }, "mine.like", `must be one of ${ids}`],
    [{ "My own": { like: "kimi" } }, "My own.id", "must be an id of small letters, digits, dots and hyphens"],
    [{ mine: { like: "kimi", id: "other" } }, "mine.id", "must be the name that the row stands under"],
    [[], "the file", "must be a JSON object of rows by id"],
  ])("%j: %s %s", (given, field, why) => {
    expect(withGiven(targets, JSON.stringify(given), "targets.json")).toEqual({
      ok: false,
      problem: { id: "targets-invalid", facts: { file: "targets.json", field, why } },
    })
  })

  it("a text that is no JSON", () => {
    expect(withGiven(targets, "{", "targets.json")).toMatchObject({
      problem: { facts: { field: "the file", why: "must be a JSON object of rows by id" } },
    })
  })

  it("no column is taken from what every object has", () => {
    expect(withGiven(targets, '{"kimi":{"__proto__":{"sees":true}}}', "f")).toMatchObject({
      problem: { facts: { field: "kimi.__proto__" } },
    })
  })
})

it("every row of ours is one that a user could give", () => {
  const given = Object.fromEntries(targets.map(({ like: _, ...columns }) => [columns.id, columns]))
  expect(rows(given)).toEqual(targets)
})
