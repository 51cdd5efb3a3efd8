import type { DialectId } from "#lib/dialect/targets/row.ts"
import { type Target, type TargetId, targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import type { Block } from "#lib/record/block.ts"
import { type Draft, record } from "#lib/record/build.ts"
import { cases } from "#lib/wire/golden/cases.ts"

/** The target of each dialect whose bodies are held against its provider's SDK. */
const held = {
  chat: "openai",
  responses: "openai-responses",
  messages: "anthropic",
  gemini: "gemini",
  ollama: "ollama",
  converse: "bedrock",
  "prior-turns": "claude-prompt",
} as const satisfies { readonly [Id in DialectId]: TargetId }

/** The body of one golden case, as its JSON parses. */
export type CaseBody = { readonly name: string; readonly body: unknown }

/** Reasoning as a target's own model seals it, under an id. */
const sealed = (block: Block, { reasoning }: Target): Block => {
  if (block.kind !== "reasoning" || block.proof === undefined || reasoning.form !== "signed") return block
  const { kind, value } = block.proof
  const [own = kind] = reasoning.proofs
  const known = reasoning.proofs.includes(kind) ? kind : own
  return { ...block, proof: { kind: known, value: btoa(value), id: "rs_1" } }
}

/** A draft as if the target's own model had made it. */
const atHome = (draft: Draft, target: Target): Draft => {
  const { provider, api, dialect, model } = target
  if (draft.kind === "header") return { ...draft, target: { provider, dialect, model } }
  if (draft.kind !== "message" || draft.maker === undefined) return draft
  const blocks = draft.blocks.map((block) => sealed(block, target))
  return { ...draft, blocks, maker: { provider, api, model } }
}

/** Cases with JSON of others that crosses verbatim: what it says is not ours to shape. */
const verbatim = new Set(["extra", "native-text", "opaque"])

/** Every case's body of a dialect, as it was stored and as if made at home: so every shape that its wires have. */
export const bodiesOf = (dialect: DialectId): readonly CaseBody[] => {
  const target = targetOf(held[dialect])
  if (target?.dialect !== dialect) throw new Error(`${held[dialect]} has another dialect.`)
  return cases
    .filter(({ name }) => !verbatim.has(name))
    .flatMap(({ name, drafts, policy }) => {
      const textOf = (of: readonly Draft[]): string =>
        project(record(...of), target, { ...policy, objects: objectBytes }).wire.text()
      const stored = textOf(drafts)
      const home = textOf(drafts.map((draft) => atHome(draft, target)))
      const both = [
        { name, text: stored },
        { name: `${name}, at home`, text: home },
      ]
      return home === stored ? both.slice(0, 1) : both
    })
    .map(({ name, text }) => ({ name, body: JSON.parse(text) }))
}
