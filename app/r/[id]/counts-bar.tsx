"use client"
import type { Finding } from "#lib/lint/finding.ts"
import type { Counts } from "#lib/view/counts.ts"
import { severityCounts } from "#lib/view/findings.ts"
import { howList, hows, number, outReasons, severities } from "#lib/view/words.ts"
import styles from "./counts-bar.module.css"

type Props = {
  readonly counts: Counts
  /** Undefined while the lint is at work. */
  readonly findings: readonly Finding[] | undefined
  readonly filter: string
  readonly onFilter: (filter: string) => void
}

const Count = ({
  count,
  word,
  how,
  severity,
  source,
  filter,
  onFilter,
  title,
}: {
  readonly count: number
  readonly word: string
  readonly how?: string
  readonly severity?: Finding["severity"]
  readonly source: string
  readonly title: string
} & Pick<Props, "filter" | "onFilter">) => (
  <button
    type="button"
    className={styles.count}
    data-how={how}
    data-severity={severity}
    aria-pressed={filter === source}
    title={title}
    disabled={count === 0 && filter !== source}
    onClick={() => onFilter(filter === source ? "" : source)}
  >
    {severity === undefined ? null : <span data-square="" />}
    <b>{number(count)}</b> {word}
  </button>
)

const Findings = ({ findings, filter, onFilter }: Omit<Props, "counts">) => {
  if (findings === undefined) return <span className={styles.none}>looking for findings…</span>
  if (findings.length === 0) return <span className={styles.none}>no findings</span>
  return severityCounts(findings).map(([severity, count]) => (
    <Count
      key={severity}
      count={count}
      word={`${severities[severity].word}${count === 1 ? "" : "s"}`}
      severity={severity}
      source={`finding:${severity}`}
      title={`What the lint says of this wire. ${severities[severity].meaning}`}
      filter={filter}
      onFilter={onFilter}
    />
  ))
}

/** How many crossings of each sort there are, and what the lint says of the wire; each is a filter. */
export const CountsBar = ({ counts, findings, filter, onFilter }: Props) => (
  <fieldset className={styles.counts} aria-label="Crossings and findings">
    {howList.map((how) => (
      <Count
        key={how}
        count={counts[how]}
        word={hows[how].word}
        how={how}
        source={`how:${how}`}
        title={hows[how].meaning}
        filter={filter}
        onFilter={onFilter}
      />
    ))}
    {counts.out === 0 ? null : (
      <Count
        count={counts.out}
        word="of them out of the line"
        source={`reason:${outReasons.join(",")}`}
        title="Covered by a summary, rewound, undone or replaced; part of the dropped."
        filter={filter}
        onFilter={onFilter}
      />
    )}
    <Findings findings={findings} filter={filter} onFilter={onFilter} />
  </fieldset>
)
