import Link from "next/link"
import { ExactText } from "#app/ui/exact.tsx"
import type { BlockLine } from "#lib/view/block-lines.ts"
import { type LostRow, nameOf, type ReasonRow } from "#lib/view/compare.ts"
import { hows, madePiece, number, reasonSentence } from "#lib/view/words.ts"
import type { HrefOf } from "./href.ts"
import styles from "./reason-table.module.css"

/** A target's column. */
export type Column = { readonly id: string; readonly isChosen: boolean; readonly isKnown: boolean }

const unknown = (
  <span data-quiet="" title="Not counted yet">
    …
  </span>
)

const none = (
  <span className={styles.none} aria-hidden="true">
    ·
  </span>
)

export const ReasonCells = ({
  row,
  columns,
  href,
}: {
  readonly row: ReasonRow
  readonly columns: readonly Column[]
  readonly href: HrefOf
}) =>
  columns.map(({ id, isChosen, isKnown }) => {
    const count = row.counts.get(id)
    return (
      <td key={id} className={styles.cell} data-chosen={isChosen ? "" : undefined}>
        {count === undefined ? (
          isKnown ? (
            none
          ) : (
            unknown
          )
        ) : (
          <Link
            href={href({ target: id, filter: `how:${row.how} reason:${row.reason}` })}
            prefetch={false}
            className={styles.count}
            aria-label={`${number(count)} ${hows[row.how].word} for ${id}: ${row.reason}`}
          >
            {number(count)}
          </Link>
        )}
      </td>
    )
  })

export const LostCells = ({
  lost,
  row,
  columns,
  href,
}: {
  readonly lost: LostRow
  readonly row: ReasonRow
  readonly columns: readonly Column[]
  readonly href: HrefOf
}) =>
  columns.map(({ id, isChosen, isKnown }) => {
    const loss = lost.by.get(id)
    return (
      <td key={id} className={styles.cell} data-chosen={isChosen ? "" : undefined}>
        {loss === undefined ? (
          isKnown ? (
            none
          ) : (
            unknown
          )
        ) : (
          <Link
            href={href({ target: id, block: lost.key })}
            prefetch={false}
            data-how={loss.how}
            data-other={nameOf(loss) === nameOf(row) ? undefined : ""}
            className={styles.glyph}
            title={`${hows[loss.how].word}: ${loss.reason}`}
            aria-label={`${lost.key} ${hows[loss.how].word} for ${id}: ${loss.reason}`}
          >
            {hows[loss.how].glyph}
          </Link>
        )}
      </td>
    )
  })

export const ReasonHead = ({
  row,
  isOpen,
  onToggle,
}: {
  readonly row: ReasonRow
  readonly isOpen: boolean
  readonly onToggle: () => void
}) => (
  <th scope="row">
    <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
      <span aria-hidden="true" data-quiet="">
        {isOpen ? "▾" : "▸"}
      </span>
      <span className={styles.how}>
        <span aria-hidden="true">{hows[row.how].glyph}</span> {hows[row.how].word}
      </span>
      <code className={styles.name}>{row.reason}</code>
    </button>
    <span data-quiet="" data-small="" className={styles.sentence}>
      {reasonSentence(row.reason)}
    </span>
  </th>
)

export const LostHead = ({
  lost,
  row,
  line,
}: {
  readonly lost: LostRow
  readonly row: ReasonRow
  readonly line: BlockLine | undefined
}) => (
  <th scope="row" data-role={line?.role}>
    <div className={styles.line}>
      <code className={styles.key}>
        <ExactText text={lost.key.startsWith("+") ? lost.key.slice(1) : lost.key} />
      </code>
      <span className={styles.word}>
        {line?.word ?? (lost.key.startsWith("+") ? madePiece(row.reason).word : "")}
      </span>
      <code className={styles.text}>
        <ExactText text={line?.text ?? ""} />
      </code>
    </div>
  </th>
)
