import { ImportButtons } from "#app/import/buttons.tsx"
import styles from "./list.module.css"

/** Nothing is stored yet: one sentence, and the two ways to begin. */
export const EmptyList = () => (
  <main className={styles.empty} aria-label="Sessions">
    <h1 data-hidden="">Sessions</h1>
    <p>
      No session is stored yet: open the sample, or import transcripts by dropping files or a folder anywhere
      here.
    </p>
    <div className={styles.begin}>
      <form action="/import/sample" method="post">
        <button type="submit" data-button="">
          Open the sample session
        </button>
      </form>
      <ImportButtons />
    </div>
  </main>
)
