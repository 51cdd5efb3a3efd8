import { afterAll, describe, expect, it } from "vitest"
import { rules } from "#lib/lint/index.ts"
import { anthropic } from "#lib/lint/testing/bodies.ts"
import { crossing, isOneSentence } from "./testing/run.ts"
import { folderOf } from "./testing/transcript.ts"

const { body, user, assistant, use, result } = anthropic
const broken = body([user("go"), assistant(use("a")), user("on")])
const fine = body([user("go"), assistant(use("a")), user(result("a"))])
const warned = body([
  user("go"),
  assistant(use("a")),
  user(result("a")),
  { role: "system", content: "x" },
  user("on"),
])

const files = folderOf({
  "broken.json": broken,
  "fine.json": fine,
  "warned.json": warned,
  "inside.json": JSON.stringify({
    request: { url: "u", headers: { authorization: "s" }, body: JSON.parse(broken) },
  }),
  "text.json": JSON.stringify({ body: broken }),
  "later.json": body([user("went"), assistant(use("a")), user(result("a"))]),
  "cut.json": broken.slice(0, 40),
  "empty.json": "",
  "list.json": "[1]",
})
afterAll(files.remove)

const lint = (name: string, ...more: readonly string[]) =>
  crossing(["lint", files.path(name), "--target", "anthropic", ...more])

describe("lint", () => {
  it("answers 1 with the place of an error", async () => {
    const ran = await lint("broken.json", "--json")
    expect(ran.code).toBe(1)
    expect(JSON.parse(ran.stdout)).toEqual([
      expect.objectContaining({
        rule: "anthropic/tool-result-follows",
        severity: "error",
        pointer: "/messages/1/content/0",
        message: 1,
        callId: "a",
        tool: "bash",
        facts: {},
      }),
    ])
  })

  it("says for people what a finding means and what mends it", async () => {
    const ran = await lint("broken.json")
    expect(ran.code).toBe(1)
    expect(ran.stdout).toMatch(
      /^error {2}anthropic\/tool-result-follows {2}\/messages\/1\/content\/0, call a, bash\n {2}\S/,
    )
  })

  it.each(["fine.json", "warned.json"])("answers 0 for %s", async (name) => {
    const ran = await lint(name, "--json")
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    expect(JSON.parse(ran.stdout)).toHaveLength(name === "fine.json" ? 0 : 1)
  })

  it.each(["inside.json", "text.json"])("finds the body in %s", async (name) => {
    const ran = await lint(name, "--json")
    expect(ran.code).toBe(1)
    expect(ran.stdout).toContain('"pointer":"/messages/1/content/0"')
  })

  it("compares with the request before", async () => {
    const ran = await lint("later.json", "--previous", files.path("fine.json"), "--json")
    expect(ran.code).toBe(0)
    const [finding] = JSON.parse(ran.stdout)
    expect(finding).toMatchObject({
      rule: "common/stable-prefix",
      pointer: "/messages/0/content/0/text",
      message: 0,
    })
    expect(finding.facts.differs).toBe("messages")
  })

  it("reads standard input", async () => {
    const ran = await crossing(["lint", "-", "--target", "anthropic"], {
      input: broken,
    })
    expect(ran.code).toBe(1)
  })

  it("calls what is no object no body", async () => {
    const ran = await lint("list.json", "--json")
    expect(ran.code).toBe(1)
    expect(JSON.parse(ran.stdout)[0].rule).toBe("common/body-of-target")
  })

  it.each([["cut.json"], ["empty.json"], ["missing.json"]])(
    "answers %s with 2 and a sentence",
    async (name) => {
      const ran = await lint(name)
      expect([ran.code, ran.stdout]).toEqual([2, ""])
      expect(isOneSentence(ran.stderr)).toBe(true)
    },
  )

  it("answers a target of no name with 2", async () => {
    const ran = await crossing(["lint", files.path("fine.json"), "--target", "nobody"])
    expect([ran.code, ran.stdout]).toEqual([2, ""])
  })
})

describe("rules", () => {
  it("lists every one, for people and for machines", async () => {
    const [plain, machine] = await Promise.all([crossing(["rules"]), crossing(["rules", "--json"])])
    const ids = rules.map(({ id }) => id)
    const listed: readonly { readonly id: string; readonly meaning: string }[] = JSON.parse(machine.stdout)
    expect(listed.map(({ id }) => id)).toEqual(ids)
    expect(
      plain.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(ids)
    for (const { meaning } of listed) expect(meaning).toMatch(/\S/)
  })
})
