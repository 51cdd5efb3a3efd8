import Link from "next/link"
import type { ReactNode } from "react"
import { ExactText } from "#app/ui/exact.tsx"
import type { Group, Member } from "#db/groups.ts"
import type { RecordSummary } from "#db/summary.ts"
import { planHref } from "#lib/view/plan-address.ts"
import { childWords, moment, number, parentWords, plural } from "#lib/view/words.ts"
import type { How } from "#lib/wire/crossing.ts"
import { type ListView, listAddress, unfolded } from "./address.ts"
import styles from "./list.module.css"
import type { Listed } from "./load.ts"

export const shownHows = ["altered", "dropped", "made"] as const satisfies readonly How[]

type CountProps = { readonly how: (typeof shownHows)[number]; readonly value: number | undefined }

const NotCounted = () => (
  <td className={styles.count} data-quiet="" title="Not counted">
    …
  </td>
)

/** Something made stands in nearly every wire, so only what was altered or dropped draws the eye. */
const Count = ({ how, value }: CountProps) => {
  if (value === undefined) return <NotCounted />
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

type Parent = NonNullable<RecordSummary["parent"]>

const cameFrom = ({ how, seq }: Parent, what: string): string =>
  `${parentWords[how]} ${what}${seq === undefined ? "" : `, entry ${number(seq)}`}`

type AboveProps = { readonly parent: Parent; readonly listed: Listed }

/** Where a record came from whose parent does not stand above it. */
const Above = ({ parent, listed: { parents, openings } }: AboveProps) => {
  const title = parents.get(parent.record)
  if (title === undefined)
    return (
      <span className={styles.from} data-quiet="">
        {cameFrom(parent, "a session that is not stored")}
      </span>
    )
  return (
    <span className={styles.from} data-quiet="">
      {parentWords[parent.how]}{" "}
      <Link href={`/r/${encodeURIComponent(parent.record)}`} prefetch={false}>
        <ExactText text={title ?? openings.get(parent.record) ?? parent.record} />
      </Link>
      {parent.seq === undefined ? null : `, entry ${number(parent.seq)}`}
    </span>
  )
}

const countsOf = (members: readonly Member[]): string => {
  const counts = new Map<Parent["how"], number>()
  for (const { record } of members)
    if (record.parent !== null) counts.set(record.parent.how, (counts.get(record.parent.how) ?? 0) + 1)
  return [...counts].map(([how, n]) => plural(n, ...childWords[how])).join(", ")
}

type FoldProps = { readonly group: Group; readonly view: ListView }

/** How much came from a record, and the way to see it; `o` does the same. */
const Fold = ({ group: { first, members }, view }: FoldProps) => {
  if (members.length === 0) return null
  const isOpen = view.open === first.id
  return (
    <Link
      href={listAddress(unfolded(view, first.id))}
      prefetch={false}
      scroll={false}
      className={styles.fold}
      data-fold=""
      aria-expanded={isOpen}
      aria-keyshortcuts="o"
    >
      <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span> {countsOf(members)}
    </Link>
  )
}

const Quotes = ({ record: { id, quotes } }: { readonly record: RecordSummary }) => {
  if (quotes === null) return <NotCounted />
  if (quotes === 0)
    return (
      <td className={styles.count} data-quiet="">
        0
      </td>
    )
  return (
    <td className={styles.count} data-severity="warning">
      <Link
        href={planHref(id, { kind: "repair" })}
        prefetch={false}
        title={`${plural(quotes, "mirrored quote")} in the agent's prose; see what a repair would change`}
      >
        {number(quotes)}
      </Link>
    </td>
  )
}

type SessionProps = {
  readonly record: RecordSummary
  readonly listed: Listed
  readonly words: readonly string[]
  /** Steps below the first of its group. */
  readonly depth: number
  readonly fold?: ReactNode
}

const Session = ({ record, listed, words, depth, fold }: SessionProps) => {
  const at = when(record)
  return (
    <tr>
      <th scope="row" className={styles.title}>
        <span className={styles.line} style={{ paddingInlineStart: `${depth * 16}px` }}>
          {record.parent === null ? null : (
            <span
              data-quiet=""
              title={cameFrom(record.parent, depth > 0 ? "the one above" : "another session")}
            >
              ↳
            </span>
          )}
          <Link
            href={`/r/${encodeURIComponent(record.id)}`}
            prefetch={false}
            className={styles.link}
            data-session={record.id}
          >
            <Title record={record} opening={listed.openings.get(record.id)} />
          </Link>
          {fold}
        </span>
        {depth === 0 && record.parent !== null ? <Above parent={record.parent} listed={listed} /> : null}
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
      <Quotes record={record} />
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

type GroupProps = Pick<SessionProps, "listed" | "words"> & FoldProps

/** A record, and below it what came from it where the view unfolds it. */
export const GroupRows = ({ group, view, listed, words }: GroupProps) => (
  <>
    <Session
      record={group.first}
      listed={listed}
      words={words}
      depth={0}
      fold={<Fold group={group} view={view} />}
    />
    {view.open === group.first.id
      ? group.members.map(({ record, depth }) => (
          <Session key={record.id} record={record} listed={listed} words={words} depth={depth} />
        ))
      : null}
  </>
)
