import { describe, expect, it } from "vitest"
import { addressOf, isLoopback, readSettings } from "./settings.ts"

const problemOf = (environment: { readonly [name: string]: string }): string => {
  const read = readSettings(environment)
  return read.ok ? "fine" : `${read.problem.id} ${JSON.stringify(read.problem.facts)}`
}

describe("settings", () => {
  it("listens on loopback where nothing is set, and a blank variable sets nothing", () => {
    const plain = { host: "127.0.0.1", port: 3000, maxImportBytes: 2_147_483_648 }
    expect(readSettings({})).toEqual({ ok: true, value: plain })
    expect(readSettings({ HOST: " ", PORT: "", ACCESS_TOKEN: "" })).toEqual({ ok: true, value: plain })
  })

  it.each(["0.0.0.0", "::", "192.168.1.4", "crossing.internal", "128.0.0.1"])(
    "refuses %s without a token",
    (host) => {
      expect(problemOf({ HOST: host })).toBe(`token-needed {"host":"${host}"}`)
      expect(problemOf({ HOST: host, ACCESS_TOKEN: "  " })).toBe(`token-needed {"host":"${host}"}`)
      expect(problemOf({ HOST: host, ACCESS_TOKEN: "t" })).toBe("fine")
    },
  )

  it.each([
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["PORT", "3000x"],
    ["PORT", "1.5"],
    ["MAX_IMPORT_BYTES", "0"],
    ["MAX_IMPORT_BYTES", "lots"],
    ["HOST", "http://localhost"],
    ["HOST", "a b"],
  ])("refuses %s=%s by name", (name, value) => {
    expect(problemOf({ [name]: value })).toBe(`setting-invalid ${JSON.stringify({ name, value })}`)
  })

  it("never puts the token in a problem", () => {
    expect(problemOf({ ACCESS_TOKEN: "s3cret", PORT: "x" })).not.toContain("s3cret")
  })

  it("takes a SECRET_KEY of some length, and never shows it", () => {
    expect(problemOf({ SECRET_KEY: "short-one" })).toBe('secret-key-short {"least":16}')
    expect(problemOf({ SECRET_KEY: "  " })).toBe("fine")
    const read = readSettings({ SECRET_KEY: " long-enough-for-a-key " })
    if (!read.ok) throw new Error(read.problem.id)
    expect(read.value.secretKey?.reveal()).toBe("long-enough-for-a-key")
    expect(JSON.stringify(read)).not.toContain("long-enough")
  })

  it("knows loopback from what only looks like it", () => {
    for (const name of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "::1", "a.localhost"])
      expect(isLoopback(name), name).toBe(true)
    for (const name of ["localhost.example", "127.0.0.1.example", "0.0.0.0", "::", "1127.0.0.1", "127.0.0"])
      expect(isLoopback(name), name).toBe(false)
  })

  it("names an address that a browser can open", () => {
    expect(addressOf({ host: "127.0.0.1", port: 3000 })).toBe("http://127.0.0.1:3000")
    expect(addressOf({ host: "::1", port: 80 })).toBe("http://[::1]:80")
    expect(addressOf({ host: "0.0.0.0", port: 3000 })).toBe("http://127.0.0.1:3000")
  })
})
