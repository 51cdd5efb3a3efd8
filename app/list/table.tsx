import Link from "next/link"
import { ExactText } from "#app/ui/exact.tsx"
import type { RecordSummary } from "#db/list.ts"
import { hows, moment, number } from "#lib/view/words.ts"
import type { How } from "#lib/wire/crossing.ts"
import { type ListView, listAddress } from "./address.ts"
import styles from "./list.module.css"

type Props = { readonly view: ListView; readonly records: readonly RecordSummary[] }

const shownHows = ["altered", "dropped", "made"] as const satisfies readonly How[]

/** A count draws the eye only where there is something: shape and a word carry it, colour follows. */
const Count = ({ how, value }: { readonly how: How; readonly value: number | undefined }) => {
  if (value === undefined)
    return (
      <td className={styles.count} data-quiet="" title="Not counted yet">
        …
      </td>
    )
  return (
    <td
      className={styles.count}
      data-how={value > 0 ? how : undefined}
      data-quiet={value > 0 ? undefined : ""}
    >
      {number(value)}
    </td>
  )
}

const models = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names[0]} +${names.length - 1}`

const when = ({ latestAt, createdAt }: RecordSummary): string | null => latestAt ?? createdAt

const Hit = ({ record }: { readonly record: RecordSummary }) => {
  if (record.hit === null || record.hit.seq === 0) return null
  return (
    <Link
      className={styles.hit}
      href={`/r/${encodeURIComponent(record.id)}?block=${record.hit.seq}.0`}
      prefetch={false}
    >
      <span data-quiet="">entry {number(record.hit.seq)}</span>{" "}
      <span data-exact="">
        …<ExactText text={record.hit.text.trim().replace(/\s+/g, " ")} />…
      </span>
    </Link>
  )
}

const Session = ({ record }: { readonly record: RecordSummary }) => {
  const at = when(record)
  return (
    <tr>
      <th scope="row" className={styles.title}>
        {record.parent === null ? null : (
          <span data-quiet="" title="Came from another session">
            ↳{" "}
          </span>
        )}
        <Link href={`/r/${encodeURIComponent(record.id)}`} prefetch={false} data-session={record.id}>
          {record.title === null ? (
            <span data-exact="">
              <ExactText text={record.session ?? record.id} />
            </span>
          ) : (
            <ExactText text={record.title} />
          )}
        </Link>
        <Hit record={record} />
      </th>
      <td>{record.format ?? <span data-quiet="">made here</span>}</td>
      <td data-exact="" title={record.models.join(", ")}>
        {models(record.models)}
      </td>
      <td className={styles.count}>{number(record.head)}</td>
      <td className={styles.when}>
        {at === null ? <span data-quiet="">unknown</span> : <time dateTime={at}>{moment(at)}</time>}
      </td>
      {shownHows.map((how) => (
        <Count key={how} how={how} value={record.counts?.[how]} />
      ))}
      <td
        className={styles.count}
        data-severity={record.unread > 0 ? "warning" : undefined}
        data-quiet={record.unread > 0 ? undefined : ""}
      >
        {number(record.unread)}
      </td>
    </tr>
  )
}

const Heads = ({ view }: { readonly view: ListView }) => {
  const byAdded = view.order === "added"
  const other = listAddress({ ...view, order: byAdded ? "active" : "added", cursor: undefined })
  return (
    <tr>
      <th scope="col">session</th>
      <th scope="col">format</th>
      <th scope="col">model</th>
      <th scope="col" className={styles.count}>
        entries
      </th>
      <th scope="col" aria-sort="descending" className={styles.when}>
        <Link
          href={other}
          prefetch={false}
          title={
            byAdded
              ? "In the order they were added; show by newest entry"
              : "By newest entry; show in the order they were added"
          }
        >
          {byAdded ? "when · by added" : "when"} <span aria-hidden="true">▾</span>
        </Link>
      </th>
      {shownHows.map((how) => (
        <th key={how} scope="col" className={styles.count} data-how={how} title={hows[how].meaning}>
          <span aria-hidden="true" className={styles.glyph}>
            {hows[how].glyph}
          </span>{" "}
          {hows[how].word}
        </th>
      ))}
      <th
        scope="col"
        className={styles.count}
        title="Lines of the source that no importer understood; they are kept."
      >
        unread
      </th>
    </tr>
  )
}

/** The sessions of a page; counts are for each one's own target. */
export const SessionTable = ({ view, records }: Props) => (
  <main className={styles.sessions} aria-label="Sessions">
    {records.length === 0 ? (
      <p className={styles.none}>
        No session is like this. <Link href="/">Show all sessions</Link>
      </p>
    ) : (
      <table className={styles.table}>
        <caption data-hidden="">Sessions, newest first</caption>
        <thead>
          <Heads view={view} />
        </thead>
        <tbody>
          {records.map((record) => (
            <Session key={record.id} record={record} />
          ))}
        </tbody>
      </table>
    )}
  </main>
)
