"use client"
import styles from "./done-bar.module.css"
import type { LettingGo } from "./use-letting-go.ts"

/** Says what was done last, and offers to take it back; empty where nothing was. */
export const DoneBar = ({ letting: { done, plan, dismiss } }: { readonly letting: LettingGo }) => {
  const undo = done?.undo
  return (
    <div className={styles.place} data-done={done === undefined ? undefined : ""}>
      <p role="status">{done?.words}</p>
      {undo === undefined ? null : (
        <button
          type="button"
          data-button=""
          data-after-act=""
          aria-keyshortcuts="u"
          onClick={() => plan(undo)}
        >
          Undo <kbd data-key="">u</kbd>
        </button>
      )}
      {done === undefined ? null : (
        <button
          type="button"
          data-button="plain"
          data-after-act={undo === undefined ? "" : undefined}
          aria-label="Dismiss"
          onClick={dismiss}
        >
          ×
        </button>
      )}
    </div>
  )
}
