import { describe, expect, it } from "vitest"
import { readBody, readQuery } from "./door.ts"
import { createBody, listQuery, pageQuery, wireQuery } from "./queries.ts"

const read = (schema: Parameters<typeof readQuery>[0], query: string): unknown => {
  const asked = readQuery(schema, `http://localhost/x?${query}`)
  return asked.ok ? asked.value : `${asked.problem.id} ${JSON.stringify(asked.problem.facts)}`
}

describe("a query", () => {
  it("is read into what the code works with", () => {
    expect(read(wireQuery, "target=openai&asOf=12&vision=off")).toEqual({
      target: "openai",
      asOf: 12,
      vision: false,
    })
    expect(read(pageQuery, "")).toEqual({ after: 0, limit: 200 })
    expect(read(listQuery, "has=altered,dropped&q=a+b")).toEqual({
      q: "a b",
      has: ["altered", "dropped"],
      order: "active",
      limit: 50,
    })
  })

  it.each([
    [wireQuery, "", /^query-invalid .*"name":"target"/],
    [wireQuery, "target=a&vision=maybe", /^query-invalid .*"name":"vision"/],
    [wireQuery, "target=a&asOf=-1", /^query-invalid .*"name":"asOf"/],
    [wireQuery, "target=a&asOf=1e3", /^query-invalid .*"name":"asOf"/],
    [wireQuery, "target=a&asOf=99999999999999999999", /^query-invalid .*"name":"asOf"/],
    [wireQuery, "target=a&as_of=1", /^query-unknown .*"as_of"/],
    [wireQuery, "target=a&target=b", /^query-repeated .*"target"/],
    [pageQuery, "limit=0", /^query-invalid/],
    [pageQuery, "limit=1001", /^query-invalid/],
    [listQuery, "has=altered,everything", /^query-invalid/],
    [listQuery, `q=${"a".repeat(501)}`, /^query-invalid .*"name":"q"/],
    [listQuery, "__proto__=1", /^query-unknown/],
  ])("is refused by name: %#", (schema, query, told) => expect(read(schema, query)).toMatch(told))
})

describe("a body", () => {
  const body = async (text: string): Promise<unknown> => {
    const asked = await readBody(
      createBody,
      new Request("http://localhost/x", { method: "POST", body: text }),
    )
    return asked.ok ? asked.value : asked.problem.id
  }

  it("may be empty, and holds nothing unknown", async () => {
    expect(await body("")).toEqual({})
    expect(await body('{"title":"a"}')).toEqual({ title: "a" })
    expect(await body('{"title":""}')).toBe("query-invalid")
    expect(await body('{"titel":"a"}')).toBe("query-unknown")
    expect(await body("{")).toBe("body-invalid")
    expect(await body("[]")).toBe("query-invalid")
    expect(await body(`"${"a".repeat(1_000_001)}"`)).toBe("body-too-large")
  })
})
