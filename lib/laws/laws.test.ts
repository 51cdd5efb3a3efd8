import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { extend, type Projection, project } from "#lib/project.ts"
import {
  agent,
  answer,
  call,
  type Draft,
  header,
  reasoning,
  record,
  result,
  rewind,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { laws } from "./index.ts"
import { judge } from "./judge.ts"
import type { LawId, Subject } from "./law.ts"

/** A projection with another text or other crossings, as a faulty one would give. */
const faked = (projection: Projection, body: string, crossings: readonly Crossing[]): Projection => {
  const bytes = new TextEncoder().encode(body)
  return {
    ...projection,
    wire: {
      length: body.length,
      text: () => body,
      bytes: () => bytes,
      digest: () => createHash("sha256").update(bytes).digest("hex"),
    },
    crossings: { length: crossings.length, all: () => crossings },
  }
}

type Change = (
  body: string,
  crossings: readonly Crossing[],
  through: number,
) => readonly [string, readonly Crossing[]]

/** A subject that makes the same mistake in every projection, cold and extended. */
const faulty = (change: Change): Subject => {
  const spoilt = (projection: Projection): Projection =>
    faked(projection, ...change(projection.wire.text(), projection.crossings.all(), projection.asOf))
  return {
    project: (log, target, options) => spoilt(project(log, target, options)),
    extend: (projection, entries) => spoilt(extend({ ...projection }, entries)),
  }
}

const drafts: readonly Draft[] = [
  header({
    system: "be brief",
    principal: {
      agent: "a7",
      account: "acct7",
      uid: 7,
      expectedAccount: "acct7",
      mode: "resident",
      node: "n7",
      drift: false,
    },
  }),
  user("hi"),
  agent([
    reasoning("hm", "sig"),
    text("let me look"),
    call("c1", "bash", '{"n":12345678901234567890}'),
    call("c2"),
  ]),
  tools(answer("c1", "one"), answer("c2", "two")),
  agent("done"),
  user("wrong turn"),
  rewind(5),
  user("go on"),
  agent([call("c3")]),
  result("c3", "three"),
]

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

const of = (block: string) => (crossing: Crossing) =>
  crossing.from !== undefined && "block" in crossing.from && crossing.from.block === block
const swap =
  (from: string, to: string): Change =>
  (body, crossings) => [body.replace(from, to), crossings]
const recast =
  (block: string, to: (crossing: Crossing) => readonly Crossing[]): Change =>
  (body, crossings) => [
    body,
    crossings.flatMap((crossing) => (of(block)(crossing) ? to(crossing) : [crossing])),
  ]

it.each(["openai", "openai-compatible", "anthropic"])(
  "nothing is broken by the projection itself on %s",
  (id) => {
    expect(broken({ project, extend }, id)).toEqual([])
  },
)

/** Mistakes, each with the law that must notice it. */
const mistakes: readonly (readonly [string, LawId, string, Subject])[] = [
  ["a block without a crossing", "no-block-lost", "openai", faulty(recast("2.0", () => []))],
  [
    "a block with two crossings",
    "no-block-lost",
    "openai",
    faulty(recast("6.0", (crossing) => [crossing, crossing])),
  ],
  ["a text that is carried and differs", "no-block-lost", "anthropic", faulty(swap('"go on"', '"go  on"'))],
  [
    "arguments encoded anew",
    "no-block-lost",
    "anthropic",
    faulty(swap("12345678901234567890", "12345678901234567000")),
  ],
  ["arguments with other whitespace", "no-block-lost", "anthropic", faulty(swap('{"n":', '{"n": '))],
  ["a signature cut short", "no-block-lost", "anthropic", faulty(swap('"sig"', '"si"'))],
  [
    "a carried block with a reason",
    "no-block-lost",
    "openai",
    faulty(recast("2.0", (crossing) => [{ ...crossing, reason: "text-blank" }])),
  ],
  [
    "an altered block without a reason",
    "no-block-lost",
    "openai",
    faulty(recast("2.0", (crossing) => [{ ...crossing, how: "altered" }])),
  ],
  [
    "a rewound block that is said to be covered",
    "no-block-lost",
    "openai",
    faulty(recast("6.0", (crossing) => [{ ...crossing, reason: "compacted" }])),
  ],
  [
    "a carried block in the place of another",
    "no-block-lost",
    "openai",
    faulty((body, crossings) => [
      body.replace('"hi"', '"x"').replace('"go on"', '"hi"').replace('"x"', '"go on"'),
      crossings,
    ]),
  ],
  [
    "a leaf that nobody claims",
    "no-byte-unexplained",
    "openai",
    faulty(swap('{"model"', '{"seed":1,"model"')),
  ],
  [
    "a place that is not there",
    "no-byte-unexplained",
    "openai",
    faulty(recast("2.0", (crossing) => [{ ...crossing, at: [...crossing.at, { pointer: "/messages/99" }] }])),
  ],
  [
    "a leaf that two claim",
    "no-byte-unexplained",
    "openai",
    faulty(recast("5.0", (crossing) => [{ ...crossing, at: [...crossing.at, { pointer: "/messages/1" }] }])),
  ],
  [
    "a string that is not claimed to its end",
    "no-byte-unexplained",
    "openai",
    faulty((body, crossings) => [
      body.replace('"go on"', '"go on now"'),
      crossings.map((crossing) =>
        of("8.0")(crossing)
          ? {
              ...crossing,
              at: crossing.at.map((place, index) => (index === 0 ? { ...place, from: 0, to: 5 } : place)),
            }
          : crossing,
      ),
    ]),
  ],
  [
    "a word of the record in a header field",
    "no-byte-unexplained",
    "anthropic",
    faulty((body, crossings) => [
      body,
      crossings.map((crossing) =>
        crossing.from !== undefined && "header" in crossing.from && crossing.from.path === "/system"
          ? { ...crossing, from: { block: "2.0" } }
          : crossing,
      ),
    ]),
  ],
  [
    "an old turn written anew once the record has grown",
    "old-turns-stand-still",
    "openai",
    faulty((body, crossings, through) => [
      through > 7 ? body.replace('"let me look"', '"let me look "') : body,
      crossings,
    ]),
  ],
  [
    "an old turn that is gone later",
    "old-turns-stand-still",
    "openai",
    faulty((body, crossings, through) => [
      through > 7 ? body.replace(/\{"role":"user","content":"hi"\},/, "") : body,
      crossings,
    ]),
  ],
  [
    "a block that is altered only later",
    "no-look-ahead",
    "openai",
    faulty((body, crossings, through) => [
      body,
      through < 8
        ? crossings
        : crossings.map((crossing) =>
            of("2.0")(crossing) ? { ...crossing, how: "altered", reason: "unicode-replaced" } : crossing,
          ),
    ]),
  ],
  ["a lone surrogate in the wire", "same-in-same-out", "openai", faulty(swap('"go on"', '"go on\ud83d"'))],
  [
    "a call without a result",
    "calls-answered",
    "openai",
    faulty(
      swap('{"role":"tool","tool_call_id":"c3","content":"three"}', '{"role":"user","content":"three"}'),
    ),
  ],
  [
    "a result of no call",
    "calls-answered",
    "openai",
    faulty(swap('"tool_call_id":"c3"', '"tool_call_id":"c4"')),
  ],
  [
    "an id used twice",
    "calls-answered",
    "anthropic",
    faulty((body, crossings) => [body.replaceAll('"c3"', '"c1"'), crossings]),
  ],
  [
    "results that change places",
    "calls-answered",
    "openai",
    faulty((body, crossings) => [
      body
        .replace('"tool_call_id":"c1"', '"tool_call_id":"c9"')
        .replace('"tool_call_id":"c2"', '"tool_call_id":"c1"')
        .replace('"tool_call_id":"c9"', '"tool_call_id":"c2"'),
      crossings,
    ]),
  ],
  [
    "a user's words in the agent's voice",
    "doing-never-saying",
    "openai",
    faulty(swap('{"role":"user","content":"hi"}', '{"role":"assistant","content":"hi"}')),
  ],
  [
    "the agent's words in the user's voice",
    "doing-never-saying",
    "openai",
    faulty(swap('{"role":"assistant","content":"done"}', '{"role":"user","content":"done"}')),
  ],
  [
    "a made sentence as speech",
    "doing-never-saying",
    "openai",
    faulty(recast("5.0", (crossing) => [{ how: "made", reason: "label-line", at: crossing.at }])),
  ],
  [
    "reasoning as speech",
    "doing-never-saying",
    "anthropic",
    faulty(swap('{"type":"thinking","thinking":"hm","signature":"sig"}', '{"type":"text","text":"hm"}')),
  ],
  [
    "words in a field of reasoning",
    "doing-never-saying",
    "anthropic",
    faulty(recast("3.0", (crossing) => [{ ...crossing, from: { block: "3.1" } }])),
  ],
  [
    "no principal",
    "authority-never-replays",
    "anthropic",
    faulty((body, crossings) => [body, crossings.filter((crossing) => crossing.reason !== "principal")]),
  ],
  [
    "a principal with another account",
    "authority-never-replays",
    "anthropic",
    faulty((body, crossings) => [body.replaceAll("acct7", "acct8"), crossings]),
  ],
  [
    "a principal among the messages",
    "authority-never-replays",
    "anthropic",
    faulty((body, crossings) => [
      body,
      crossings.map((crossing) =>
        crossing.reason === "principal" ? { ...crossing, at: [{ pointer: "/messages/0" }] } : crossing,
      ),
    ]),
  ],
  [
    "an extension that forgets",
    "incremental-equals-cold",
    "openai",
    { project, extend: (projection) => projection },
  ],
]

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
  const finding = { rule: "x", severity: "error", pointer: "/messages/0", facts: {} } as const
  const subject: Subject = { project: (...args) => ({ ...project(...args), findings: [finding] }), extend }
  expect(broken(subject, "openai")).toContain("always-acceptable")
})

it("each law has a mistake that it notices", () => {
  const noticed = new Set<string>([...mistakes.map(([, law]) => law), "always-acceptable"])
  expect(laws.filter((law) => !noticed.has(law.id))).toEqual([])
})
