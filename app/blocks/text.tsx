import { Exact } from "#app/ui/exact.tsx"
import type { BlockProps } from "./block.ts"
import { SealMark } from "./seal.tsx"

export const TextBlock = ({ shown, words }: BlockProps<"text">) => (
  <>
    <Exact clip={shown.text} words={words} />
    <SealMark seal={shown.seal} native={shown.native} />
  </>
)
