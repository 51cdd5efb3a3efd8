import { expect, it } from "vitest"
import { policy } from "./policy.ts"

const directives = (text: string) =>
  new Map(
    text.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1).join(" ")]),
  )

it("allows nothing from elsewhere, and scripts by nonce only", () => {
  const rules = directives(policy("abc="))
  expect(Object.fromEntries(rules)).toEqual({
    "default-src": "'none'",
    "script-src": "'nonce-abc=' 'strict-dynamic'",
    "style-src": "'self' 'nonce-abc='",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' blob:",
    "connect-src": "'self'",
    "frame-ancestors": "'none'",
    "form-action": "'self'",
    "base-uri": "'none'",
  })
})

it("opens what development needs only there", () => {
  expect(policy("n")).not.toMatch(/unsafe-eval|ws:/)
  expect(policy("n", true)).toMatch(/unsafe-eval/)
})
