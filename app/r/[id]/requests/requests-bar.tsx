"use client"
import { Progress } from "#app/ui/frame.tsx"
import type { RequestFilter } from "#lib/view/address.ts"
import { provedWords } from "#lib/view/request-proofs.ts"
import { number } from "#lib/view/words.ts"
import frame from "../bar.module.css"
import { go } from "../use-address.ts"
import { AttachCapture } from "./attach-capture.tsx"
import styles from "./bar.module.css"
import type { RequestsModel } from "./use-requests.ts"

type FilterProps = {
  readonly count: number
  readonly word: string
  readonly filter: RequestFilter | undefined
  readonly only: RequestFilter | undefined
}

const Filter = ({ count, word, filter, only }: FilterProps) => (
  <button
    type="button"
    className={styles.filter}
    aria-pressed={filter === only}
    disabled={count === 0 && filter !== only}
    onClick={() => go({ only: filter === only ? undefined : filter })}
  >
    <b>{number(count)}</b> {word}
  </button>
)

type BarProps = { readonly model: RequestsModel; readonly say: (words: string) => void }

/** How many there are of each sort, each a filter; how far comparing and verifying are; how many are proved. */
export const RequestsBar = ({ model, say }: BarProps) => {
  const { rows, counts, address, compared, proofs } = model
  const proved = provedWords(rows, proofs.verdicts)
  const { only } = address
  return (
    <div className={frame.bar}>
      <fieldset className={styles.filters}>
        <legend data-hidden="">Which requests</legend>
        <Filter
          count={rows.length}
          word={rows.length === 1 ? "request" : "requests"}
          filter={undefined}
          only={only}
        />
        <Filter count={counts.extended} word="extended" filter="extended" only={only} />
        <Filter count={counts.cut} word="cut" filter="cut" only={only} />
        <Filter count={counts.unexplained} word="unexplained" filter="unexplained" only={only} />
        {counts.unproved === 0 && only !== "unproved" ? null : (
          <Filter count={counts.unproved} word="not proved" filter="unproved" only={only} />
        )}
      </fieldset>
      <div className={styles.sums}>
        <AttachCapture record={model.record} say={say} />
        {rows.length > 0 && !compared.isDone ? (
          <Progress done={compared.rows.size} all={rows.length} words="compared" />
        ) : null}
        {proofs.progress === undefined ? (
          <span className={styles.proved} data-tone={proved.tone}>
            {proved.words}
          </span>
        ) : (
          <>
            <Progress done={proofs.progress} all={rows.length} words="verified" />
            <button type="button" data-button="plain" onClick={proofs.stop}>
              Stop
            </button>
          </>
        )}
        {rows.length === 0 || proofs.progress !== undefined ? null : (
          <button
            type="button"
            data-button=""
            aria-keyshortcuts="Shift+V"
            onClick={() => void proofs.verifyAll()}
          >
            Verify all
          </button>
        )}
      </div>
    </div>
  )
}
