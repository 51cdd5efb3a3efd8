import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { isStale } from "./build-state.ts"
import { isOneSentence, serve } from "./testing/run.ts"

describe("a start that cannot be", () => {
  it.each(["0.0.0.0", "192.168.1.4", "::"])("is refused on %s without a token", async (HOST) => {
    const ran = await serve({ HOST })
    expect(ran.code).toBe(2)
    expect(ran.stdout).toBe("")
    expect(ran.stderr).toMatch(/ACCESS_TOKEN/)
    expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
  })

  it("names a setting that cannot be read", async () => {
    const ran = await serve({ PORT: "eighty" })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(/PORT is "eighty"/)
  })

  it("names a port that is taken, before anything is built", async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resolve(typeof address === "object" && address !== null ? address.port : 0)
      })
    })
    const ran = await serve({ PORT: String(port) })
    server.close()
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(new RegExp(`^Port ${port} .*taken`))
    expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
  })

  it("names an address that this machine does not have", async () => {
    const ran = await serve({ HOST: "203.0.113.7", ACCESS_TOKEN: "t" })
    expect(ran.code).toBe(1)
    expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
  })
})

describe("whether a build is old", () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  /** A project whose files were all last changed at second 1000, built at second 2000. */
  const project = (): string => {
    const root = mkdtempSync(join(tmpdir(), "crossing-build-"))
    folders.push(root)
    for (const folder of ["app/list", "lib/import/samples", ".next"])
      mkdirSync(join(root, folder), { recursive: true })
    for (const file of [
      "app/list/a.ts",
      "app/list/a.test.ts",
      "lib/import/samples/s.jsonl",
      "package-lock.json",
      ".next/BUILD_ID",
    ])
      writeFileSync(join(root, file), "x")
    for (const path of [
      "app/list/a.ts",
      "app/list/a.test.ts",
      "lib/import/samples/s.jsonl",
      "package-lock.json",
    ])
      at(root, path, 1000)
    for (const path of ["app/list", "app", "lib/import/samples", "lib/import", "lib"]) at(root, path, 1000)
    at(root, ".next/BUILD_ID", 2000)
    return root
  }
  const at = (root: string, path: string, second: number): void =>
    utimesSync(join(root, path), second, second)

  it("is not, when nothing changed since", () => expect(isStale(project())).toBe(false))

  it("is, when there is none", () => {
    const root = project()
    rmSync(join(root, ".next/BUILD_ID"))
    expect(isStale(root)).toBe(true)
  })

  it.each(["app/list/a.ts", "package-lock.json"])("is, when %s changed", (path) => {
    const root = project()
    at(root, path, 3000)
    expect(isStale(root)).toBe(true)
  })

  it("is, when a file was removed", () => {
    const root = project()
    rmSync(join(root, "app/list/a.ts"))
    expect(isStale(root)).toBe(true)
  })

  it("is not for a test or a sample", () => {
    const root = project()
    at(root, "app/list/a.test.ts", 3000)
    at(root, "lib/import/samples/s.jsonl", 3000)
    expect(isStale(root)).toBe(false)
  })
})
