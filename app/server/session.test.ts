import { describe, expect, it } from "vitest"
import { readSettings, type Settings } from "#lib/cli/settings.ts"
import { admit, sessionCookie } from "./access.ts"
import { localPath, signIn } from "./session.ts"

const settings = (token: string): Settings => {
  const read = readSettings({ ACCESS_TOKEN: token })
  if (!read.ok) throw new Error(read.problem.id)
  return read.value
}

describe("where to go after signing in", () => {
  it.each([
    ["/r/abc?target=openai#x", "/r/abc?target=openai#x"],
    ["/", "/"],
    [null, "/"],
    ["", "/"],
    ["//evil.example/x", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["/\t/evil.example", "/"],
    [`/${"a".repeat(3000)}`, "/"],
  ])("%s leads to %s", (wanted, path) => expect(localPath(wanted)).toBe(path))
})

describe("signing in", () => {
  const own = settings("right")
  const now = Date.UTC(2026, 10, 30)

  it("gives a cookie that lets in, without the token in it", () => {
    const answer = signIn({ token: "right", next: "/r/1", secure: false, now }, own)
    const cookie = answer.headers.get("set-cookie") ?? ""
    expect(answer.status).toBe(303)
    expect(answer.headers.get("location")).toBe("/r/1")
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain("right")
    const facts = {
      method: "GET",
      path: "/",
      host: "localhost",
      origin: null,
      site: null,
      authorization: null,
    }
    expect(admit({ ...facts, cookie: cookie.split(";")[0] ?? "" }, own, now).ok).toBe(true)
    expect(admit({ ...facts, cookie: `${sessionCookie}=right` }, own, now).ok).toBe(false)
  })

  it("marks the cookie as secure behind TLS", () => {
    const answer = signIn({ token: "right", next: null, secure: true, now }, own)
    expect(answer.headers.get("set-cookie")).toMatch(/; Secure$/)
  })

  it("shows the form again for a wrong token, and keeps where to go", () => {
    const answer = signIn({ token: "wrong", next: "/r/1", secure: false, now }, own)
    expect(answer.headers.get("set-cookie")).toBeNull()
    expect(answer.headers.get("location")).toBe("/sign-in?wrong=1&next=%2Fr%2F1")
  })
})
