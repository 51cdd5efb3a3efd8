import Link from "next/link"
import type { PlanKind } from "#lib/plan/plan.ts"
import { parsePlanWish, planHref, plansHref } from "#lib/view/plan-address.ts"
import { planOrder } from "#lib/view/plan-words.ts"
import { number } from "#lib/view/words.ts"
import frame from "../bar.module.css"
import styles from "./plan-bar.module.css"

type Props = {
  readonly record: string
  /** Absent on the page of all acts. */
  readonly kind?: PlanKind
  readonly target: string
  /** The record's own target, which an address leaves out. */
  readonly own: string
  readonly head: number
}

const blank = new URLSearchParams()

/** The acts, each a page; and what of the record they are planned for. */
export const PlanBar = ({ record, kind, target, own, head }: Props) => {
  const named = target === own ? undefined : target
  return (
    <div className={frame.bar}>
      <nav aria-label="Acts" className={styles.kinds}>
        <Link
          href={plansHref(record, named)}
          prefetch={false}
          className={styles.kind}
          aria-current={kind === undefined ? "page" : undefined}
        >
          all
        </Link>
        {planOrder.map((each) => (
          <Link
            key={each}
            href={planHref(record, parsePlanWish(each, blank), named)}
            prefetch={false}
            className={styles.kind}
            aria-current={each === kind ? "page" : undefined}
          >
            {each}
          </Link>
        ))}
      </nav>
      <span data-quiet="" className={styles.head}>
        for the record as of entry {number(head)}
      </span>
    </div>
  )
}
