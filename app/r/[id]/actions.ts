import { createContext, type RefObject, useContext } from "react"
import type { Fold } from "#lib/view/folds.ts"
import type { Act } from "#lib/view/let-go.ts"

/** What a row can have done; the same object for the life of the page, so that rows need not be drawn anew. */
export type RowActions = {
  readonly focus: (id: string) => void
  readonly toggleFold: (fold: Fold) => void
  /** Opens a row in place, or closes it. */
  readonly toggleOpen: (id: string) => void
  readonly moreLines: (id: string) => void
  readonly toggleRaw: (id: string) => void
  readonly copy: (what: Copied, id: string) => void
  readonly setCopyMenu: (open: boolean) => void
  readonly asOf: (seq: number) => void
  readonly pair: (id: string) => void
  /** Shows what an act would do, to be done or left. */
  readonly plan: (act: Act) => void
  /** The entries of the act that an undo would take back at the focused row. */
  readonly undoHere: RefObject<readonly number[] | undefined>
}

export type Copied = "block" | "message" | "piece" | "body" | "curl" | "link"

const nothing = (): void => undefined

export const RowActionsContext = createContext<RowActions>({
  focus: nothing,
  toggleFold: nothing,
  toggleOpen: nothing,
  moreLines: nothing,
  toggleRaw: nothing,
  copy: nothing,
  setCopyMenu: nothing,
  asOf: nothing,
  pair: nothing,
  plan: nothing,
  undoHere: { current: undefined },
})

export const useRowActions = (): RowActions => useContext(RowActionsContext)
