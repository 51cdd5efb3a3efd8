import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { must } from "#db/test-store.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { noServers, parseToolConfig, readToolConfig } from "./config.ts"
import { expanded, without } from "./expand.ts"

const environment = { TOKEN: "s3cret-token", EMPTY: "" }

const parse = (file: unknown) =>
  parseToolConfig(
    typeof file === "string" ? file : JSON.stringify(file),
    "tools.json",
    "/home/me",
    environment,
  )

const faultOf = (file: unknown): string => {
  const found = parse(file)
  return found.ok ? "fine" : sentenceOf(found.problem)
}

/** As it is written in a file: biome takes it for a template that was forgotten. */
const variable = (name: string): string => `$\{${name}}`

describe("the file of CROSSING_TOOLS", () => {
  it("has the shape of the files that people have, with policies and limits beside it", () => {
    const found = must(
      parse({
        mcpServers: {
          files: { command: "npx", args: ["-y", "server"], env: { TOKEN: variable("TOKEN") }, cwd: "work" },
          search: { type: "http", url: "https://tools.test/mcp", headers: { Authorization: "Bearer x" } },
        },
        policies: { "mcp__files__*": "allow", mcp__files__delete: "deny" },
        maxToolChars: 1000,
        timeoutSeconds: 5,
      }),
    )
    expect(found).toEqual({
      servers: [
        {
          name: "files",
          reach: {
            by: "stdio",
            command: "npx",
            args: ["-y", "server"],
            env: { TOKEN: variable("TOKEN") },
            cwd: "/home/me/work",
          },
        },
        {
          name: "search",
          reach: { by: "http", url: "https://tools.test/mcp", headers: { Authorization: "Bearer x" } },
        },
      ],
      policies: { "mcp__files__*": "allow", mcp__files__delete: "deny" },
      maxToolChars: 1000,
      timeoutSeconds: 5,
    })
  })

  it("may leave everything out: a server then runs in the file's folder", () => {
    expect(must(parse({}))).toEqual(noServers)
    expect(must(parse({ mcpServers: { a: { command: "a" } } })).servers[0]?.reach).toEqual({
      by: "stdio",
      command: "a",
      args: [],
      env: {},
      cwd: "/home/me",
    })
  })

  it.each([
    ["[]", "the file must be an object"],
    ['{\n "mcpServers": {},\n "policies" }', "line 3, column 13 is not JSON"],
    ["{", "line 1, column 2 is not JSON"],
    [{ servers: {} }, "servers is not known here"],
    [{ mcpServers: { a: {} } }, "mcpServers.a.command must be text"],
    [{ mcpServers: { a: 1 } }, "mcpServers.a must be an object"],
    [{ mcpServers: { a: { command: "" } } }, "mcpServers.a.command must not be empty"],
    [{ mcpServers: { a: { command: "x", args: [1] } } }, "mcpServers.a.args.0 must be text"],
    [{ mcpServers: { a: { command: "x", env: { K: 1 } } } }, "mcpServers.a.env.K must be text"],
    [{ mcpServers: { a: { command: "x", shell: true } } }, "mcpServers.a.shell is not known here"],
    [{ mcpServers: { a: { url: "http://x", command: "x" } } }, "mcpServers.a.command is not known here"],
    [{ mcpServers: { a: { type: "sse", url: "http://x" } } }, "mcpServers.a.type must be one of http"],
    [{ mcpServers: { a: { url: "file:///x" } } }, "mcpServers.a.url must be an http or https address"],
    [{ mcpServers: { a: { url: "http://me:pass@x" } } }, "secrets go into headers"],
    [{ mcpServers: { a__b: { command: "x" } } }, "mcpServers.a__b must be named by"],
    [{ mcpServers: { "a b": { command: "x" } } }, "mcpServers.a b must be named by"],
    [{ policies: { x: "maybe" } }, "policies.x must be one of allow, ask, deny"],
    [{ maxToolChars: 0 }, "maxToolChars must be 1 or more"],
    [{ timeoutSeconds: "60" }, "timeoutSeconds must be a number"],
  ])("that does not fit is refused with the place: %j", (file, why) => {
    expect(faultOf(file)).toContain(`tools.json: ${why.startsWith("secrets") ? "" : why}`)
    expect(faultOf(file)).toContain(why)
  })

  it("names a variable that is not set, and takes one that is empty or has something in its place", () => {
    const server = (value: string) => ({ mcpServers: { a: { command: "x", env: { K: value } } } })
    expect(faultOf(server(`Bearer ${variable("NONE")}`))).toContain(
      `mcpServers.a.env.K takes ${variable("NONE")}, which is not set`,
    )
    expect(faultOf({ mcpServers: { a: { url: "http://x", headers: { K: variable("NONE") } } } })).toContain(
      "mcpServers.a.headers.K takes",
    )
    expect(faultOf(server(variable("EMPTY")))).toBe("fine")
    expect(faultOf(server(variable("NONE:-none")))).toBe("fine")
  })

  it("never says or keeps the value of a variable, nor what is written where it breaks", () => {
    const found = parse({ mcpServers: { a: { command: "x", env: { K: variable("TOKEN") } } } })
    expect(JSON.stringify(found)).not.toContain("s3cret")
    const broken = parse('{"mcpServers": {"a": {"url": "http://x", "headers": {"K": "s3cret" "L": 1}}}}')
    expect(JSON.stringify(broken)).not.toContain("s3cret")
    expect(broken.ok ? "" : broken.problem.facts["field"]).toBe("line 1, column 68")
    const misfit = parse({ mcpServers: { a: { command: "x", env: { K: ["s3cret"] } } } })
    expect(JSON.stringify(misfit)).not.toContain("s3cret")
  })
})

describe("the path of the file", () => {
  const folder = mkdtempSync(join(tmpdir(), "crossing-tools-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  it("is none where it is blank", () => {
    expect(readToolConfig(" ")).toEqual({ ok: true, value: noServers })
    expect(readToolConfig()).toEqual({ ok: true, value: noServers })
  })

  it("may be relative to where the user was", () => {
    writeFileSync(join(folder, "mine.json"), '{"timeoutSeconds": 7}')
    expect(must(readToolConfig("mine.json", folder)).timeoutSeconds).toBe(7)
  })

  it("that leads nowhere is said", () => {
    const found = readToolConfig(join(folder, "none.json"))
    expect(found.ok ? "" : sentenceOf(found.problem)).toMatch(
      /^CROSSING_TOOLS names .*none\.json.*\(ENOENT\)/,
    )
  })
})

describe("variables", () => {
  it("are put in where they stand, several in one text", () => {
    const template = `${variable("TOKEN")}/${variable("EMPTY")}/${variable("NONE:-none")}/$TOKEN/${variable("NONE")}`
    expect(expanded({ K: template }, environment)).toEqual({ K: "s3cret-token//none/$TOKEN/" })
  })

  it("are taken out of what is shown, the longest first; short values are no secrets", () => {
    const values = { A: "abcdef", B: "abcdefgh", C: "1" }
    expect(without(values, "abcdefgh and abcdef, 1 of 1")).toBe("[B] and [A], 1 of 1")
  })
})
