import { memo } from "react"
import { type Clip, isWhole } from "#lib/view/clip.ts"
import type { Changed } from "#lib/view/crossed.ts"
import { type Run, runs } from "#lib/view/runs.ts"
import { number } from "#lib/view/words.ts"
import styles from "./exact.module.css"

type Props = {
  readonly clip: Clip
  readonly changed?: Changed | undefined
  /** Words that are looked for, in lower case. */
  readonly words?: readonly string[] | undefined
  /** Stands before the text on its first line. */
  readonly head?: string | undefined
}

const isPlain = (run: Run): boolean => !run.mark && !run.changed && !run.found && run.ink === undefined

const RunText = ({ run }: { readonly run: Run }) => {
  if (isPlain(run)) return run.text
  const { ink } = run
  return (
    <span
      data-run=""
      data-mark={run.mark ? "" : undefined}
      data-changed={run.changed ? "" : undefined}
      data-found={run.found ? "" : undefined}
      data-ink={ink?.colour}
      data-bold={ink?.bold ? "" : undefined}
      data-dim={ink?.dim ? "" : undefined}
      data-italic={ink?.italic ? "" : undefined}
      data-underline={ink?.underline ? "" : undefined}
    >
      {run.text}
    </span>
  )
}

const restOf = (clip: Clip): string => {
  const shown = clip.text === "" ? 0 : clip.text.split("\n").length
  const lines = clip.lines - shown
  return lines > 0
    ? `… ${number(lines)} more ${lines === 1 ? "line" : "lines"}`
    : `… ${number(clip.chars - clip.text.length)} more characters`
}

const isBlank = (clip: Clip): boolean => isWhole(clip) && clip.text.trim() === ""

/** Blanks cannot be seen, so they are told. */
const blankWords = (clip: Clip): string =>
  clip.chars === 0
    ? "empty"
    : `blank · ${number(clip.chars)} ${clip.chars === 1 ? "character" : "characters"}`

const none: readonly string[] = []

type TextProps = {
  readonly text: string
  readonly changed?: Changed | undefined
  readonly words?: readonly string[] | undefined
}

/** A text within a line: like `Exact`, without a box of its own. */
export const ExactText = ({ text, changed, words = none }: TextProps) =>
  runs(text, changed, words).map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity but their place
    <RunText key={index} run={run} />
  ))

/** Characters as they are stored or sent: nothing in them is read as markup, and what would hide is named. */
export const Exact = memo(({ clip, changed, words = none, head }: Props) => (
  <div className={styles.exact} data-text="">
    {head === undefined ? null : <span className={styles.head}>{head} </span>}
    {isBlank(clip) ? (
      <span className={styles.empty}>{blankWords(clip)}</span>
    ) : (
      <ExactText text={clip.text} changed={changed} words={words} />
    )}
    {isWhole(clip) ? null : <span className={styles.rest}>{`\n${restOf(clip)}`}</span>}
  </div>
))
Exact.displayName = "Exact"
