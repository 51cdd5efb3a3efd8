import Link from "next/link"
import { type ListView, listAddress, narrowed } from "./address.ts"
import styles from "./list.module.css"

type Props = { readonly view: ListView; readonly next: string | null }

/** The way to the next page and back to the first; absent where there is one page. */
export const Pager = ({ view, next }: Props) => {
  if (next === null && view.cursor === undefined) return null
  return (
    <nav className={styles.pager} aria-label="Pages">
      {view.cursor === undefined ? null : (
        <Link data-button="" href={listAddress(narrowed(view, {}))} prefetch={false}>
          First page
        </Link>
      )}
      {next === null ? null : (
        <Link
          data-button=""
          rel="next"
          href={listAddress({ ...narrowed(view, {}), cursor: next })}
          prefetch={false}
        >
          Next page
        </Link>
      )}
    </nav>
  )
}
