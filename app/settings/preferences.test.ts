import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { preferencesOf } from "./preferences.ts"

const read = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return preferencesOf(form)
}

describe("a form of preferences", () => {
  it("says nothing where it is blank", () => {
    expect(read({})).toEqual({ params: {} })
    expect(read({ baseUrl: " ", model: "", maxTokens: "", stop: "\r\n", thinking: "", extra: " " })).toEqual({
      params: {},
    })
  })

  it("says each field in the record's own words", () =>
    expect(
      read({
        baseUrl: " http://localhost:1/v1 ",
        model: "m",
        maxTokens: "1000",
        temperature: "0",
        topP: "0.9",
        stop: "END\r\n two words \n",
        thinking: "enabled",
        budget: "2000",
        effort: "high",
        parallel: "no",
        extra: '{"seed":1}',
        compactAt: "80",
      }),
    ).toEqual({
      baseUrl: "http://localhost:1/v1",
      model: "m",
      params: {
        maxTokens: 1000,
        temperature: 0,
        topP: 0.9,
        stop: ["END", " two words "],
        thinking: { mode: "enabled", budget: 2000 },
        effort: "high",
        parallel: false,
        extra: '{"seed":1}',
      },
      compactAt: 0.8,
    }))

  it("leaves what is no number to whoever checks", () =>
    expect(read({ maxTokens: "lots" })).toEqual({ params: { maxTokens: Number.NaN } }))

  it("takes a budget alone as thinking that is on", () => {
    expect(read({ budget: "1024" })).toEqual({ params: { thinking: { mode: "enabled", budget: 1024 } } })
    expect(read({ thinking: "disabled" })).toEqual({ params: { thinking: { mode: "disabled" } } })
  })
})

it("what an action is given, a key among it, is not written to the log of `next dev`", () =>
  expect(readFileSync(join(import.meta.dirname, "..", "..", "next.config.mjs"), "utf8")).toMatch(
    /logging: \{[^}]*serverFunctions: false/,
  ))
