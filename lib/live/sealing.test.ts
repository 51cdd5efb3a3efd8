import { describe, expect, test } from "vitest"
import { must, problemOf } from "#db/test-store.ts"
import { seal, unseal } from "./sealing.ts"
import { Secret } from "./secret.ts"

const secretKey = new Secret("a secret key of this test")
const key = new Secret("sk-test-0123456789")

describe("a sealed key", () => {
  test("opens with the same SECRET_KEY and target", async () => {
    const sealed = await seal(secretKey, "openai", key)
    expect(must(await unseal(secretKey, "openai", sealed)).reveal()).toBe(key.reveal())
  })

  test("holds nothing of the key, and is never the same twice", async () => {
    const one = Buffer.from(await seal(secretKey, "openai", key))
    const other = Buffer.from(await seal(secretKey, "openai", key))
    expect(one.includes("sk-te")).toBe(false)
    expect(one.equals(other)).toBe(false)
    expect(one.subarray(1, 17).equals(other.subarray(1, 17))).toBe(false)
  })

  test("does not open with another SECRET_KEY, and says so", async () => {
    const sealed = await seal(secretKey, "openai", key)
    const opened = await unseal(new Secret("another key of this test"), "openai", sealed)
    expect(opened).toEqual({ ok: false, problem: { id: "key-undecipherable", facts: { target: "openai" } } })
  })

  test("does not open where it was moved to another target", async () =>
    expect(problemOf(await unseal(secretKey, "codex", await seal(secretKey, "openai", key)))).toBe(
      "key-undecipherable",
    ))

  test("does not open where any of its bytes differs or is missing", async () => {
    const sealed = await seal(secretKey, "openai", key)
    for (const at of [0, 1, 17, 29, 45, sealed.length - 1]) {
      const damaged = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte))
      expect(problemOf(await unseal(secretKey, "openai", damaged)), `byte ${at}`).toBe("key-undecipherable")
    }
    for (const length of [0, 1, 20, 40, sealed.length - 1])
      expect(problemOf(await unseal(secretKey, "openai", sealed.subarray(0, length))), `${length}`).toBe(
        "key-undecipherable",
      )
  })
})
