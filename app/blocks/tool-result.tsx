import type { BlockProps } from "./block.ts"
import { BlockView } from "./index.tsx"
import { SealMark } from "./seal.tsx"

/** The result itself; where its pieces have rows of their own they are shown there. */
export const ToolResultBlock = ({ shown, words, object }: BlockProps<"tool-result">) => (
  <>
    {shown.content.map((inner, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <BlockView key={index} shown={inner} words={words} object={object} />
    ))}
    <SealMark seal={shown.seal} native={shown.native} />
  </>
)
