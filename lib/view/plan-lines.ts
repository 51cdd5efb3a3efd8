import type { Effect, Side } from "#lib/plan/effect.ts"
import { type Plan, planKinds } from "#lib/plan/plan.ts"
import { stretches } from "./stretches.ts"

const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`

const change = (before: number, after: number): string =>
  before === after
    ? `${before.toLocaleString("en")}, as before`
    : `${before.toLocaleString("en")} before, ${after.toLocaleString("en")} after`

const errors = ({ findings }: Side): number => findings.filter(({ severity }) => severity === "error").length

const entriesLine = (what: string, seqs: readonly number[]): readonly string[] =>
  seqs.length === 0 ? [] : [`${what}: ${count(seqs.length, "message")} (${stretches(seqs)})`]

const counted: Readonly<Record<string, (n: number) => string>> = {
  results: (n) => `clears ${count(n, "result")}`,
  characters: (n) => `clears ${count(n, "character")}`,
  quotes: (n) => `repairs ${count(n, "quote")}`,
  signed: (n) => `leaves ${count(n, "quote")} in signed text`,
}

/** What a plan does to the record, a line each. */
export const planLines = (plan: Plan): readonly string[] => [
  planKinds[plan.kind],
  ...(plan.moved === undefined
    ? []
    : [
        `The cut stands at entry ${plan.moved.to} and not at ${plan.moved.from}: a round would have been split there.`,
      ]),
  ...entriesLine("stay", plan.kept),
  ...entriesLine("go", plan.dropped),
  ...entriesLine("come back", plan.returned),
  ...(plan.changed.length === 0 ? [] : [`are replaced: ${count(plan.changed.length, "block")}`]),
  ...(plan.rounds.length === 0
    ? []
    : [`rounds affected: ${plan.rounds.length} (from entry ${plan.rounds[0]} on)`]),
  ...Object.entries(plan.counts).flatMap(([name, n]) =>
    n === 0 ? [] : [counted[name]?.(n) ?? `${name}: ${n}`],
  ),
]

/** What a plan does to the wire, a line each; tokens are estimates and carry `~`. */
export const effectLines = ({
  target,
  before,
  after,
  cache,
  cut,
  reasoningLost,
}: Effect): readonly string[] => [
  `wire for ${target}, bytes: ${change(before.bytes, after.bytes)}`,
  `tokens: ~${change(before.tokens, after.tokens)}`,
  cut === undefined
    ? "The former wire stands at the beginning of the new one: nothing loses its cache."
    : `The wires part at byte ${cut.byte.toLocaleString("en")}: ~${cache.lost.toLocaleString("en")} tokens lose their cache.`,
  ...(reasoningLost.length === 0
    ? []
    : [
        `signed reasoning that will not cross: ${reasoningLost.map(({ block, reason }) => `${block} (${reason})`).join(", ")}`,
      ]),
  `findings: ${change(before.findings.length, after.findings.length)}${errors(after) === 0 ? "" : `, ${count(errors(after), "error")} among them`}`,
]
