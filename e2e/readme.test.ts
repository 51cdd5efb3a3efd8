import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { operations } from "#app/server/interface/operations.ts"
import { readSettings } from "#lib/cli/settings.ts"
import { dialects } from "#lib/dialect/index.ts"
import { targets } from "#lib/dialect/targets.ts"
import { importers } from "#lib/import/index.ts"
import { blockKinds } from "#lib/record/block.ts"
import { entryKinds } from "#lib/record/entry.ts"
import { root } from "./run.ts"

const read = (path: string): string => readFileSync(join(root, path), "utf8")
const readme = read("README.md")

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !/\.test\.tsx?$/.test(file.name))
    .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"))

/** Set by the system, by npm or by Next: nobody configures Crossing with them. */
const foreign = new Set(["NODE_ENV", "NEXT_RUNTIME", "PATH", "CI", "INIT_CWD", "CROSSING_BUILD"]) // the last is set by the build itself

const variables = (): readonly string[] => {
  const found = ["app", "lib", "db", "e2e"]
    .flatMap(sourcesOf)
    .flatMap((source) => [
      ...source.matchAll(/\b(?:process\.env\.|environment\.|environment, ")([A-Z][A-Z0-9_]*)\b/g),
    ])
    .map(([, name = ""]) => name)
  return [...new Set(found)].filter((name) => !foreign.has(name))
}

const commands = (): readonly string[] =>
  [...read("lib/cli/crossing.ts").matchAll(/\.command\("([a-z]+)/g)].map(([, name = ""]) => name)

const scripts = (): readonly string[] => {
  const { scripts } = JSON.parse(read("package.json")) as {
    readonly scripts: Readonly<Record<string, string>>
  } // npm's own file
  return Object.keys(scripts)
}

/** A cell or a sentence that gives the name as code, alone or at the beginning of an example. */
const names = (name: string): boolean =>
  new RegExp(`\`${name.replace(/[/{}.]/g, "\\$&")}(?=[\` ])`).test(readme)

describe("the README names", () => {
  it.each(entryKinds)("the entry kind %s", (kind) => expect(names(kind)).toBe(true))
  it.each(blockKinds)("the block kind %s", (kind) => expect(names(kind)).toBe(true))
  it.each(targets.map(({ id }) => id))("the target %s", (id) => expect(names(id)).toBe(true))
  it.each(Object.keys(dialects))("the dialect %s", (id) => expect(names(id)).toBe(true))
  it.each(importers.map(({ id }) => id))("the format %s", (id) => expect(names(id)).toBe(true))
  it.each(commands())("the command %s", (name) => expect(names(name)).toBe(true))
  it.each(variables())("the variable %s", (name) => expect(names(name)).toBe(true))
  it.each(operations.map(({ method, at }) => `${method.toUpperCase()} ${at}`))("the request %s", (asked) =>
    expect(names(asked)).toBe(true),
  )
  it.each(scripts().filter((name) => name !== "crossing"))("the script %s", (name) =>
    expect(names(`npm ${name}`) || names(`npm run ${name}`)).toBe(true),
  )
})

describe("the README's lists", () => {
  const cells = (heading: string): readonly string[] => {
    const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? ""
    return section
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name))
  }

  it("hold no target that there is none of", () =>
    expect(cells("Targets and dialects")).toEqual(targets.map(({ id }) => id)))
  it("hold no format that is not read", () =>
    expect([...cells("Formats that are read")].sort()).toEqual(importers.map(({ id }) => id).sort()))
  it("hold no request that is not answered", () =>
    expect([...cells("HTTP")].sort()).toEqual(
      ["GET /v1/openapi.json", ...operations.map(({ method, at }) => `${method.toUpperCase()} ${at}`)].sort(),
    ))
  it("were found at all", () => {
    expect(commands().length).toBeGreaterThan(5)
    expect(variables().length).toBeGreaterThan(5)
  })
})

it("tells the defaults as they are", () => {
  const settings = readSettings({})
  if (!settings.ok) throw new Error(settings.problem.id)
  const { host, port, maxImportBytes } = settings.value
  for (const [name, value] of Object.entries({ HOST: host, PORT: port, MAX_IMPORT_BYTES: maxImportBytes }))
    expect(readme).toContain(`| \`${name}\` | \`${value}\` |`)
})

it("gives the two commands that start and test it", () => {
  expect(readme).toContain("npm ci && npm start")
  expect(readme).toContain("npm ci && npm test")
})

it("shows only pictures that are in the repository", () => {
  for (const [, path = ""] of readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
    expect(readFileSync(join(root, path)).length).toBeGreaterThan(1000)
})
