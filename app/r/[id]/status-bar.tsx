"use client"
import type { FindingView } from "#lib/view/findings.ts"
import type { Light } from "#lib/view/packed.ts"
import type { CrossingView, RowView } from "#lib/view/window.ts"
import {
  hows,
  moment,
  number,
  plural,
  reasonSentence,
  rowWords,
  severities,
  tokens,
} from "#lib/view/words.ts"
import styles from "./status-bar.module.css"
import type { Found } from "./use-findings.ts"

const factWords = (view: CrossingView): string =>
  Object.entries(view.facts ?? {})
    .filter(([name]) => name !== "also")
    .map(([name, value]) => `${name} ${typeof value === "number" ? number(value) : value}`)
    .join(" · ")

/** What the lint says of the focused row, or that it says something elsewhere. */
const FindingLine = ({
  all,
  here,
}: {
  readonly all: readonly FindingView[]
  readonly here: Props["findings"]
}) => {
  const [first, ...more] = here ?? []
  if (first === undefined)
    return (
      <p className={styles.line} data-quiet="">
        {plural(all.length, "finding")} in this wire; f goes to the next.
      </p>
    )
  const { severity, rule, meaning, fix } = first
  return (
    <p className={styles.line} data-severity={severity} title={`${meaning} ${fix}`}>
      <span className={styles.finding}>
        <span data-square="" /> {severities[severity].word} <code>{rule}</code>
      </span>
      <span className={styles.sentence}>
        {meaning} <span data-quiet="">{fix}</span>
      </span>
      {more.length === 0 ? null : <span>and {more.map((each) => each.rule).join(", ")}</span>}
    </p>
  )
}

const Crossing = ({ light, view }: { readonly light: Light; readonly view: CrossingView }) => (
  <>
    {view.how === "made" ? null : <span data-exact="">{view.key}</span>}
    {view.at === undefined ? null : <span data-quiet="">{moment(view.at)}</span>}
    {view.place === undefined ? null : (
      <>
        <span data-exact="">{view.place.pointer}</span>
        <span data-quiet="">
          bytes {number(view.place.bytes[0])} – {number(view.place.bytes[1])} ·{" "}
          {tokens(view.place.bytes[1] - view.place.bytes[0])}
        </span>
      </>
    )}
    {light.how === undefined ? null : (
      <span className={styles.how} data-how={light.how}>
        {hows[light.how].glyph} {hows[light.how].word}
        {view.reason === undefined ? null : `: ${view.reason}`}
      </span>
    )}
    <span data-quiet="" className={styles.sentence}>
      {view.reason === undefined ? hows[view.how].meaning : reasonSentence(view.reason)} {factWords(view)}
    </span>
  </>
)

type Props = {
  readonly light: Light | undefined
  readonly view: RowView | undefined
  readonly found: Found | undefined
  /** Of the focused row. */
  readonly findings: readonly FindingView[] | undefined
  readonly note: string
  readonly hint: string
}

/** The focused row in one line, read out politely; what was last done; what the lint says; the keys. */
export const StatusBar = ({ light, view, found, findings, note, hint }: Props) => (
  <footer className={styles.bar}>
    <div role="status" aria-live="polite">
      <p className={styles.line}>
        {note !== "" ? (
          <span className={styles.sentence}>{note}</span>
        ) : light === undefined ? (
          <span data-quiet="">No row is focused; j goes to the first in sight.</span>
        ) : view?.is === "crossing" ? (
          <Crossing light={light} view={view} />
        ) : (
          <span>
            <span data-exact="">{light.key}</span> {rowWords[light.kind]}
          </span>
        )}
      </p>
      {found === undefined || found.all.length === 0 ? null : <FindingLine all={found.all} here={findings} />}
    </div>
    <span data-quiet="" className={styles.hint}>
      {hint}
    </span>
  </footer>
)
