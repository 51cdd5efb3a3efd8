import { describe, expect, it } from "vitest"
import { readSettings, type Settings } from "#lib/cli/settings.ts"
import { type Asked, admit, isToken, openSession, sessionCookie, sessionLasts } from "./access.ts"

const settings = (environment: { readonly [name: string]: string } = {}): Settings => {
  const read = readSettings(environment)
  if (!read.ok) throw new Error(read.problem.id)
  return read.value
}

const asked = (over: Partial<Asked> = {}): Asked => ({
  method: "GET",
  path: "/",
  host: "127.0.0.1:3000",
  origin: null,
  site: null,
  authorization: null,
  cookie: null,
  ...over,
})

const now = Date.UTC(2026, 10, 30)
const verdict = (
  over: Partial<Asked>,
  environment: { readonly [name: string]: string } = {},
  at = now,
): string => {
  const admitted = admit(asked(over), settings(environment), at)
  return admitted.ok ? "admitted" : admitted.problem.id
}

describe("the name a request asks for", () => {
  it.each([
    "127.0.0.1:3000",
    "localhost",
    "LOCALHOST:3000",
    "app.localhost:3000",
    "[::1]:3000",
    "127.8.9.1",
    "localhost.",
  ])("takes the loopback name %s", (host) => expect(verdict({ host })).toBe("admitted"))

  it.each([
    "evil.example:3000",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "192.168.1.5:3000",
    "evil.example@127.0.0.1",
    "127.0.0.1/evil",
    "",
    "127.0.0.1, evil.example",
    "1271.0.0.1.x",
  ])("refuses %s", (host) => expect(verdict({ host })).toBe("host-refused"))

  it("refuses a request without a Host", () => expect(verdict({ host: null })).toBe("host-refused"))

  it("takes the configured name, and only it beside loopback", () => {
    const environment = { HOST: "crossing.internal", ACCESS_TOKEN: "t" }
    const authorization = "Bearer t"
    expect(verdict({ host: "crossing.internal:3000", authorization }, environment)).toBe("admitted")
    expect(verdict({ host: "localhost:3000", authorization }, environment)).toBe("admitted")
    expect(verdict({ host: "other.internal:3000", authorization }, environment)).toBe("host-refused")
  })

  it("takes a configured IPv6 address", () => {
    const environment = { HOST: "fd00::7", ACCESS_TOKEN: "t" }
    expect(verdict({ host: "[fd00::7]:3000", authorization: "Bearer t" }, environment)).toBe("admitted")
  })

  it("leaves names open on all addresses, where the token guards every request", () => {
    const environment = { HOST: "0.0.0.0", ACCESS_TOKEN: "t" }
    expect(verdict({ host: "box.example", authorization: "Bearer t" }, environment)).toBe("admitted")
    expect(verdict({ host: "box.example" }, environment)).toBe("token-missing")
  })
})

describe("the origin of a change", () => {
  const post = { method: "POST" } as const

  it.each([
    "http://evil.example",
    "http://127.0.0.1:4000",
    "http://localhost:3000",
    "null",
    "file://",
    "http://127.0.0.1:3000.evil.example",
  ])("refuses %s", (origin) => expect(verdict({ ...post, origin })).toBe("origin-refused"))

  it("takes its own", () => expect(verdict({ ...post, origin: "http://127.0.0.1:3000" })).toBe("admitted"))

  it("takes its own behind a proxy that ends TLS", () => {
    const environment = { HOST: "0.0.0.0", ACCESS_TOKEN: "t" }
    const cookie = `${sessionCookie}=${openSession("t", now)}`
    expect(
      verdict({ ...post, host: "box.example", origin: "https://box.example", cookie }, environment),
    ).toBe("admitted")
  })

  it("takes a program that sends no Origin, but no browser's cross-site request without one", () => {
    expect(verdict(post)).toBe("admitted")
    expect(verdict({ ...post, site: "cross-site" })).toBe("origin-refused")
    expect(verdict({ ...post, site: "same-site" })).toBe("origin-refused")
    expect(verdict({ ...post, site: "same-origin" })).toBe("admitted")
  })

  it("takes a right bearer for an Origin, and not a wrong one", () => {
    const foreign = { ...post, origin: "http://evil.example" }
    expect(verdict({ ...foreign, authorization: "Bearer t" }, { ACCESS_TOKEN: "t" })).toBe("admitted")
    expect(verdict({ ...foreign, authorization: "Bearer u" }, { ACCESS_TOKEN: "t" })).toBe("token-wrong")
  })

  it.each(["PUT", "PATCH", "DELETE"])("checks %s too", (method) =>
    expect(verdict({ method, origin: "http://evil.example" })).toBe("origin-refused"),
  )

  it("lets a link from elsewhere be followed", () => expect(verdict({ site: "cross-site" })).toBe("admitted"))
})

describe("the access token", () => {
  const guarded = { ACCESS_TOKEN: "a secret of some length" }

  it("is asked for everywhere but where it is given", () => {
    expect(verdict({ path: "/" }, guarded)).toBe("token-missing")
    expect(verdict({ path: "/v1/conversations" }, guarded)).toBe("token-missing")
    expect(verdict({ path: "/sign-in" }, guarded)).toBe("admitted")
    expect(verdict({ path: "/sign-in/enter", method: "POST" }, guarded)).toBe("admitted")
    expect(verdict({ path: "/sign-in/enter" }, guarded)).toBe("token-missing")
    expect(verdict({ path: "/sign-in", method: "POST" }, guarded)).toBe("token-missing")
    expect(verdict({ path: "/sign-in/other" }, guarded)).toBe("token-missing")
    expect(verdict({ path: "/sign-inx" }, guarded)).toBe("token-missing")
  })

  it("is taken as a bearer", () => {
    const authorization = (token: string) => ({ authorization: `Bearer ${token}` })
    const environment = { ACCESS_TOKEN: "s3cret" }
    expect(verdict(authorization("s3cret"), environment)).toBe("admitted")
    expect(verdict(authorization("s3cre"), environment)).toBe("token-wrong")
    expect(verdict(authorization("s3crett"), environment)).toBe("token-wrong")
    expect(verdict({ authorization: "Basic s3cret" }, environment)).toBe("token-missing")
  })

  it("opens a session whose cookie does not hold it and ends", () => {
    const value = openSession(guarded.ACCESS_TOKEN, now)
    const cookie = `theme=dark; ${sessionCookie}=${value}`
    expect(value).not.toContain(guarded.ACCESS_TOKEN)
    expect(verdict({ cookie }, guarded)).toBe("admitted")
    expect(verdict({ cookie }, guarded, now + sessionLasts * 1000 + 1000)).toBe("token-missing")
    expect(verdict({ cookie }, { ACCESS_TOKEN: "another" })).toBe("token-missing")
  })

  it("takes no altered session", () => {
    const [until = "", sealed = ""] = openSession(guarded.ACCESS_TOKEN, now).split(".")
    for (const value of [
      `${Number(until) + 1}.${sealed}`,
      `${until}.`,
      sealed,
      "",
      "9999999999.x",
      `${until}.${sealed}x`,
    ])
      expect(verdict({ cookie: `${sessionCookie}=${value}` }, guarded), value).toBe("token-missing")
  })

  it("is compared whole", () => {
    const own = settings(guarded)
    expect(isToken(guarded.ACCESS_TOKEN, own)).toBe(true)
    expect(isToken("", own)).toBe(false)
    expect(isToken("a secret of some lengtH", own)).toBe(false)
    expect(isToken("", settings())).toBe(false)
  })
})
