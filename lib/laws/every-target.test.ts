import { describe, expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { extend, project } from "#lib/project.ts"
import type { BlockId } from "#lib/record/block.ts"
import { record } from "#lib/record/build.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { type Change, drafts, faked, faulty, of, recast, swap } from "./faulty.ts"
import { laws } from "./index.ts"
import { judge } from "./judge.ts"
import type { LawId, Subject } from "./law.ts"

/** The same mistakes on every target: a law that read nothing of a dialect's wire would notice none of them. */

const fromBlock = (crossing: Crossing, block: BlockId): Crossing => ({ ...crossing, from: { block } })

const exchanged: Change = (body, crossings) => [
  body,
  crossings.map((crossing) =>
    of("4.0")(crossing)
      ? fromBlock(crossing, "4.1")
      : of("4.1")(crossing)
        ? fromBlock(crossing, "4.0")
        : crossing,
  ),
]

/** Chance in each run: the n-th projection says something else. */
const chance = (): Subject => {
  let n = 0
  return {
    project: (...args) => {
      const made = project(...args)
      return faked(made, made.wire.text().replace("go on", `go on${n++}`), made.crossings.all())
    },
    extend,
  }
}

const mistakes: { readonly [Id in LawId]: readonly [what: string, subject: () => Subject] } = {
  "no-block-lost": ["a text that is carried and differs", () => faulty(swap("go on", "go  on"))],
  "no-byte-unexplained": ["a leaf that nobody claims", () => faulty(swap("{", '{"seed":1,'))],
  "old-turns-stand-still": [
    "an old turn that counts the entries",
    () => faulty((body, crossings, through) => [body.replace("let me look", `looked ${through}`), crossings]),
  ],
  "no-look-ahead": [
    "a reason that a later entry changes",
    () =>
      faulty((body, crossings, through) => [
        body,
        crossings.map((crossing) =>
          of("3.1")(crossing) && through < 8
            ? { ...crossing, how: "altered", reason: "unicode-replaced" }
            : crossing,
        ),
      ]),
  ],
  "same-in-same-out": ["chance", chance],
  "always-acceptable": ["half an emoji", () => faulty(swap("go on", "go \\ud83d on"))],
  "calls-answered": ["results exchanged", () => faulty(exchanged)],
  "doing-never-saying": [
    "a person's words as the agent's",
    () => faulty(recast("5.0", (crossing) => [fromBlock(crossing, "2.0")])),
  ],
  "authority-never-replays": [
    "another principal than the header's",
    () => faulty((body, crossings) => [body.replaceAll("acct7", "acct8"), crossings]),
  ],
  "incremental-equals-cold": [
    "an extension that forgets",
    () => ({ project, extend: (projection) => projection }),
  ],
  "made-when-due": [
    "a header field that disappears",
    () =>
      faulty((body, crossings) => [
        body,
        crossings.filter(({ from }) => from === undefined || !("header" in from) || from.path !== "/system"),
      ]),
  ],
}

const log = record(...drafts)
const options = { objects: () => undefined }

describe.each(targets.map((target) => [target.id, target] as const))("on %s", (_, target) => {
  const broken = (subject: Subject) => judge(subject, log, target, options).broken.map(({ law }) => law)

  it("nothing is broken", () => {
    expect(broken({ project, extend })).toEqual([])
  })

  it.each(laws.map(({ id }) => [id, ...mistakes[id]] as const))("%s: %s", (law, _what, subject) => {
    expect(broken(subject())).toContain(law)
  })
})
