import { z } from "zod"
import type { Immutable } from "./immutable.ts"
import { file, fileTraits } from "./kinds/file.ts"
import { image, imageTraits } from "./kinds/image.ts"
import { opaque, opaqueTraits } from "./kinds/opaque.ts"
import { reasoning, reasoningTraits } from "./kinds/reasoning.ts"
import { text, textTraits } from "./kinds/text.ts"
import { toolCall, toolCallTraits } from "./kinds/tool-call.ts"
import { type resultContent, toolResult, toolResultTraits } from "./kinds/tool-result.ts"
import type { Traits } from "./traits.ts"

export const block = z.discriminatedUnion("kind", [
  text,
  reasoning,
  toolCall,
  toolResult,
  image,
  file,
  opaque,
])

export type Block = Immutable<z.infer<typeof block>>
export type BlockKind = Block["kind"]
export type BlockOf<Kind extends BlockKind> = Extract<Block, { readonly kind: Kind }>
export type ResultContent = Immutable<z.infer<typeof resultContent>>

export const traits = {
  text: textTraits,
  reasoning: reasoningTraits,
  "tool-call": toolCallTraits,
  "tool-result": toolResultTraits,
  image: imageTraits,
  file: fileTraits,
  opaque: opaqueTraits,
} satisfies Record<BlockKind, Traits>

export const blockKinds = Object.keys(traits) as readonly BlockKind[] // keys of the total table above

/** `<seq>.<index>`, inside a result `<seq>.<index>.<nested>`; a summary and a replacement's block are `<seq>.0`. */
export type BlockId = string
export const blockId = z.string().regex(/^[1-9]\d*(\.(0|[1-9]\d*)){1,2}$/)

/** The blocks inside a block; only kinds that nest have any. */
export const nested = (of: Block): readonly ResultContent[] => (of.kind === "tool-result" ? of.content : [])
