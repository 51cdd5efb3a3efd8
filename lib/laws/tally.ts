import type { DialectId } from "#lib/dialect/targets/row.ts"
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

type Exemption = {
  /** What cannot occur, by their keys in a tally. */
  readonly keys: readonly (`reason ${Reason}` | `free ${(typeof freedoms)[number]}`)[]
  readonly on: (target: Target) => boolean
  readonly why: string
}

const isOf =
  (...dialects: readonly DialectId[]) =>
  ({ dialect }: Target): boolean =>
    dialects.includes(dialect)
const isNotOf = (...dialects: readonly DialectId[]) => {
  const isOne = isOf(...dialects)
  return (target: Target): boolean => !isOne(target)
}

const isBound = ({ reasoning }: Target): boolean =>
  reasoning.form === "signed" && reasoning.bound === "prefix"

/** What a target cannot have, and why. */
export const exemptions: readonly Exemption[] = [
  {
    keys: ["reason tag-neutralised", "reason replay-frame", "reason continue-replay"],
    on: isNotOf("prior-turns"),
    why: "only the replay of prior turns has tags of its own",
  },
  {
    keys: ["reason call-id-rewritten", "reason image-label", "reason result-empty"],
    on: isOf("prior-turns"),
    why: "the replay has no ids, its pictures stand behind all of it, and an empty answer is plain to see",
  },
  {
    keys: ["reason signature-lost", "reason signature-stand-in"],
    on: isNotOf("gemini"),
    why: "signatures stand on calls on gemini alone",
  },
  {
    keys: ["reason order-lost"],
    on: isOf("messages", "converse", "gemini", "responses"),
    why: "parts and items keep text and calls in order",
  },
  {
    keys: ["reason error-flag-lost"],
    on: isOf("messages", "converse", "gemini"),
    why: "results have a field for it",
  },
  {
    keys: ["reason native-refused"],
    on: isNotOf("messages", "responses"),
    why: "the generator's own JSON is of the messages and responses apis",
  },
  {
    keys: ["reason model-of-maker"],
    on: isOf("gemini", "converse"),
    why: "the model stands in the address, not in the body",
  },
  { keys: ["reason cache-mark"], on: isNotOf("messages"), why: "the dialect has no marks" },
  {
    keys: ["reason result-empty"],
    on: ({ emptyErrors }) => emptyErrors === "allowed",
    why: "the row takes empty results",
  },
  {
    keys: ["reason arguments-wrapped"],
    on: ({ customCalls }) => customCalls,
    why: "free-text calls have a form of their own",
  },
  { keys: ["reason first-user"], on: ({ firstUser }) => !firstUser, why: "the row takes any first message" },
  {
    keys: ["reason param-default"],
    on: ({ maxTokens, keepsNothing }) => maxTokens === undefined && !keepsNothing,
    why: "the row demands no parameter",
  },
  {
    keys: ["reason reasoning-rebound", "reason thinking-off"],
    on: (target) => !isBound(target),
    why: "no reasoning is bound to what stands before it",
  },
  {
    keys: ["reason reasoning-unicode"],
    on: ({ reasoning }) => reasoning.form !== "signed",
    why: "no sealed bytes cross",
  },
  {
    keys: ["reason reasoning-repeated"],
    on: ({ reasoning }) => reasoning.form !== "signed" || reasoning.ids !== true,
    why: "no id of an item rides along",
  },
  {
    keys: ["reason reasoning-unsigned", "reason reasoning-foreign"],
    on: ({ reasoning }) => reasoning.form === "field",
    why: "the row's field takes reasoning of any maker",
  },
  {
    keys: ["reason reasoning-alone"],
    on: ({ reasoning }) => reasoning.form === "dropped",
    why: "reasoning of every kind is dropped",
  },
  {
    keys: ["reason reasoning-filler"],
    on: ({ reasoning }) => reasoning.form !== "field" || reasoning.filler === undefined,
    why: "the row demands no field of reasoning",
  },
  { keys: ["reason bridge"], on: ({ bridge }) => !bridge, why: "the row takes a user behind a tool" },
  {
    keys: ["reason tool-undeclared"],
    on: ({ declares }) => !declares,
    why: "the row takes calls of tools that are not declared",
  },
]

const isExempt = (target: Target, key: string): boolean =>
  exemptions.some(({ keys, on }) => keys.some((known) => known === key) && on(target))

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
