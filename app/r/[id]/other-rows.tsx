"use client"
import type { FindingView } from "#lib/view/findings.ts"
import type { Fold } from "#lib/view/folds.ts"
import type { Missing } from "#lib/view/skeleton.ts"
import type { EntryView } from "#lib/view/window.ts"
import { moment, plural } from "#lib/view/words.ts"
import { useRowActions } from "./actions.ts"
import { FindingMark } from "./finding-mark.tsx"
import styles from "./other-rows.module.css"
import { UndoTool } from "./row-tools.tsx"

/** Entries beside the conversation: what was done to the record, and when a request went out. */
export const EntriesRow = ({
  view,
  count,
  isFocused,
}: {
  readonly view: EntryView | undefined
  readonly count: number
  readonly isFocused: boolean
}) => (
  <div className={styles.entries}>
    {view === undefined ? (
      <p>{plural(count, "entry", "entries")}</p>
    ) : (
      view.lines.map((line) => (
        <p key={line.seq} data-kind={line.kind}>
          <span className={styles.seq}>{line.seq}</span>
          <span className={styles.words}>{line.text}</span>
          {line.undo === undefined ? null : <UndoTool of={line.undo} isFocused={isFocused} />}
          {line.at === undefined ? null : <time dateTime={line.at}>{moment(line.at)}</time>}
        </p>
      ))
    )}
  </div>
)

const crossedWords = (fold: Fold): string => {
  const count = fold.to - fold.from
  return fold.why === "tools"
    ? `${plural(count, "declaration")}`
    : `${plural(count, "row")} not part of this wire`
}

/** A run of rows in one line; it opens in place. */
export const FoldRow = ({
  fold,
  open,
  findings,
  isFocused,
}: {
  readonly fold: Fold
  readonly open: boolean
  readonly findings: readonly FindingView[]
  readonly isFocused: boolean
}) => {
  const { toggleFold } = useRowActions()
  return (
    <>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        tabIndex={-1}
        onClick={() => toggleFold(fold)}
      >
        <span aria-hidden="true">{open ? "▾" : "▸"}</span> {fold.label}
      </button>
      <div className={styles.gutter}>
        {fold.why === "tools" ? null : (
          <span className={styles.glyph} aria-hidden="true">
            ×
          </span>
        )}
        <FindingMark findings={findings} isFocused={isFocused} />
      </div>
      <div className={styles.folded} data-hatched={fold.why === "tools" ? undefined : ""}>
        <span className={styles.outside}>{open ? null : crossedWords(fold)}</span>
        {fold.undo === undefined ? null : <UndoTool of={fold.undo} isFocused={isFocused} />}
      </div>
    </>
  )
}

const missingWords = { system: "system prompt: not stored", tools: "tools: not stored" } as const

/** Says what the record does not hold of the request: the wire is then worked out from the rest, never what was sent. */
export const MissingRow = ({ missing }: { readonly missing: Missing }) => (
  <>
    <div className={styles.missing} data-hatched="">
      {missing.map((each) => missingWords[each]).join(" · ")}
    </div>
    <div className={styles.gutter} />
    <div className={styles.missing} data-hatched="">
      this wire is derived: worked out from what is stored
    </div>
  </>
)
