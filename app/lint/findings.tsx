import { useState } from "react"
import { ExactText } from "#app/ui/exact.tsx"
import type { Excerpt } from "#lib/lint/excerpt.ts"
import type { Finding } from "#lib/lint/finding.ts"
import { told } from "#lib/lint/told.ts"
import { number, plural } from "#lib/view/words.ts"
import { FindingText } from "./finding-text.tsx"
import styles from "./lint.module.css"

type Props = {
  readonly findings: readonly Finding[]
  readonly excerptOf: (pointer: string) => Excerpt
  /** Shows a stretch of the body where it was written; absent where the body is not on the page. */
  readonly show: ((excerpt: Excerpt) => void) | undefined
}

/** How many are shown before more are asked for. */
const page = 200

const Place = ({ excerpt, show }: { readonly excerpt: Excerpt; readonly show: Props["show"] }) => (
  <div className={styles.place}>
    <code className={styles.excerpt}>
      <span data-quiet="">
        <ExactText text={excerpt.before} />
      </span>
      <mark>
        <ExactText text={excerpt.at} />
      </mark>
      <span data-quiet="">
        <ExactText text={excerpt.after} />
      </span>
    </code>
    {show === undefined ? null : (
      <button type="button" data-button="" data-show="" onClick={() => show(excerpt)}>
        Show in body
      </button>
    )}
  </div>
)

const Item = ({ finding, excerptOf, show }: { readonly finding: Finding } & Omit<Props, "findings">) => (
  <li className={styles.finding} data-severity={finding.severity} data-finding="" tabIndex={-1}>
    <FindingText finding={told(finding)} />
    <Place excerpt={excerptOf(finding.pointer)} show={show} />
  </li>
)

/** Every finding in order of place: how bad, which rule, where, what it means, what mends it, and the body there. */
export const Findings = ({ findings, excerptOf, show }: Props) => {
  const [shown, setShown] = useState(page)
  return (
    <>
      <ol className={styles.findings} aria-label="Findings">
        {findings.slice(0, shown).map((finding, index) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule may speak twice of one place
            key={`${index} ${finding.rule} ${finding.pointer}`}
            finding={finding}
            excerptOf={excerptOf}
            show={show}
          />
        ))}
      </ol>
      {findings.length <= shown ? null : (
        <button type="button" data-button="" className={styles.more} onClick={() => setShown(shown + page)}>
          Show {plural(Math.min(page, findings.length - shown), "more finding")} of{" "}
          {number(findings.length - shown)}
        </button>
      )}
    </>
  )
}
