import { Exact } from "#app/ui/exact.tsx"
import type { BlockProps } from "./block.ts"
import { SealMark } from "./seal.tsx"

/** A thought without words of its own is a seal alone; the provider has the rest. */
export const ReasoningBlock = ({ shown, words }: BlockProps<"reasoning">) => (
  <>
    {shown.text.chars === 0 && shown.seal !== undefined ? null : <Exact clip={shown.text} words={words} />}
    <SealMark seal={shown.seal} native={shown.native} />
  </>
)
