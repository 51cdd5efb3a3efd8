"use client"
import { PreviewCard } from "@base-ui/react/preview-card"
import { FindingText } from "#app/lint/finding-text.tsx"
import { type FindingView, worst } from "#lib/view/findings.ts"
import { severities } from "#lib/view/words.ts"
import styles from "./finding-mark.module.css"

/** Milliseconds that the pointer rests on a mark before it tells. */
const rest = 120

type Props = {
  readonly findings: readonly FindingView[]
  /** Only the focused row's mark is a stop of the Tab key. */
  readonly isFocused: boolean
}

/** What the lint says of a row: its worst as a square, how many where there are more, and their words in a card. */
export const FindingMark = ({ findings, isFocused }: Props) => {
  const severity = worst(findings)
  if (severity === undefined) return null
  const rules = findings.map(({ rule }) => rule).join(", ")
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger
        delay={rest}
        closeDelay={rest}
        render={
          <button
            type="button"
            className={styles.mark}
            data-severity={severity}
            tabIndex={isFocused ? 0 : -1}
            aria-label={`${severities[severity].word}: ${rules}`}
          />
        }
      >
        <span data-square="" />
        {findings.length === 1 ? null : <span className={styles.count}>{findings.length}</span>}
      </PreviewCard.Trigger>
      <PreviewCard.Portal>
        <PreviewCard.Positioner data-positioner="" sideOffset={4}>
          <PreviewCard.Popup data-popup="" className={styles.card} render={<section aria-label="Findings" />}>
            <ul>
              {findings.map((finding, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a rule may speak twice of one row
                <li key={`${index} ${finding.rule}`} className={styles.finding}>
                  <FindingText finding={finding} />
                </li>
              ))}
            </ul>
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}
