import type { Facts } from "#lib/wire/crossing.ts"
import type { Body } from "./body.ts"
import type { Finding } from "./finding.ts"
import type { CallPart, Message, ResultPart } from "./part.ts"

/**
 * How sure a rule is. A: a provider's documentation, schema, types or open source. B: several independent reports, or
 * one with a probe. C: one report or a strong inference. X: unverified.
 */
export type Confidence = "A" | "B" | "C" | "X"

/** What happens to a request that breaks it; of a mixed mark the weaker. */
export type Effect = "reject" | "drop" | "degrade" | "cost"

/** What it needs beside the body: nothing, the model, the previous body, or the record that the body came from. */
export type Scope = "S" | "M" | "P" | "R"

/** One place where a body breaks a rule. */
export type Hit = {
  readonly at: string
  readonly message?: number
  readonly callId?: string
  readonly tool?: string
  readonly facts?: Facts
  /** Weaker than the rule's own, where this body makes it so. */
  readonly severity?: "warning"
}

/**
 * A rule about bodies.
 * Contract: `check` is asked only where `on` holds; it never throws, whatever the body; it matches on no provider's
 * wording. `open`: what the sources disagree about, which makes it a warning. `severity` overrides the formula below.
 */
export type Rule = {
  readonly id: string
  readonly confidence: Confidence
  readonly effect: Effect
  readonly scope: Scope
  readonly on: (body: Body) => boolean
  readonly open?: string
  readonly severity?: Finding["severity"]
  readonly meaning: string
  readonly fix: string
  readonly source: string
  readonly check: (body: Body) => Iterable<Hit>
}

/** A refusal that is well known is an error, an unverified rule a hint, all else a warning. */
export const severityOf = (rule: Rule): Finding["severity"] => {
  if (rule.severity !== undefined) return rule.severity
  if (rule.confidence === "X") return "hint"
  const known = rule.confidence === "A" || rule.confidence === "B"
  return rule.effect === "reject" && known && rule.open === undefined ? "error" : "warning"
}

export const hitMessage = ({ at, index }: Message, facts?: Facts): Hit => ({
  at,
  message: index,
  ...(facts === undefined ? {} : { facts }),
})

export const hitAt = (message: Message, at: string, facts?: Facts): Hit => ({
  ...hitMessage(message, facts),
  at,
})

/** A hit at a call or a result, with the call's id and the tool's name as far as they are known. */
export const hitCall = (
  message: Message,
  { at, id, name }: Pick<CallPart | ResultPart, "at" | "id" | "name">,
  facts?: Facts,
): Hit => ({
  ...hitAt(message, at, facts),
  ...(id === undefined ? {} : { callId: id }),
  ...(name === undefined ? {} : { tool: name }),
})

/** A hit somewhere in a call or a result. */
export const hitInCall = (
  message: Message,
  part: Pick<CallPart | ResultPart, "at" | "id" | "name">,
  at: string,
  facts?: Facts,
): Hit => ({ ...hitCall(message, part, facts), at })

/** Only the first of many alike, with how many there are. */
export const firstOf = (hits: Iterable<Hit>): readonly Hit[] => {
  const [first, ...more] = hits
  if (first === undefined) return []
  return [more.length === 0 ? first : { ...first, facts: { ...first.facts, places: more.length + 1 } }]
}
