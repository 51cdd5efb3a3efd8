"use client"
import type { Light } from "#lib/view/packed.ts"
import type { CrossingView, RowView } from "#lib/view/window.ts"
import { hows, moment, number, reasonSentence, rowWords, tokens } from "#lib/view/words.ts"
import styles from "./status-bar.module.css"

const factWords = (view: CrossingView): string =>
  Object.entries(view.facts ?? {})
    .filter(([name]) => name !== "also")
    .map(([name, value]) => `${name} ${typeof value === "number" ? number(value) : value}`)
    .join(" · ")

const Findings = ({ view }: { readonly view: CrossingView }) =>
  view.findings.map((finding) => (
    <span
      key={`${finding.rule} ${finding.pointer}`}
      data-severity={finding.severity}
      className={styles.finding}
    >
      {finding.rule}
    </span>
  ))

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
    <Findings view={view} />
  </>
)

type Props = {
  readonly light: Light | undefined
  readonly view: RowView | undefined
  readonly note: string
  readonly hint: string
}

/** The focused row in one line, read out politely; what was last done; the keys. */
export const StatusBar = ({ light, view, note, hint }: Props) => (
  <footer className={styles.bar}>
    <div role="status" aria-live="polite" className={styles.live}>
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
    </div>
    <span data-quiet="" className={styles.hint}>
      {hint}
    </span>
  </footer>
)
