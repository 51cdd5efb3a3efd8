import type { Target } from "#lib/dialect/targets.ts"
import { blockKinds } from "#lib/record/block.ts"
import { entryKinds } from "#lib/record/entry.ts"
import { type Reason, reasons } from "#lib/wire/reason.ts"
import type { Seen, Subject } from "./law.ts"
import { idsOf } from "./naive.ts"
import { blockAt } from "./naive-rounds.ts"
import { pairsOf } from "./old-turns-stand-still.ts"

/** How often each thing occurred over a run on one target: `entry message`, `block text`, `reason compacted`, `free rewind`. */
export type Tally = Map<string, number>

const count = (tally: Tally, key: string): void => {
  tally.set(key, (tally.get(key) ?? 0) + 1)
}

/** What can free a wire message, as laws name it; `all` means that nothing did. */
export const freedoms = [
  "all",
  "rewind",
  "compaction",
  "replacement",
  "undo",
  "header",
  "late-result",
  "response",
  "limit",
  "model",
] as const

/** Adds what one projection held to the tally of its target. */
export const tallyUp = (tally: Tally, seen: Seen, subject: Subject): void => {
  for (const entry of seen.line.entries) {
    count(tally, `entry ${entry.kind}`)
    if (entry.kind !== "compaction")
      for (const id of idsOf(entry)) count(tally, `block ${blockAt(seen.line.entries, id).kind}`)
  }
  for (const { reason } of seen.crossings) if (reason !== undefined) count(tally, `reason ${reason}`)
  for (const pair of pairsOf(seen, subject)) count(tally, `free ${pair.why}`)
}

type Exemption = { readonly reason: Reason; readonly on: (target: Target) => boolean; readonly why: string }

const dropsReasoning = (target: Target): boolean => target.reasoning.form === "dropped"
const unsealed =
  "the row drops reasoning of every kind, so it never looks at a seal or at what stands before it"
const always = (): boolean => true
const isMessages = (target: Target): boolean => target.dialect === "messages"

/** Reasons that a target cannot have, and why. */
export const exemptions: readonly Exemption[] = [
  { reason: "order-lost", on: isMessages, why: "parts keep text and calls in order" },
  { reason: "error-flag-lost", on: isMessages, why: "results have a field for it" },
  {
    reason: "native-refused",
    on: (target) => !isMessages(target),
    why: "the generator's own JSON is of the messages api",
  },
  { reason: "cache-mark", on: (target) => !isMessages(target), why: "the dialect has no marks" },
  {
    reason: "result-empty",
    on: (target) => target.emptyErrors === "allowed",
    why: "the row takes empty results",
  },
  {
    reason: "arguments-wrapped",
    on: (target) => target.customCalls,
    why: "free-text calls have a form of their own",
  },
  { reason: "first-user", on: (target) => !target.firstUser, why: "the row takes any first message" },
  {
    reason: "param-default",
    on: (target) => target.maxTokens === undefined,
    why: "the row demands no parameter",
  },
  { reason: "reasoning-rebound", on: dropsReasoning, why: unsealed },
  { reason: "reasoning-alone", on: dropsReasoning, why: unsealed },
  { reason: "reasoning-unicode", on: dropsReasoning, why: unsealed },
  { reason: "thinking-off", on: dropsReasoning, why: unsealed },
  { reason: "reasoning-filler", on: always, why: "no row demands a field of reasoning" },
  { reason: "bridge", on: always, why: "no row forbids a user behind a tool" },
  { reason: "tool-undeclared", on: always, why: "no row demands that history's tools are declared" },
]

const isExempt = (target: Target, key: string): boolean =>
  exemptions.some((item) => key === `reason ${item.reason}` && item.on(target))

/** What never occurred on a target and should have. */
export const missing = (target: Target, tally: Tally): readonly string[] =>
  [
    ...entryKinds.map((kind) => `entry ${kind}`),
    ...blockKinds.map((kind) => `block ${kind}`),
    ...Object.keys(reasons).map((reason) => `reason ${reason}`),
    ...freedoms.map((why) => `free ${why}`),
  ].filter((key) => !tally.has(key) && !isExempt(target, key))

/** A tally as lines, one group a line. */
export const tallyLines = (target: Target, tally: Tally): readonly string[] => {
  const groups = ["entry", "block", "reason", "free"].map((group) => {
    const found = [...tally]
      .filter(([key]) => key.startsWith(`${group} `))
      .map(([key, n]) => `${key.slice(group.length + 1)} ${n}`)
    return `  ${group}: ${found.sort().join(", ")}`
  })
  const pairs = [...tally].filter(([key]) => key.startsWith("free ")).reduce((sum, [, n]) => sum + n, 0)
  const whole = tally.get("free all") ?? 0
  return [`${target.id}: ${pairs} pairs checked, ${pairs - whole} of them in part free`, ...groups]
}
