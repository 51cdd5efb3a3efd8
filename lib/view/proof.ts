import { cutCauses } from "#lib/sent/cause.ts"
import type { Prefix } from "#lib/sent/prefix.ts"
import { type Verdict, verifyCauses } from "#lib/sent/verify.ts"
import { unreachable } from "#lib/unreachable.ts"

const factsOf = (facts: Readonly<Record<string, string | number>>): string => {
  const all = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  return all.length === 0 ? "" : ` (${all.join(", ")})`
}

/** What became of a request's proof, in a line of words. */
export const verdictLine = (verdict: Verdict): string => {
  switch (verdict.is) {
    case "proved":
      return verdict.by === "bytes"
        ? "rebuilt = sent"
        : "rebuilt = sent by its digest; the bytes are not stored here"
    case "mismatch": {
      const place = verdict.at === undefined ? "" : ` at byte ${verdict.at.byte}`
      return `rebuilt ≠ sent${place}: ${verifyCauses[verdict.cause]}${factsOf(verdict.facts)}`
    }
    case "other-projector":
      return `${verdict.provedThen ? "proved when sent" : "sent unproved"} (projector ${verdict.projector}); today's projector ${verdict.today} writes it differently at byte ${verdict.at.byte}`
    case "capture-differs":
      return `captured from another program; the record would send it differently from byte ${verdict.at.byte} on`
    case "unchecked":
      return `not checked: ${verifyCauses[verdict.cause]}${factsOf(verdict.facts)}`
    default:
      return unreachable(verdict)
  }
}

/** Why a request does not begin with the one before it, in a line of words; empty where all is well. */
export const prefixLine = ({ cut, tokens, disagreement }: Prefix): string => {
  const missed =
    disagreement === undefined
      ? ""
      : disagreement.says === "more"
        ? "the provider read more from its cache than stands there again"
        : `the provider read nothing of it from its cache: ${cutCauses[disagreement.cause]}`
  if (cut === undefined) return missed
  const lost = tokens.lost === 0 ? "" : `; ~${tokens.lost} tokens lost`
  const why = `${cut.cause} at byte ${cut.byte}: ${cutCauses[cut.cause]}${lost}`
  return missed === "" ? why : `${why}; ${missed}`
}
