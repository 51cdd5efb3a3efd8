import type { ComponentType } from "react"
import type { BlockKind } from "#lib/record/block.ts"
import type { Shown } from "#lib/view/shown.ts"
import type { BlockProps } from "./block.ts"
import { FileBlock } from "./file.tsx"
import { ImageBlock } from "./image.tsx"
import { OpaqueBlock } from "./opaque.tsx"
import { ReasoningBlock } from "./reasoning.tsx"
import { TextBlock } from "./text.tsx"
import { ToolCallBlock } from "./tool-call.tsx"
import { ToolResultBlock } from "./tool-result.tsx"

/** How each kind looks, in inspector and chat alike. */
export const blockViews = {
  text: TextBlock,
  reasoning: ReasoningBlock,
  "tool-call": ToolCallBlock,
  "tool-result": ToolResultBlock,
  image: ImageBlock,
  file: FileBlock,
  opaque: OpaqueBlock,
} satisfies { readonly [Kind in BlockKind]: ComponentType<BlockProps<Kind>> }

type Props = Omit<BlockProps, "shown"> & { readonly shown: Shown }

/** One block, whatever its kind. */
export const BlockView = ({ shown, words, object }: Props) => {
  const View = blockViews[shown.kind] as ComponentType<Props> // the table pairs each kind with its own component
  return <View shown={shown} words={words} object={object} />
}
