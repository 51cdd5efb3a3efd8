import { existsSync, readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { projector } from "#lib/dialect/words.ts"
import { goldenDigest, goldenName, goldenText } from "#lib/laws/golden.ts"
import { judge, sentences } from "#lib/laws/judge.ts"
import { extend, project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { record } from "#lib/record/build.ts"
import { cases } from "./golden/cases.ts"

const folder = fileURLToPath(new URL("./golden/", import.meta.url))
const rows = cases.flatMap((of) => targets.map((target) => ({ name: goldenName(of, target), of, target })))

describe("each golden is today's output", () => {
  it.each(rows)("$name", ({ name, of, target }) => {
    expect(existsSync(folder + name), "run `npm run goldens`").toBe(true)
    expect(goldenText(of, target)).toBe(readFileSync(folder + name, "utf8"))
  })
})

describe("each case obeys all laws", () => {
  it.each(rows)("$name", ({ of, target }) => {
    const verdict = judge({ project, extend }, record(...of.drafts), target, {
      ...of.policy,
      objects: objectBytes,
    })
    expect(sentences(verdict)).toEqual([])
  })
})

it("names every case once, and keeps no golden without a case", () => {
  const names = rows.map((row) => row.name)
  expect(new Set(names).size).toBe(names.length)
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .toSorted(),
  ).toEqual(names.toSorted())
})

it("raises the projector with any change of a golden", () => {
  const goldens = new Map(rows.map(({ name, of, target }) => [name, goldenText(of, target)] as const))
  expect(
    readFileSync(`${folder}lock`, "utf8"),
    "raise `projector` in lib/dialect/words.ts, then `npm run goldens`",
  ).toBe(`projector ${projector}\ngoldens ${goldenDigest(goldens)}\n`)
})
