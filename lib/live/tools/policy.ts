import { z } from "zod"
import type { EntryOf } from "#lib/record/entry.ts"
import { readingNames } from "./own/names.ts"
import type { KnownTool } from "./tool.ts"

/** Whether a tool runs unasked, after a person was asked, or never. */
export const policy = z.enum(["allow", "ask", "deny"])
export type Policy = z.infer<typeof policy>

/** Policies by pattern: a tool's name, in which `*` stands for any characters, none included. */
export type Policies = { readonly [pattern: string]: Policy }

const strictness = { allow: 0, ask: 1, deny: 2 } satisfies Record<Policy, number>

const fits = (pattern: string, name: string): boolean => {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${parts.join(".*")}$`, "s").test(name)
}

type Rule = { readonly pattern: string; readonly policy: Policy }

const stars = ({ pattern }: Rule): number => pattern.split("*").length - 1
const letters = (rule: Rule): number => rule.pattern.length - stars(rule)

/** More letters are more specific, then fewer stars; where that is equal the stricter comes first. */
const bySpecificity = (one: Rule, other: Rule): number =>
  letters(other) - letters(one) ||
  stars(one) - stars(other) ||
  strictness[other.policy] - strictness[one.policy]

/**
 * The policy of a tool by its name, as a call has it: that of the most specific pattern that fits, however it lies in
 * the file; where none fits, `allow` for our own tools that only read the store, and `ask` for every other.
 */
export const policyOf = (name: string, policies: Policies): Policy => {
  const [rule] = Object.entries(policies)
    .map(([pattern, policy]) => ({ pattern, policy }))
    .filter(({ pattern }) => fits(pattern, name))
    .toSorted(bySpecificity)
  if (rule !== undefined) return rule.policy
  return readingNames.has(name) ? "allow" : "ask"
}

/**
 * What a tool may do, in a few words for the person who is asked. A server's hints are its own claim, so they only ever
 * add to the risk: one that says it only reads counts as one that may change things, and what it says stands beside.
 */
export const riskOf = (tool: Pick<KnownTool, "from" | "hints">): string => {
  if (tool.from.kind === "own")
    return tool.hints.reads === true
      ? "reads the store"
      : "changes what the next requests hold, and can be undone"
  const { destroys, reads, reachesOut } = tool.hints
  const worst = destroys === true ? "may destroy things" : "may change things"
  const claim = reads === true && destroys !== true ? ["says that it only reads"] : []
  return [worst, ...claim, ...(reachesOut === true ? ["reaches outside"] : [])].join(", ")
}

/** A `permission` entry, still without number, id and time. */
export type Decision = Omit<EntryOf<"permission">, "seq" | "id" | "at" | "origin">

/**
 * The entry of a decision about a call. `by`: who decided, `policy` or a person. `tool`: absent where there is none of
 * that name, and its risk is unknown then.
 */
export const permissionOf = (
  callId: string,
  action: Decision["action"],
  by: string,
  tool?: Pick<KnownTool, "from" | "hints">,
): Decision => ({
  kind: "permission",
  callId,
  action,
  by,
  ...(tool === undefined ? {} : { risk: riskOf(tool) }),
})
