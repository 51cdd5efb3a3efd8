import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseEntry } from "#lib/record/record.ts"
import { type Policy, permissionOf, policyOf, riskOf } from "./policy.ts"
import { type From, type Hints, toolName } from "./tool.ts"

const elsewhere: From = { kind: "server", server: "s", tool: "t" }
const risk = (hints: Hints, from: From = elsewhere): string => riskOf({ from, hints })

describe("the policy of a tool", () => {
  it("asks for a server's tool and for one that changes things, and allows those that read, where nothing is said", () => {
    expect(policyOf("mcp__s__t", {})).toBe("ask")
    expect(policyOf("search_sessions", {})).toBe("allow")
    expect(policyOf("read_session", {})).toBe("allow")
    expect(policyOf("compact_conversation", {})).toBe("ask")
  })

  it.each<[string, { readonly [pattern: string]: Policy }, Policy]>([
    ["mcp__s__t", { "*": "deny" }, "deny"],
    ["read_session", { "*": "deny" }, "deny"],
    ["mcp__s__t", { "*": "deny", "mcp__s__*": "ask", mcp__s__t: "allow" }, "allow"],
    ["mcp__s__t", { mcp__s__t: "allow", "mcp__s__*": "ask", "*": "deny" }, "allow"],
    ["mcp__s__delete_all", { "mcp__s__*": "allow", "*delete*": "deny" }, "allow"],
    ["mcp__s__delete_all", { "mcp__*": "allow", "*__delete*": "deny" }, "deny"],
    ["mcp__s__t", { "mcp__s__t*": "deny", mcp__s__t: "allow" }, "allow"],
    ["mcp__s__t", { "mcp__s__*": "allow", "*mcp__s__": "deny" }, "allow"],
    ["mcp__s__t", { "mcp__s_*t": "allow", "mcp_*s__t": "deny" }, "deny"],
    ["mcp__s__t", { "mcp__s__.": "deny", MCP__s__t: "deny", mcp__s: "deny" }, "ask"],
    ["a.b", { "a.b": "allow", "a?b": "deny" }, "allow"],
  ])("%s under %j is %s", (name, policies, expected) => {
    expect(policyOf(name, policies)).toBe(expected)
  })

  it("does not depend on the order of the file", () => {
    const pattern = fc.stringMatching(/^[ab*]{1,6}$/)
    const policies = fc.array(fc.tuple(pattern, fc.constantFrom<Policy>("allow", "ask", "deny")))
    fc.assert(
      fc.property(fc.stringMatching(/^[ab]{1,6}$/), policies, (name, rules) => {
        const distinct = [...new Map(rules)]
        const one = policyOf(name, Object.fromEntries(distinct))
        expect(policyOf(name, Object.fromEntries(distinct.toReversed()))).toBe(one)
      }),
    )
  })
})

describe("the risk of a tool", () => {
  it("is only ever raised by what its server says of it", () => {
    expect(risk({})).toBe("may change things")
    expect(risk({ reads: true })).toBe("may change things, says that it only reads")
    expect(risk({ reads: true, destroys: false, reachesOut: false })).toBe(risk({ reads: true }))
    expect(risk({ destroys: true })).toBe("may destroy things")
    expect(risk({ reads: true, destroys: true, reachesOut: true })).toBe(
      "may destroy things, reaches outside",
    )
    expect(risk({ reachesOut: true })).toBe("may change things, reaches outside")
  })

  it("of our own is what we know", () => {
    expect(risk({ reads: true }, { kind: "own" })).toBe("reads the store")
    expect(risk({ reads: false }, { kind: "own" })).toBe(
      "changes what the next requests hold, and can be undone",
    )
  })
})

describe("a decision", () => {
  it("is an entry of the record", () => {
    const decided = permissionOf("c1", "denied", "user", { from: elsewhere, hints: { destroys: true } })
    expect(decided).toEqual({
      kind: "permission",
      callId: "c1",
      action: "denied",
      by: "user",
      risk: "may destroy things",
    })
    expect(parseEntry({ seq: 1, id: "e1", at: null, ...decided }).ok).toBe(true)
    expect(permissionOf("c1", "asked", "policy")).toEqual({
      kind: "permission",
      callId: "c1",
      action: "asked",
      by: "policy",
    })
  })
})

describe("the name of a server's tool", () => {
  it("is what every provider takes, and its own where it can be", () => {
    expect(toolName("files", "read_file")).toBe("mcp__files__read_file")
    expect(toolName("files", "read.file")).toMatch(/^mcp__files__read_file_[0-9a-f]{8}$/)
    expect(toolName("files", "x".repeat(100))).toMatch(/^mcp__files__x+_[0-9a-f]{8}$/)
  })

  it("fits, and differs wherever the tools do", () => {
    const server = fc.stringMatching(/^[A-Za-z0-9-]{1,40}$/)
    const made = fc.record({ server, tool: fc.string({ unit: "grapheme", minLength: 1 }) })
    fc.assert(
      fc.property(made, made, (one, other) => {
        const [a, b] = [toolName(one.server, one.tool), toolName(other.server, other.tool)]
        expect(a).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
        expect(a === b).toBe(one.server === other.server && one.tool === other.tool)
      }),
    )
  })
})
