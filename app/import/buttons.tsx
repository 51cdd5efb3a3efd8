"use client"
import styles from "./surface.module.css"
import { usePickers } from "./surface.tsx"

/** The two ways to choose what to import; dropping is the third. */
export const ImportButtons = () => {
  const { files, folder } = usePickers()
  return (
    <div className={styles.buttons}>
      <button type="button" data-button="" onClick={files}>
        Import files
      </button>
      <button type="button" data-button="" onClick={folder}>
        Import a folder
      </button>
    </div>
  )
}
