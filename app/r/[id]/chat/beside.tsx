"use client"
import Link from "next/link"
import { recordHref } from "#lib/view/address.ts"
import type { Tally } from "#lib/view/tally.ts"
import { howList, hows, number, reasonSentence, size, tokens } from "#lib/view/words.ts"
import styles from "./chat.module.css"
import type { Offer } from "./offers.ts"
import { useTally } from "./use-tally.ts"

const Counts = ({ tally }: { readonly tally: Tally }) => (
  <p className={styles.counts}>
    {howList.map((how) => (
      <span
        key={how}
        data-how={how !== "carried" && tally.counts[how] > 0 ? how : undefined}
        data-quiet={tally.counts[how] === 0 ? "" : undefined}
        className={styles.mark}
      >
        {hows[how].glyph} {number(tally.counts[how])} {hows[how].word}
      </span>
    ))}
  </p>
)

const Losses = ({ record, tally }: { readonly record: string; readonly tally: Tally }) => (
  <ul className={styles.losses}>
    {tally.losses.map(({ how, reason, keys }) => (
      <li key={`${how} ${reason}`} data-how={how}>
        <span className={styles.mark}>
          {hows[how].glyph} {number(keys.length)}
        </span>
        <Link
          href={recordHref(record, { target: tally.target, filter: `how:${how} reason:${reason}` })}
          prefetch={false}
          data-exact=""
          title={reasonSentence(reason)}
        >
          {reason}
        </Link>
      </li>
    ))}
  </ul>
)

type Props = { readonly record: string; readonly offer: Offer | undefined; readonly seq: number }

/** What would cross now: the counts of the next request's history, and why anything differs from what is stored. */
export const Beside = ({ record, offer, seq }: Props) => {
  const { tally, error } = useTally(record, offer?.target ?? "", seq, offer !== undefined)
  return (
    <aside className={styles.beside} aria-label="What would cross now">
      <h2>What would cross now</h2>
      {error === null ? null : <p role="alert">{error.message}</p>}
      {tally === undefined ? (
        <p data-quiet="">{seq === 0 ? "Nothing is stored yet." : "Counting…"}</p>
      ) : (
        <>
          <p data-quiet="">
            <span data-exact="">{tally.target}</span>, as of entry {number(tally.asOf)} · {size(tally.bytes)}{" "}
            · {tokens(tally.bytes)}
          </p>
          <Counts tally={tally} />
          <Losses record={record} tally={tally} />
          <p>
            <Link href={recordHref(record, { target: tally.target })} prefetch={false}>
              What crossed
            </Link>
          </p>
        </>
      )}
    </aside>
  )
}
