import type { Target } from "#lib/dialect/targets.ts"
import { type Json, listOf, objectOf } from "#lib/record/json.ts"
import { type Asked, type Body, bodyOf } from "./body.ts"
import type { Finding } from "./finding.ts"
import { rules } from "./index.ts"
import type { Provenance } from "./provenance.ts"
import { type Hit, type Rule, severityOf } from "./rule.ts"

/**
 * What a lint may know beside the body: the body sent before it, the model where the body names none, whether the model
 * sees pictures where that is not as the target's row says, the record.
 */
export type Beside = {
  readonly previous?: string | undefined
  readonly model?: string | undefined
  readonly vision?: boolean | undefined
  readonly provenance?: Provenance | undefined
}

/** The rule of a text that is no JSON object; it has no check of its own. */
const unreadable: Finding = {
  rule: "common/body-of-target",
  severity: "error",
  pointer: "",
  facts: { found: "no JSON object" },
}

type Names = (callId: string) => string | undefined

/** The tool of the first call of an id; looked up only once there is something to say. */
const namesOf = ({ calls }: Body): Names => {
  let names: ReadonlyMap<string | undefined, string | undefined> | undefined
  return (callId) => {
    names ??= new Map(calls.toReversed().map(({ part }) => [part.id, part.name]))
    return names.get(callId)
  }
}

const findingOf = (rule: Rule, hit: Hit, body: Body, names: Names): Finding => {
  const { at, message, callId, tool, facts, severity } = hit
  const named = tool ?? (callId === undefined ? undefined : names(callId))
  const block = body.provenance?.of(at)?.id
  return {
    rule: rule.id,
    severity: severity ?? severityOf(rule),
    pointer: at,
    ...(message === undefined ? {} : { message }),
    ...(callId === undefined ? {} : { callId }),
    ...(named === undefined ? {} : { tool: named }),
    ...(block === undefined ? {} : { block }),
    facts: facts ?? {},
  }
}

const positionOf = (token: string, within: unknown): number => {
  if (listOf(within) !== undefined) return Number(token)
  return Object.keys(objectOf(within) ?? {}).indexOf(token.replaceAll("~1", "/").replaceAll("~0", "~"))
}

/** A pointer as positions in the document; what lies inside stands behind what holds it. */
const placeOf = (pointer: string, root: Json): readonly number[] => {
  let value: unknown = root
  return pointer
    .split("/")
    .slice(1)
    .map((token) => {
      const position = positionOf(token, value)
      value =
        listOf(value)?.[position] ?? objectOf(value)?.[token.replaceAll("~1", "/").replaceAll("~0", "~")]
      return position
    })
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const inOrder = (findings: readonly Finding[], root: Json): readonly Finding[] =>
  findings
    .map((finding) => ({ finding, place: placeOf(finding.pointer, root) }))
    .toSorted((a, b) => compare(a.place, b.place))
    .map(({ finding }) => finding)

const check = (body: Body): readonly Finding[] => {
  const applied = body.isFit ? rules : rules.filter(({ id }) => id === unreadable.rule)
  const names = namesOf(body)
  return applied
    .filter(({ on }) => on(body))
    .flatMap((rule) => [...rule.check(body)].map((hit) => findingOf(rule, hit, body, names)))
}

/**
 * All that is wrong with a request body, ours or anyone's, for a target; in order of place, then of the rules' list.
 * Empty means that no rule was broken. A text that is no JSON object, or a body of another shape, is one finding.
 * Never throws, whatever the text.
 */
export const lint = (text: string, target: Target, beside: Beside = {}): readonly Finding[] => {
  const { vision = target.sees, ...rest } = beside
  const asked: Asked = { target: vision === target.sees ? target : { ...target, sees: vision }, ...rest }
  const body = bodyOf(text, asked)
  return body === undefined ? [unreadable] : inOrder(check(body), body.root)
}
