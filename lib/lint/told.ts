import type { Finding } from "./finding.ts"
import { ruleOf } from "./index.ts"

/** A finding with its rule's own sentences: what it means, what mends it, and what the sources disagree about. */
export type Told = Finding & { readonly meaning: string; readonly fix: string; readonly open?: string }

const placeOf = ({ pointer, callId, tool }: Finding): string =>
  [
    pointer === "" ? "/" : pointer,
    ...(callId === undefined ? [] : [`call ${callId}`]),
    ...(tool === undefined ? [] : [tool]),
  ].join(", ")

const factsOf = ({ facts }: Finding): string => {
  const all = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  return all.length === 0 ? "" : ` (${all.join(", ")})`
}

/** Findings as plain text, two lines each: how bad, which rule and where; then what it means, its facts, what mends it. */
export const toldLines = (findings: readonly Told[]): readonly string[] =>
  findings.flatMap((each) => [
    `${each.severity}  ${each.rule}  ${placeOf(each)}`,
    `  ${each.meaning}${factsOf(each)} ${each.fix}`,
  ])

/** A finding as people and machines are told of it. */
export const told = <Found extends Finding>(finding: Found): Found & Told => {
  const rule = ruleOf(finding.rule)
  return {
    ...finding,
    meaning: rule?.meaning ?? "",
    fix: rule?.fix ?? "",
    ...(rule?.open === undefined ? {} : { open: rule.open }),
  }
}
