import type { Finding } from "./finding.ts"
import { ruleOf } from "./index.ts"

/** A finding with its rule's own sentences: what it means, what mends it, and what the sources disagree about. */
export type Told = Finding & { readonly meaning: string; readonly fix: string; readonly open?: string }

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
