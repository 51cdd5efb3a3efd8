"use client"
import type { Counts } from "#lib/view/counts.ts"
import { howList, hows, number, outReasons } from "#lib/view/words.ts"
import styles from "./counts-bar.module.css"

type Props = { readonly counts: Counts; readonly filter: string; readonly onFilter: (filter: string) => void }

const Count = ({
  count,
  word,
  how,
  source,
  filter,
  onFilter,
  title,
}: {
  readonly count: number
  readonly word: string
  readonly how?: string
  readonly source: string
  readonly title: string
} & Pick<Props, "filter" | "onFilter">) => (
  <button
    type="button"
    className={styles.count}
    data-how={how}
    aria-pressed={filter === source}
    title={title}
    disabled={count === 0 && filter !== source}
    onClick={() => onFilter(filter === source ? "" : source)}
  >
    <b>{number(count)}</b> {word}
  </button>
)

/** How many crossings of each sort there are; each is a filter. */
export const CountsBar = ({ counts, filter, onFilter }: Props) => {
  const { error, warning, hint } = counts.findings
  const findings = error + warning + hint
  return (
    <fieldset className={styles.counts} aria-label="Crossings">
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
      {findings === 0 ? null : (
        <Count
          count={findings}
          word={findings === 1 ? "finding" : "findings"}
          source="finding:error,warning,hint"
          title="What the lint says about this wire."
          filter={filter}
          onFilter={onFilter}
        />
      )}
    </fieldset>
  )
}
