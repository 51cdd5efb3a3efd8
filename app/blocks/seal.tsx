import type { Seal } from "#lib/view/shown.ts"
import { number, sealWords } from "#lib/view/words.ts"

/** That a block is signed or sealed, by what, and how long the seal is; its bytes are in the raw view. */
export const SealMark = ({
  seal,
  native,
}: {
  readonly seal?: Seal | undefined
  readonly native?: string | undefined
}) =>
  seal === undefined && native === undefined ? null : (
    <div data-quiet="" data-small="">
      {seal === undefined
        ? null
        : `${sealWords[seal.kind]} · ${seal.kind} · ${number(seal.chars)} characters`}
      {seal !== undefined && native !== undefined ? " · " : null}
      {native === undefined ? null : `with the provider’s own JSON (${native})`}
    </div>
  )
