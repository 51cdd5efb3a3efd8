import { describe, expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { importers } from "#lib/import/index.ts"
import { reasons } from "#lib/wire/reason.ts"
import { crossing } from "./testing/run.ts"

const ids = {
  targets: targets.map(({ id }) => id),
  formats: [...new Set(importers.map(({ format }) => format))],
  reasons: Object.keys(reasons),
}

describe.each(["targets", "formats", "reasons"] as const)("%s", (command) => {
  it("lists every one with a meaning, for machines", async () => {
    const ran = await crossing([command, "--json"])
    const listed: readonly { readonly id: string; readonly meaning: string }[] = JSON.parse(ran.stdout)
    expect(listed.map(({ id }) => id)).toEqual(ids[command])
    for (const { meaning } of listed) expect(meaning).toMatch(/\S/)
  })

  it("lists one a line, for people", async () => {
    const ran = await crossing([command])
    expect(ran.code).toBe(0)
    expect(
      ran.stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(ids[command])
  })
})

describe("the command line", () => {
  it.each([[], ["nothing-like-this"], ["read"], ["read", "a", "b"], ["targets", "--jsn"]])(
    "answers misuse %j with 2 and nothing on standard output",
    async (...args) => {
      const ran = await crossing(args)
      expect([ran.code, ran.stdout]).toEqual([2, ""])
      expect(ran.stderr).not.toBe("")
    },
  )

  it("answers --help with 0", async () => {
    const ran = await crossing(["--help"])
    expect(ran.code).toBe(0)
    for (const command of ["read", "project", "import", "export", "remove", "targets", "formats", "reasons"])
      expect(ran.stdout).toMatch(new RegExp(`^ {2}${command}\\b`, "m"))
  })
})
