import Link from "next/link"
import { ExactText } from "#app/ui/exact.tsx"
import type { RecordSummary } from "#db/list.ts"
import { terms } from "#db/words.ts"
import { hows, moment, number } from "#lib/view/words.ts"
import type { How } from "#lib/wire/crossing.ts"
import { type ListView, listAddress } from "./address.ts"
import styles from "./list.module.css"

type Props = {
  readonly view: ListView
  readonly records: readonly RecordSummary[]
  /** The first words of those that have no title. */
  readonly openings: ReadonlyMap<string, string>
}

const shownHows = ["altered", "dropped", "made"] as const satisfies readonly How[]

type CountProps = { readonly how: (typeof shownHows)[number]; readonly value: number | undefined }

/** Something made stands in nearly every wire, so only what was altered or dropped draws the eye. */
const Count = ({ how, value }: CountProps) => {
  if (value === undefined)
    return (
      <td className={styles.count} data-quiet="" title="Not counted">
        …
      </td>
    )
  const draws = value > 0 && how !== "made"
  return (
    <td className={styles.count} data-how={draws ? how : undefined} data-quiet={draws ? undefined : ""}>
      {number(value)}
    </td>
  )
}

const models = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names[0]} +${names.length - 1}`

const when = ({ latestAt, createdAt }: RecordSummary): string | null => latestAt ?? createdAt

/** Characters that stand before a found word, so that it is seen in a narrow column too. */
const lead = 20

const excerpt = (text: string, word: string): string => {
  const at = text.toLowerCase().indexOf(word)
  return text.slice(at > lead ? at - lead : 0)
}

type HitProps = { readonly record: RecordSummary; readonly words: readonly string[] }

const Hit = ({ record: { id, hit }, words }: HitProps) => {
  if (hit === null || hit.seq === 0) return null
  const text = excerpt(hit.text, words[0] ?? "")
  return (
    <Link className={styles.hit} href={`/r/${encodeURIComponent(id)}?block=${hit.seq}.0`} prefetch={false}>
      <span data-quiet="">entry {number(hit.seq)}</span>{" "}
      <span data-exact="">
        …<ExactText text={text} words={words} />…
      </span>
    </Link>
  )
}

type TitleProps = { readonly record: RecordSummary; readonly opening: string | undefined }

/** Its title; else its first words, else the name that its source gave it. */
const Title = ({ record: { title, session, id }, opening }: TitleProps) =>
  title === null ? (
    <span data-exact="" data-quiet={opening === undefined ? "" : undefined}>
      <ExactText text={opening ?? session ?? id} />
    </span>
  ) : (
    <ExactText text={title} />
  )

type SessionProps = TitleProps & { readonly words: readonly string[] }

const Session = ({ record, opening, words }: SessionProps) => {
  const at = when(record)
  return (
    <tr>
      <th scope="row" className={styles.title}>
        <span className={styles.line}>
          {record.parent === null ? null : (
            <span data-quiet="" title="Came from another session">
              ↳
            </span>
          )}
          <Link
            href={`/r/${encodeURIComponent(record.id)}`}
            prefetch={false}
            className={styles.link}
            data-session={record.id}
          >
            <Title record={record} opening={opening} />
          </Link>
        </span>
        <Hit record={record} words={words} />
      </th>
      <td>{record.format ?? <span data-quiet="">made here</span>}</td>
      <td data-exact="" className={styles.model} title={record.models.join(", ")}>
        <ExactText text={models(record.models)} />
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
export const SessionTable = ({ view, records, openings }: Props) => {
  const words = terms(view.q ?? "").map(({ text }) => text)
  return (
    <main className={styles.sessions} aria-label="Sessions">
      <h1 data-hidden="">Sessions</h1>
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
              <Session key={record.id} record={record} opening={openings.get(record.id)} words={words} />
            ))}
          </tbody>
        </table>
      )}
    </main>
  )
}
