import styles from "./settings.module.css"
import type { Said } from "./use-change.ts"

/** What became of a change: read out politely where it was done, at once where it was refused. */
export const Saying = ({ said: { is, words } }: { readonly said: Said }) => (
  <>
    <span role="status" className={styles.done}>
      {is === "done" ? words : ""}
    </span>
    {is === "refused" ? (
      <p role="alert" className={styles.refused}>
        {words}
      </p>
    ) : null}
  </>
)
