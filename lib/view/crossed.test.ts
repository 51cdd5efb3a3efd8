import fc from "fast-check"
import { expect, test } from "vitest"
import { targetOf, targets } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { agent, call, header, reasoning, record, result, text, user } from "#lib/record/build.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { changedIn } from "./crossed.ts"
import { sheet } from "./sheet.ts"
import { type CrossingView, rowView } from "./window.ts"

const viewOf = (log: RecordLog, key: string, id = "anthropic"): CrossingView => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(id)
  const laid = sheet(log, project(log, target, { objects: () => undefined }))
  const view = rowView(
    laid,
    laid.rows.findIndex((row) => row.key === key),
    { order: "rows", columns: 80 },
  )
  if (view?.is !== "crossing") throw new Error(key)
  return view
}

test("outside the changed stretch a text is the stored one", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (text, stored) => {
      const changed = changedIn(text, stored)
      if (changed === undefined) expect(text).toBe(stored)
      else {
        const behind = text.slice(changed.to)
        expect(stored.startsWith(text.slice(0, changed.from))).toBe(true)
        expect(stored.endsWith(behind)).toBe(true)
        expect(changed.from).toBeLessThanOrEqual(changed.to)
        expect(changed.from + behind.length).toBeLessThanOrEqual(stored.length)
      }
    }),
  )
})

test("a piece shows what the dialect calls it, its ids and its text", () => {
  const log = record(
    user("go"),
    agent([text("ok"), call("a", "bash", '{"n": 12345678901234567890}')]),
    result("a", "out"),
  )
  expect(viewOf(log, "2.1").crossed).toMatchObject({
    head: "tool_use",
    fields: [
      { name: "id", value: "a", changed: false },
      { name: "name", value: "bash", changed: false },
    ],
    texts: [{ name: "input", clip: { text: '{"n": 12345678901234567890}' } }],
  })
  expect(viewOf(log, "2.1", "openai").crossed?.texts[0]?.clip.text).toBe('{"n": 12345678901234567890}')
  expect(viewOf(log, "3.0").crossed?.texts).toEqual([])
  expect(viewOf(log, "3.0.0").crossed?.texts[0]?.clip.text).toBe("out")
})

test("a seal is a size, never its bytes", () => {
  const seal = "c2ln".repeat(500)
  const view = viewOf(record(user("go"), agent([reasoning("hm", seal), text("ok")])), "2.0")
  expect(view.crossed?.blobs).toEqual([{ name: "signature", chars: 2_000 }])
  expect(view.shown).toMatchObject({ seal: { kind: "anthropic-signature", chars: 2_000 } })
  expect(JSON.stringify(view)).not.toContain("c2lnc2ln")
})

test("a long text is cut on both sides alike, and both say how much there is", () => {
  const long = Array.from({ length: 3_000 }, (_, line) => `line ${line} "quoted" \u00e9`).join("\n")
  const view = viewOf(record(user(long)), "1.0")
  const stored = view.shown?.kind === "text" ? view.shown.text : undefined
  expect(view.crossed?.texts[0]?.clip).toEqual(stored)
  expect(stored?.lines).toBe(3_000)
  expect(stored?.chars).toBe(long.length)
  expect(JSON.stringify(view).length).toBeLessThan(6_000)
})

test("a header's pieces have a stored side", () => {
  const log = record(
    header({
      system: "Be brief.",
      tools: [{ name: "bash", description: "Runs", inputSchema: '{"type":"object"}' }],
    }),
    user("go"),
  )
  expect(viewOf(log, "1/system").header?.texts[0]?.clip.text).toBe("Be brief.")
  expect(viewOf(log, "1/tools/0").header).toMatchObject({
    head: "bash",
    texts: [{ clip: { text: "Runs" } }, { clip: { text: '{"type":"object"}' } }],
  })
  expect(viewOf(log, "1/params/maxTokens").header?.fields).toEqual([
    { name: "maxTokens", value: "4096", changed: false },
  ])
})

test("on every target the words of a message and of a result are shown once", () => {
  const log = record(
    header(),
    user("the question"),
    agent([text("the reply"), call("a")]),
    result("a", "the words"),
  )
  for (const target of targets) {
    const laid = sheet(log, project(log, target, { objects: () => undefined }))
    const shown = laid.rows.flatMap((_, number) => {
      const view = rowView(laid, number, { order: "rows", columns: 80 })
      return view?.is === "crossing" ? (view.crossed?.texts.map(({ clip }) => clip.text) ?? []) : []
    })
    for (const words of ["the question", "the reply", "the words"])
      expect(shown.filter((each) => each.includes(words)).length, `${words} on ${target.id}`).toBe(1)
  }
})
