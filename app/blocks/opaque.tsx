import { Exact } from "#app/ui/exact.tsx"
import type { BlockProps } from "./block.ts"

export const OpaqueBlock = ({ shown, words }: BlockProps<"opaque">) => (
  <Exact clip={shown.json} words={words} head={shown.source} />
)
