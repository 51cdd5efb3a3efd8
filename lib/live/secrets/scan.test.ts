import { describe, expect, it } from "vitest"
import { redact } from "#lib/plan/redact.ts"
import { scan } from "./scan.ts"

const joined = (...parts: readonly string[]): string => parts.join("")

/** Made up, in the documented shapes; put together here so that no scanner takes this file for a leak. */
const planted: Readonly<Record<string, string>> = {
  "anthropic key": joined("sk-ant-", "api03-", "Ab1".repeat(31), "-AbCdEfAA"),
  "openai project key": joined("sk-proj-", "A".repeat(10), "b1".repeat(32), "T3Blbk", "FJ", "c2".repeat(37)),
  "github token": joined("ghp_", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"),
  "github fine-grained token": joined("github", "_pat_11ABCDEFG0abcdefghijkl_", "a1B2".repeat(15)),
  "gitlab token": joined("glpat-", "abcdefghij0123456789"),
  "slack token": joined("xoxb-", "123456789012-1234567890123-abcdefghijklmnopqrstuvwx"),
  "npm token": joined("npm_", "abcdefghijklmnopqrstuvwxyz0123456789"),
  "aws access key id": joined("AKIA", "QRSTUVWXYZ234567"),
  "aws secret key": joined("wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYzzzzzzzzzz"),
  "google api key": joined("AIza", "SyA1234567890abcdefghijklmnopqrstuv"),
  "stripe key": joined("sk_", "live_4eC39HqLyjWDarjtT1zdp7dc"),
  "private key": joined(
    "-----BEGIN RSA ",
    "PRIVATE KEY-----\n",
    "MIIEpAIBAAKCAQEA".repeat(20),
    "\n-----END RSA PRIVATE KEY-----",
  ),
  "database password": joined("postgres://admin:", "hunter2secret@db.example.com:5432/app"),
  "web address password": joined("https://user:", "pa55word123@example.com/x"),
  "json web token": joined("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0In0.", "SflKxwRJSMeKKF2QT4fwpM"),
  "bearer token": "abcdefghijklmnopqrstuvwxyz0123456789",
  "hugging face token": joined("hf_", "abcdefghijklmnopqrstuvwxyzABCDEFGH"),
  "sendgrid key": joined("SG.", "abcdefghijklmnopqrstuv.", "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"),
}

const around = (kind: string, secret: string): string => {
  if (kind === "aws secret key") return `aws_secret_access_key = ${secret} and more`
  if (kind === "bearer token") return `Authorization: Bearer ${secret} and more`
  return `before ${secret} and more`
}

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

it("knows only texts that it has read", async () => {
  const secrets = await scan(["one"])
  expect(() => secrets("two")).toThrow("not read")
})
