import { cookies } from "next/headers"
import Link from "next/link"
import type { ReactNode } from "react"
import { PaletteButton } from "./palette-button.tsx"
import { themeCookie, themeOf } from "./theme.ts"
import { ThemeSwitch } from "./theme-switch.tsx"
import styles from "./top-bar.module.css"

type Props = {
  /** Where the page stands, behind "Sessions"; absent on the list itself. */
  readonly crumbs?: ReactNode
  /** Controls of the page, at the right. */
  readonly children?: ReactNode
}

/** The bar of every page: the name, the way back, where one is, the page's own controls, palette and theme. */
export const TopBar = async ({ crumbs, children }: Props) => {
  const theme = themeOf((await cookies()).get(themeCookie)?.value)
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.name} prefetch={false}>
        Crossing
      </Link>
      <nav aria-label="Crossing" className={styles.crumbs}>
        <Link href="/" prefetch={false} {...(crumbs === undefined ? { "aria-current": "page" } : {})}>
          Sessions
        </Link>
        {crumbs === undefined ? null : (
          <>
            <span aria-hidden="true" data-quiet="">
              /
            </span>
            {crumbs}
          </>
        )}
      </nav>
      <div className={styles.controls}>
        {children}
        <Link href="/lint" prefetch={false} data-button="plain">
          Lint
        </Link>
        <Link href="/settings" prefetch={false} data-button="plain">
          Settings
        </Link>
        <PaletteButton />
        <ThemeSwitch initial={theme} />
      </div>
    </header>
  )
}
