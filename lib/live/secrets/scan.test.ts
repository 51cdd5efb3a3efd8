import { describe, expect, it } from "vitest"
import { redact } from "#lib/plan/redact.ts"
import { scan } from "./scan.ts"
import { around, planted } from "./testing/planted.ts"

const clean = async (text: string) => redact(text, await scan([text]))

describe.each(Object.entries(planted))("a %s", (kind, secret) => {
  it("goes from a text, and the words around it stay", async () => {
    const { text, omitted } = await clean(around(kind, secret))
    expect(text).not.toContain(secret)
    expect(text).toMatch(/\[redacted: [a-z-]+\]\S* and more$/)
    expect(omitted).toBe(1)
  })

  it("goes from JSON text", async () => {
    const { text } = await clean(JSON.stringify({ command: around(kind, secret) }))
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
    expect(text).toContain('and more"}')
  })

  it("goes though a comment would hide it", async () => {
    const { text } = await clean(`/* secretlint-disable */ ${around(kind, secret)}`)
    expect(text).not.toContain(secret)
  })
})

it.each([
  "nothing to hide here, not even sk- or npm_install",
  "the digest 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "call toolu_01A09q90qw90lq917835lq9 of msg_01XFDUDYJgAACzvnptvVoYEL",
  "https://example.com/a/b?c=d#e and postgres://db.example.com/app",
])("leaves %j", async (text) => {
  expect(await clean(text)).toEqual({ text, omitted: 0 })
})

it("reads many texts at once, and none for another", async () => {
  const texts = Object.entries(planted).map(([kind, secret]) => around(kind, secret))
  const secrets = await scan([...texts, "", "plain words", ...texts])
  for (const text of texts) {
    expect(redact(text, secrets).text).toMatch(/^(?:\S.* )?\[redacted: [a-z-]+\]\S* and more$/)
    expect(redact(text, secrets).text).toBe((await clean(text)).text)
  }
  expect(secrets("plain words")).toEqual([])
})

it("knows only texts that it has read", async () => {
  const secrets = await scan(["one"])
  expect(() => secrets("two")).toThrow("not read")
})
