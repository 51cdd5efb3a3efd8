import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { components } from "./answers.ts"
import { openapi } from "./openapi.ts"
import { operations } from "./operations.ts"

const root = join(import.meta.dirname, "..", "..", "..")
const folder = join(root, "app", "v1")

/** What the routes of `app/v1` export, as `get /v1/…`; the description itself is not described. */
const routed = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith("route.ts") && !name.startsWith("openapi.json"))
  .flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8")
    const at = `/v1/${relative(folder, join(folder, name))
      .replace(/\/?route\.ts$/, "")
      .replaceAll("[", "{")
      .replaceAll("]", "}")}`
    return [...text.matchAll(/^export const (GET|POST|PUT|PATCH|DELETE)\b/gm)].map(
      ([, method]) => `${method?.toLowerCase()} ${at}`,
    )
  })

const document = openapi()

describe("the description of /v1", () => {
  it("describes the routes that exist, and no other", () =>
    expect(operations.map(({ method, at }) => `${method} ${at}`).sort()).toEqual(routed.sort()))

  it("is OpenAPI 3.1 with an id of its own for each operation", () => {
    const parsed = z
      .looseObject({
        openapi: z.literal("3.1.0"),
        info: z.looseObject({ title: z.string(), version: z.string() }),
        paths: z.record(
          z.string().startsWith("/v1/"),
          z.record(z.string(), z.looseObject({ operationId: z.string() })),
        ),
      })
      .parse(document)
    const ids = Object.values(parsed.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(operations.length)
  })

  it("refers only to what it holds", () => {
    const named = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)"/g)].map(
      ([, id]) => id,
    )
    expect(named.length).toBeGreaterThan(operations.length)
    expect([...new Set(named)].filter((id) => !Object.keys(components).includes(id ?? ""))).toEqual([])
  })

  it("refers to parts of schemas that exist", () => {
    const text = JSON.stringify(document)
    for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = (pointer ?? "")
        .split("/")
        .reduce<unknown>(
          (at, key) =>
            typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined,
          document,
        ) // an object of the parsed document
      expect(found, pointer).toBeDefined()
    }
  })

  it("names every parameter of a path, and the query of the wire", () => {
    const wire = operations.find(({ id }) => id === "getWire")
    const parameters = JSON.stringify(
      (document.paths as Record<string, Record<string, unknown>>)[wire?.at ?? ""]?.get,
    ) // the document is plain JSON
    for (const name of ["id", "target", "asOf", "vision", "model"])
      expect(parameters).toContain(`"name":"${name}"`)
    expect(parameters).toContain('"name":"target","in":"query","required":true')
    expect(parameters).toContain('"name":"asOf","in":"query","required":false')
  })

  it("has its route", () => expect(existsSync(join(folder, "openapi.json", "route.ts"))).toBe(true))
})
