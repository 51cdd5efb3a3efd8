"use client"
import { number } from "#lib/view/words.ts"
import { useActs } from "./acts.ts"

/** Takes an act back, once its plan was seen; nothing where all is only to be read. */
export const UndoButton = ({ of }: { readonly of: number }) => {
  const { plan, isReadOnly } = useActs()
  return isReadOnly ? null : (
    <button
      type="button"
      data-button="plain"
      data-small=""
      aria-keyshortcuts="u"
      title={`Take entry ${number(of)} back`}
      onClick={() => plan({ kind: "undo", of: [of] })}
    >
      Undo <kbd data-key="">u</kbd>
    </button>
  )
}
