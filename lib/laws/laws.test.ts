import { expect, it } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { extend, project } from "#lib/project.ts"
import { type Draft, header, record, user } from "#lib/record/build.ts"
import { drafts, faked, faulty, swap } from "./faulty.ts"
import { laws } from "./index.ts"
import { judge } from "./judge.ts"
import type { LawId, Subject } from "./law.ts"
import { mistakes } from "./mistakes.ts"

const broken = (subject: Subject, id: string, log: readonly Draft[] = drafts): readonly LawId[] => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`no target ${id}`)
  const options = { objects: () => undefined }
  return [
    ...new Set(
      judge(subject, record(...log), target, options).broken.flatMap((fault) =>
        fault.law === "throws" ? [] : [fault.law],
      ),
    ),
  ]
}

it.each(["openai", "openai-compatible", "anthropic"])(
  "nothing is broken by the projection itself on %s",
  (id) => {
    expect(broken({ project, extend }, id)).toEqual([])
  },
)

it.each(mistakes)("%s breaks %s on %s", (_, law, target, subject) => {
  expect(broken(subject, target)).toContain(law)
})

it("chance breaks same-in-same-out", () => {
  let n = 0
  const subject: Subject = {
    project: (...args) => {
      const made = project(...args)
      return faked(made, made.wire.text().replace('"go on"', `"go on${n++}"`), made.crossings.all())
    },
    extend,
  }
  expect(broken(subject, "openai")).toContain("same-in-same-out")
})

it("a record that is written to breaks same-in-same-out", () => {
  const subject: Subject = {
    project: (log, target, options) => {
      if (!Object.isFrozen(log.entries)) Object.assign(log.entries, { 99: log.entries[0] })
      return project(log, target, options)
    },
    extend,
  }
  const found = judge(
    subject,
    record(...drafts.slice(0, 3)),
    targetOf("openai") as NonNullable<ReturnType<typeof targetOf>>,
    { objects: () => undefined },
  ) // a target of the list
  expect(found.broken.length).toBeGreaterThan(0)
})

it("an older principal in the wire breaks authority-never-replays", () => {
  const principal = {
    agent: "a",
    account: "acct-old",
    uid: 1,
    expectedAccount: "acct-old",
    mode: "resident",
    node: "node-old",
    drift: false,
  } as const
  const log = [header({ principal }), user("hi"), header({ reason: "change" })]
  expect(broken({ project, extend }, "openai", log)).toEqual([])
  expect(broken(faulty(swap('"hi"', '"acct-old"')), "openai", log)).toContain("authority-never-replays")
})

it("an error of the lint breaks always-acceptable", () => {
  expect(broken(faulty(swap('"tool_call_id":"c1"', '"tool_call_id":"c9"')), "openai")).toContain(
    "always-acceptable",
  )
})

it("each law has a mistake that it notices", () => {
  const noticed = new Set<string>([...mistakes.map(([, law]) => law), "always-acceptable"])
  expect(laws.filter((law) => !noticed.has(law.id))).toEqual([])
})
