import type { Body } from "../body.ts"
import type { Part } from "../part.ts"
import { type Hit, hitAt, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"
import { onClaude } from "./anthropic.ts"
import { boundDifference, isDropping } from "./previous.ts"

type Reasoning = Extract<Part, { readonly is: "reasoning" }>

/** Signed blocks whose stored origin is known. */
const known = (
  body: Body,
  is: (part: Reasoning, from: NonNullable<ReturnType<Origins>>) => Hit["facts"] | undefined,
) =>
  sift(body.provenance === undefined ? [] : body.reasonings, ({ message, part }) => {
    const from = part.proof === undefined ? undefined : body.provenance?.of(part.at)
    const facts = from === undefined ? undefined : is(part, from)
    return facts === undefined ? undefined : hitAt(message, part.at, facts)
  })

type Origins = NonNullable<Body["provenance"]>["of"]

const changed = (body: Body): readonly Hit[] =>
  known(body, (part, { block }) =>
    block?.kind === "reasoning" &&
    ((block.proof?.kind !== "anthropic-redacted" && block.text !== part.text) ||
      block.proof?.value !== part.proof)
      ? { block: "differs from what was stored" }
      : undefined,
  )

const otherModel = (body: Body): readonly Hit[] =>
  known(body, (_, { maker }) =>
    maker?.provider === body.target.provider && maker.model !== (body.model ?? maker.model)
      ? { maker: maker.model }
      : undefined,
  )

const otherProvider = (body: Body): readonly Hit[] =>
  known(body, (_, { maker }) =>
    maker !== undefined && maker.provider !== body.target.provider ? { maker: maker.provider } : undefined,
  )

const otherAccount = (body: Body): readonly Hit[] =>
  known(body, (_, { maker }) => {
    const account = body.provenance?.account
    return account !== undefined && maker?.account !== undefined && maker.account !== account
      ? { maker: maker.account }
      : undefined
  })

const repaired = (body: Body): readonly Hit[] =>
  known(body, (part, { block }) =>
    block?.kind === "reasoning" && !block.text.isWellFormed() && part.text.isWellFormed()
      ? { block: "was repaired" }
      : undefined,
  )

const bound = (body: Body): readonly Hit[] => {
  const found = boundDifference(body)
  if (found === undefined) return []
  const { message, part, facts } = found
  const hit = hitAt(message, part.at, facts)
  return [isDropping(body) ? { ...hit, severity: "warning" } : hit]
}

const signs = (body: Body): boolean => onClaude(body) && body.target.reasoning.form === "signed"

/** Signed blocks against the record that they came from, and the request before (`wire-rules.md` 2.4). */
export const anthropicSigned: readonly Rule[] = [
  {
    id: "anthropic/thinking-unmodified",
    confidence: "A",
    effect: "reject",
    scope: "R",
    on: onClaude,
    meaning: "A signed block is not, character for character, the one that was received.",
    fix: "Send text and signature as they were received, or leave the block out.",
    source: "provider SDK documentation; public reports",
    check: changed,
  },
  {
    id: "anthropic/thinking-model-bound",
    confidence: "A",
    effect: "drop",
    scope: "R",
    on: onClaude,
    meaning: "A signed block was made by another model than the one asked; it is refused, or dropped unseen.",
    fix: "Leave that model's blocks out.",
    source: "provider documentation; public reports",
    check: otherModel,
  },
  {
    id: "glm-anthropic/foreign-thinking",
    confidence: "B",
    effect: "reject",
    scope: "R",
    on: onClaude,
    meaning: "A signed block was made by another provider behind the same wire shape.",
    fix: "Leave that provider's blocks out.",
    source: "public reports",
    check: otherProvider,
  },
  {
    id: "anthropic/thinking-org-bound",
    confidence: "A",
    effect: "drop",
    scope: "R",
    on: onClaude,
    meaning: "A signed block was made under another account than the one asked under.",
    fix: "Leave that account's blocks out.",
    source: "provider SDK documentation",
    check: otherAccount,
  },
  {
    id: "common/no-surrogate-repair-in-signed",
    confidence: "C",
    effect: "reject",
    scope: "R",
    on: onClaude,
    meaning: "A signed block's text was repaired, which its signature does not survive.",
    fix: "Leave the block out.",
    source: "inference",
    check: repaired,
  },
  {
    id: "anthropic/thinking-prefix-bound",
    confidence: "A",
    effect: "reject", // dropped only where the request itself asks for that
    scope: "P",
    on: signs,
    meaning:
      "A signed block was made behind another system text, other tools or other messages than now stand before it.",
    fix: "Keep what stands before it as it was, or leave out all signed blocks from the difference on.",
    source: "provider documentation; a probe",
    check: bound,
  },
]
