import { afterAll, expect, it, vi } from "vitest"
import { anthropicRows } from "#lib/lint/testing/shapes/anthropic.ts"
import { chatRows } from "#lib/lint/testing/shapes/chat.ts"
import { othersRows } from "#lib/lint/testing/shapes/others.ts"
import type { Row } from "#lib/lint/testing/shapes/row.ts"
import { lintCommand } from "./commands/lint.ts"
import { folderOf } from "./testing/transcript.ts"

/** The smallest failing shapes of `wire-rules.md` section 12 through the command itself: what it finds, and its exit code. */

const rows: readonly (readonly [string, Row])[] = Object.entries({
  ...anthropicRows,
  ...chatRows,
  ...othersRows,
})
const files = folderOf(
  Object.fromEntries(
    rows.flatMap(([name, { body, previous }]) => [
      [`${name}.json`, body],
      ...(previous === undefined ? [] : [[`${name}.previous.json`, previous]]),
    ]),
  ),
)
afterAll(files.remove)

const ran = async (name: string, { target, previous }: Row) => {
  let out = ""
  const written = vi
    .spyOn(process.stdout, "write")
    .mockImplementation((chunk, ...rest: readonly unknown[]) => {
      out += String(chunk)
      for (const done of rest) if (typeof done === "function") done()
      return true
    })
  const before = previous === undefined ? {} : { previous: files.path(`${name}.previous.json`) }
  const code = await lintCommand(files.path(`${name}.json`), { target, json: true, ...before })
  written.mockRestore()
  const found: readonly { readonly rule: string; readonly severity: string }[] = JSON.parse(out)
  return { code, found }
}

it.each(rows)("row %s", async (name, row) => {
  const { code, found } = await ran(name, row)
  const errors = new Set(found.filter(({ severity }) => severity === "error").map(({ rule }) => rule))
  if (row.rule === undefined) return expect([code, found]).toEqual([0, []])
  if (row.severity === "warning") {
    expect([code, [...errors]]).toEqual([0, []])
    return expect(found.map(({ rule }) => rule)).toContain(row.rule)
  }
  expect(code).toBe(1)
  expect(errors).toEqual(new Set([row.rule, ...(row.also ?? [])]))
})

it("finds nothing in rows 5 and 59, and only warns of 40, 57 and 64", () => {
  const named = (fits: (row: Row) => boolean) => rows.flatMap(([name, row]) => (fits(row) ? [name] : []))
  expect(named(({ rule }) => rule === undefined)).toEqual(["5", "59"])
  expect(named(({ severity }) => severity === "warning")).toEqual(["40", "57", "64"])
})
