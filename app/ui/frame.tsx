import type { ReactNode } from "react"
import { number } from "#lib/view/words.ts"
import styles from "./frame.module.css"

/** The one line at the end of a page that fills the screen: where one stands, and the keys. */
export const Foot = ({ children, ...rest }: { readonly children: ReactNode; readonly "data-quiet"?: "" }) => (
  <footer className={styles.foot} {...rest}>
    {children}
  </footer>
)

type ProgressProps = { readonly done: number; readonly all: number; readonly words: string }

/** How far something is that takes a while. */
export const Progress = ({ done, all, words }: ProgressProps) => (
  <span className={styles.progress}>
    <progress value={done} max={all} aria-label={words} />
    <span data-quiet="">
      {number(done)} of {number(all)} {words}
    </span>
  </span>
)

/** Something that takes a while, and nobody knows how long. */
export const Waiting = ({ words }: { readonly words: string }) => (
  <span className={styles.progress} role="status">
    <progress className={styles.late} aria-label={words} />
    <span data-quiet="">{words}</span>
  </span>
)
