"use client"
import Link from "next/link"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useKeys } from "#app/ui/keys.ts"
import styles from "./list.module.css"

const rows = (): readonly HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>("a[data-session]"),
]

/** Moves the focus by so many rows; without one in focus it begins at the nearer end. */
const move = (by: 1 | -1): void => {
  const all = rows()
  const at = document.activeElement instanceof HTMLAnchorElement ? all.indexOf(document.activeElement) : -1
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1)
  all[next]?.focus()
  all[next]?.scrollIntoView({ block: "nearest" })
}

/** Unfolds what came from the session in focus, or folds it again. */
const fold = (): void =>
  document.activeElement?.closest("tr")?.querySelector<HTMLAnchorElement>("a[data-fold]")?.click()

const first = (): void => rows()[0]?.focus()
const last = (): void => rows().at(-1)?.focus()

const search = (): void => {
  const field = document.querySelector<HTMLInputElement>("input[type=search]")
  field?.focus()
  field?.select()
}

/** Milliseconds after which a page with counts still to come asks again. */
const again = 1_500

/** The list's keys, told at its foot; Enter is the link's own. */
export const ListKeys = ({ pending }: { readonly pending: boolean }) => {
  const router = useRouter()
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    o: fold,
    gg: first,
    G: last,
    "/": search,
  })
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => router.refresh(), again)
    return () => clearTimeout(timer)
  })
  return (
    <footer className={styles.foot} data-quiet="" data-small="">
      <span>
        <kbd data-key="">j</kbd> <kbd data-key="">k</kbd> session
      </span>
      <span>
        <kbd data-key="">Enter</kbd> open
      </span>
      <span>
        <kbd data-key="">o</kbd> what came from it
      </span>
      <span>
        <kbd data-key="">/</kbd> search
      </span>
      <span>drop files or a folder anywhere to import them</span>
      <Link href="/import" prefetch={false} className={styles.receipts}>
        Receipts of imports
      </Link>
    </footer>
  )
}
