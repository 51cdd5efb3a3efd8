import type { ReactNode } from "react"
import own from "./let-go.module.css"

type Props = {
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly label: ReactNode
  /** What can be done with it. */
  readonly children: ReactNode
}

/** What was let go, in one line that opens it in place. */
export const Opener = ({ isOpen, toggle, label, children }: Props) => (
  <div className={own.stretch}>
    <button type="button" className={own.opener} aria-expanded={isOpen} onClick={toggle}>
      <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>{" "}
      <span className={own.mark} aria-hidden="true">
        ×
      </span>{" "}
      {label}
    </button>
    {children}
  </div>
)
