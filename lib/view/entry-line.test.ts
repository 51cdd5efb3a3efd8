import { describe, expect, test } from "vitest"
import { header, record } from "#lib/record/build.ts"
import { entryLine } from "./entry-line.ts"

const lineOf = (target: { provider: string; dialect: string; model: string }): string => {
  const [entry] = record(header({ target })).entries
  if (entry === undefined) throw new Error("The record is empty.")
  return entryLine(entry)
}

describe("a request header's line", () => {
  test("names whom the request was for", () =>
    expect(lineOf({ provider: "openai", dialect: "chat", model: "gpt-x" })).toContain("openai chat gpt-x"))

  test("says only what its source says", () => {
    expect(lineOf({ provider: "unknown", dialect: "unknown", model: "gpt-x" })).toContain(" · gpt-x · ")
    expect(lineOf({ provider: "unknown", dialect: "unknown", model: "unknown" })).toContain(
      "target not stored",
    )
  })
})
