import { describe, expect, test } from "vitest"
import { must } from "#db/test-store.ts"
import { type Target, targetOf, targets } from "#lib/dialect/targets.ts"
import { addressOf, baseOf, readBaseUrl } from "./base-url.ts"

const row = (id: string): Target => {
  const found = targetOf(id)
  if (found === undefined) throw new Error(id)
  return found
}

describe("base URLs", () => {
  test.each(targets.map((target) => [target.id, target] as const))(
    "%s: its row's own address is its base and its path",
    (_, target) => {
      expect(baseOf(target).length).toBeLessThan(target.url.length)
      expect(addressOf(target, baseOf(target))).toBe(target.url)
      expect(addressOf(target)).toBe(target.url)
    },
  )

  test.each([
    ["openai-compatible", "http://localhost:8000/v1", "http://localhost:8000/v1/chat/completions"],
    ["openai-compatible", " http://localhost:8000/v1/ ", "http://localhost:8000/v1/chat/completions"],
    ["openai-compatible", "http://10.0.0.4/v1/chat/completions", "http://10.0.0.4/v1/chat/completions"],
    ["openai-compatible", "http://localhost:8000", "http://localhost:8000/chat/completions"],
    ["anthropic", "https://gateway.example/a", "https://gateway.example/a/v1/messages"],
    ["anthropic", "https://gateway.example/v1", "https://gateway.example/v1/messages"],
    ["ollama", "http://[::1]:11434/", "http://[::1]:11434/api/chat"],
    ["ollama", "http://gpu.lan:11434/api", "http://gpu.lan:11434/api/chat"],
    ["gemini", "https://g.example/v1beta", "https://g.example/v1beta/models/{model}:generateContent"],
    ["bedrock", "https://b.example", "https://b.example/model/{model}/converse"],
  ])("%s at %s", (id, given, address) => {
    const target = row(id)
    expect(addressOf(target, must(readBaseUrl(given, target.dialect)))).toBe(address)
  })

  test.each([
    ["", "is no address"],
    ["localhost:8000", "does not begin with http:// or https://"],
    ["ftp://host/v1", "does not begin with http:// or https://"],
    ["file:///etc/passwd", "does not begin with http:// or https://"],
    ["javascript:alert(1)", "does not begin with http:// or https://"],
    ["http://me:hunter2@host/v1", "holds a user or a password"],
    ["http://me@host/v1", "holds a user or a password"],
    ["https://host/v1?key=hunter2", "holds a query or a fragment"],
    ["https://host/v1#x", "holds a query or a fragment"],
    [`https://host/${"a".repeat(2000)}`, "is longer than 2000 characters"],
  ])("%s is refused, and not repeated", (given, why) => {
    const read = readBaseUrl(given, "chat")
    expect(read).toEqual({ ok: false, problem: { id: "base-url-invalid", facts: { why } } })
    expect(JSON.stringify(read)).not.toContain("hunter2")
  })
})
