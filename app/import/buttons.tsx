"use client"
import styles from "./surface.module.css"
import { usePickers } from "./surface.tsx"

/** The two ways to choose what to import; dropping is the third. */
export const ImportButtons = () => {
  const { files, folder, ready } = usePickers()
  return (
    <div className={styles.buttons}>
      <button type="button" data-button="" disabled={!ready} onClick={files}>
        Import files
      </button>
      <button type="button" data-button="" disabled={!ready} onClick={folder}>
        Import a folder
      </button>
    </div>
  )
}
