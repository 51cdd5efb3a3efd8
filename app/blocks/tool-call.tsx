import { Exact } from "#app/ui/exact.tsx"
import type { BlockProps } from "./block.ts"
import { SealMark } from "./seal.tsx"

export const ToolCallBlock = ({ shown, words }: BlockProps<"tool-call">) => (
  <>
    <Exact clip={shown.arguments} words={words} head={shown.name} />
    <SealMark seal={shown.seal} native={shown.native} />
  </>
)
