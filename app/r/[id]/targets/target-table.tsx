import type { Counts } from "#lib/view/counts.ts"
import type { Tally } from "#lib/view/tally.ts"
import { hows, number, plural, severities, tokens } from "#lib/view/words.ts"
import type { How } from "#lib/wire/crossing.ts"
import type { TargetChoice } from "../choices.tsx"
import type { Tallies } from "../use-tallies.ts"
import styles from "./target-table.module.css"

type Props = {
  readonly targets: readonly TargetChoice[]
  readonly target: string
  readonly tallies: Tallies
  readonly onChoose: (target: string) => void
}

/** A target's counts without what is out of the line for everyone. */
const inLine = (counts: Counts, how: How): number =>
  how === "dropped" ? counts.dropped - counts.out : counts[how]

/** What a full bar stands for: one scale for what is carried, one for all that is not, so that bars compare. */
type Scale = { readonly carried: number; readonly lost: number }

const lost = ["altered", "dropped", "made"] as const satisfies readonly How[]

const scaleOf = (tallies: Iterable<Tally>): Scale => {
  const counts = [...tallies].map((tally) => tally.counts)
  return {
    carried: Math.max(1, ...counts.map(({ carried }) => carried)),
    lost: Math.max(1, ...counts.flatMap((each) => lost.map((how) => inLine(each, how)))),
  }
}

const Count = ({
  counts,
  how,
  scale,
}: {
  readonly counts: Counts
  readonly how: How
  readonly scale: Scale
}) => {
  const count = inLine(counts, how)
  const full = how === "carried" ? scale.carried : scale.lost
  const out = how === "dropped" && counts.out > 0
  return (
    <td
      className={styles.count}
      data-how={how}
      data-count={count}
      data-none={count === 0 ? "" : undefined}
      title={
        out ? `${number(counts.dropped)} dropped, ${number(counts.out)} of them out of the line` : undefined
      }
    >
      <span className={styles.number}>{number(count)}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ width: `${(count / full) * 100}%` }} />
      </span>
    </td>
  )
}

const Findings = ({ findings }: Pick<Tally, "findings">) => (
  <td className={styles.findings}>
    {findings.length === 0 ? <span data-quiet="">none</span> : null}
    {findings.map(([severity, count]) => (
      <span
        key={severity}
        data-severity={severity}
        className={styles.finding}
        title={severities[severity].meaning}
      >
        <span data-square="" aria-hidden="true" /> {plural(count, severities[severity].word)}
      </span>
    ))}
  </td>
)

const Cells = ({ tally, scale }: { readonly tally: Tally; readonly scale: Scale }) => (
  <>
    {(["carried", ...lost] as const).map((how) => (
      <Count key={how} counts={tally.counts} how={how} scale={scale} />
    ))}
    <td className={styles.bytes} title={tokens(tally.bytes)}>
      {number(tally.bytes)}
    </td>
    <Findings findings={tally.findings} />
  </>
)

type RowProps = {
  readonly choice: TargetChoice
  readonly at: number
  readonly isChosen: boolean
  readonly tally: Tally | undefined
  readonly error: Error | undefined
  readonly scale: Scale
  readonly onChoose: (target: string) => void
}

const Row = ({ choice: { id, label }, at, isChosen, tally, error, scale, onChoose }: RowProps) => (
  <tr className={styles.row} data-target={id} data-chosen={isChosen ? "" : undefined}>
    <th scope="row" className={styles.subject}>
      <button
        type="button"
        className={styles.choose}
        aria-pressed={isChosen}
        title={label}
        onClick={() => onChoose(id)}
      >
        {at < 9 ? <kbd data-key="">{at + 1}</kbd> : <span className={styles.unkeyed}>{at + 1}</span>}
        <span className={styles.names}>
          <span>{id}</span>
          <span data-quiet="" data-small="" data-exact="" className={styles.model}>
            {tally?.model ?? "…"}
          </span>
        </span>
      </button>
    </th>
    {tally === undefined ? (
      <td colSpan={6} className={styles.waiting} data-quiet={error === undefined ? "" : undefined}>
        {error === undefined ? "…" : error.message}
      </td>
    ) : (
      <Cells tally={tally} scale={scale} />
    )}
  </tr>
)

/** A row a target: what it carries, alters, drops and makes, how large its wire is, what the lint says of it. */
export const TargetTable = ({ targets, target, tallies, onChoose }: Props) => {
  const scale = scaleOf(tallies.known.values())
  return (
    <section className={styles.pane} aria-label="Targets">
      <table className={styles.table} aria-busy={tallies.known.size + tallies.errors.size < targets.length}>
        <thead>
          <tr>
            <th scope="col">target</th>
            {(["carried", ...lost] as const).map((how) => (
              <th key={how} scope="col" className={styles.count} data-how={how} title={hows[how].meaning}>
                <span aria-hidden="true" className={styles.glyph}>
                  {hows[how].glyph}
                </span>{" "}
                {hows[how].word}
              </th>
            ))}
            <th scope="col" className={styles.bytes}>
              bytes
            </th>
            <th scope="col">findings</th>
          </tr>
        </thead>
        <tbody>
          {targets.map((choice, at) => (
            <Row
              key={choice.id}
              choice={choice}
              at={at}
              isChosen={choice.id === target}
              tally={tallies.known.get(choice.id)}
              error={tallies.errors.get(choice.id)}
              scale={scale}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
