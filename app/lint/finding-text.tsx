import type { ReactNode } from "react"
import { ExactText } from "#app/ui/exact.tsx"
import type { Told } from "#lib/lint/told.ts"
import { number, severities } from "#lib/view/words.ts"
import styles from "./finding-text.module.css"

const Facts = ({ facts }: Pick<Told, "facts">) => {
  const all = Object.entries(facts)
  return all.length === 0 ? null : (
    <dl className={styles.facts} data-small="">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt data-quiet="">{name}</dt>
          <dd>
            <ExactText text={typeof value === "number" ? number(value) : value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A finding in words: how bad, which rule, where, what it means, what mends it, and what is known of it. */
export const FindingText = ({ finding, where }: { readonly finding: Told; readonly where?: ReactNode }) => (
  <>
    <p className={styles.head} data-severity={finding.severity}>
      <span data-square="" aria-hidden="true" />
      <strong>{severities[finding.severity].word}</strong>
      <code>{finding.rule}</code>
      {where}
    </p>
    <p>
      {finding.meaning} <span data-quiet="">{finding.fix}</span>
    </p>
    {finding.open === undefined ? null : <p data-quiet="">{finding.open}</p>}
    <Facts facts={finding.facts} />
  </>
)
