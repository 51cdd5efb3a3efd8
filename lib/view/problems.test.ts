import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { isWorded, sentenceOf, wordedIds } from "./problems.ts"

const root = join(import.meta.dirname, "..", "..")

const sources = ["lib", "db", "app"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(root, folder, name)),
)

/** Ids that the code can refuse with, as it is written. */
const ids = [
  ...new Set(
    sources.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\brefused\(\s*"([a-z0-9-]+)"/g)].map(([, id]) => id ?? ""),
    ),
  ),
].sort()

const everything = sources
  .filter((path) => !path.endsWith("view/problems.ts"))
  .map((path) => readFileSync(path, "utf8"))

describe("sentences of problems", () => {
  it.each(wordedIds)("%s can happen", (id) =>
    expect(everything.some((text) => text.includes(`"${id}"`))).toBe(true),
  )

  it("are there to be found", () => expect(ids.length).toBeGreaterThan(50))

  it.each(ids)("%s has one", (id) => expect(isWorded(id)).toBe(true))

  it.each(ids)("%s reads as one sentence, with its facts", (id) => {
    const facts = new Proxy({}, { get: (_, name) => `<${String(name)}>` })
    const sentence = sentenceOf({ id, facts })
    expect(sentence).toMatch(/^[^\n]{20,300}\.$/)
    expect(sentence).not.toContain("undefined")
  })

  it("show facts where there are no words", () =>
    expect(sentenceOf({ id: "new-thing", facts: { line: 4 } })).toBe("new-thing: line 4."))
})
