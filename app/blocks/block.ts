import type { BlockKind } from "#lib/record/block.ts"
import type { Shown } from "#lib/view/shown.ts"

/** What every block component is given. `object` makes the address of a stored picture or file. */
export type BlockProps<Kind extends BlockKind = BlockKind> = {
  readonly shown: Extract<Shown, { readonly kind: Kind }>
  readonly words?: readonly string[] | undefined
  readonly object: (sha256: string) => string
}
