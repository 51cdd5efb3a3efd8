import Link from "next/link"
import { terms } from "#db/words.ts"
import { hows } from "#lib/view/words.ts"
import { type ListView, listAddress } from "./address.ts"
import styles from "./list.module.css"
import type { Listed } from "./load.ts"
import { GroupRows, shownHows } from "./rows.tsx"

type Props = { readonly view: ListView; readonly listed: Listed }

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
        title="Quotes with a lone backslash in the agent's prose, outside code: it copies the escapes it was shown. A number leads to their repair."
      >
        mirrored
      </th>
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

/** The sessions of a page, each with what came from it folded below; counts are for each one's own target. */
export const SessionTable = ({ view, listed }: Props) => {
  const words = terms(view.q ?? "").map(({ text }) => text)
  return (
    <main className={styles.sessions} aria-label="Sessions">
      <h1 data-hidden="">Sessions</h1>
      {listed.groups.length === 0 ? (
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
            {listed.groups.map((group) => (
              <GroupRows key={group.first.id} group={group} view={view} listed={listed} words={words} />
            ))}
          </tbody>
        </table>
      )}
    </main>
  )
}
