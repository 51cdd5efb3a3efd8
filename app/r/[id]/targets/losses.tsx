"use client"
import Link from "next/link"
import { useMemo, useState } from "react"
import { useVirtualList, VirtualRows } from "#app/ui/virtual-list.tsx"
import type { BlockLine } from "#lib/view/block-lines.ts"
import { differences } from "#lib/view/counts.ts"
import { type Group, type GroupItem, groupItems, groupsOf, isFoldable } from "#lib/view/loss-groups.ts"
import type { Tally } from "#lib/view/tally.ts"
import { hows, madePiece, number, severities } from "#lib/view/words.ts"
import type { TargetChoice } from "../choices.tsx"
import { LineLink } from "../line-link.tsx"
import { useLines } from "../use-lines.ts"
import type { HrefOf } from "./href.ts"
import styles from "./losses.module.css"

type Props = {
  readonly record: string
  readonly asOf: number
  readonly choice: TargetChoice | undefined
  readonly tally: Tally | undefined
  readonly error: Error | undefined
  readonly href: HrefOf
}

const Mark = ({ mark }: Pick<Group, "mark">) =>
  "how" in mark ? (
    <span className={styles.mark}>
      <span aria-hidden="true">{hows[mark.how].glyph}</span> {hows[mark.how].word}
    </span>
  ) : (
    <span className={styles.mark}>
      <span data-square="" aria-hidden="true" /> {severities[mark.severity].word}
    </span>
  )

const dataOf = ({ mark }: Group) =>
  "how" in mark ? { "data-how": mark.how } : { "data-severity": mark.severity }

type HeadProps = {
  readonly group: Group
  readonly isOpen: boolean
  readonly href: string
  readonly onToggle: () => void
}

const Head = ({ group, isOpen, href, onToggle }: HeadProps) => (
  <div className={styles.group} {...dataOf(group)}>
    <h3 className={styles.reason}>
      <Mark mark={group.mark} />
      <code className={styles.name}>{group.name}</code>
      <b>{number(group.keys.length)}</b>
      <Link
        href={href}
        prefetch={false}
        className={styles.all}
        title="The record’s page, with just these"
        data-reason={group.name}
        aria-label={`${number(group.keys.length)} of ${group.name} on the record’s page`}
      >
        in the record
      </Link>
      {isFoldable(group) ? (
        <button
          type="button"
          aria-expanded={isOpen}
          className={styles.fold}
          aria-label={`All of ${group.name}`}
          onClick={onToggle}
        >
          {isOpen ? "▾" : "▸"}
        </button>
      ) : null}
    </h3>
    <p data-quiet="">{group.sentence}</p>
  </div>
)

const wordOf = (group: Group, key: string, line: BlockLine | undefined): string => {
  if (line !== undefined) return line.word
  if (key === "") return "the request"
  return "reason" in group.mark && key.startsWith("+") ? madePiece(group.mark.reason).word : ""
}

/** A row of the record in one line, as a link to it under this target. */
const Line = ({
  group,
  at,
  line,
  href,
}: {
  readonly group: Group
  readonly at: number
  readonly line: BlockLine | undefined
  readonly href: string
}) => {
  const key = group.keys[at] ?? ""
  return (
    <LineLink
      href={href}
      block={key}
      role={line?.role}
      how={"how" in group.mark ? group.mark.how : undefined}
      name={key.startsWith("+") ? key.slice(1) : key}
      word={wordOf(group, key, line)}
      text={line?.text ?? ""}
    />
  )
}

const heights = { head: 64, row: 24, more: 28 } satisfies Record<GroupItem["is"], number>

const keyOf = (item: GroupItem): string =>
  `${item.is} ${item.group.filter} ${item.is === "row" ? item.at : ""}`

/** Which groups are open; a passing state, not worth a URL. */
const useOpen = () => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = ({ filter }: Group): void =>
    setOpen((now) => {
      const next = new Set(now)
      if (!next.delete(filter)) next.add(filter)
      return next
    })
  return { isOpen: ({ filter }: Group) => open.has(filter), toggle, open }
}

const List = ({
  record,
  asOf,
  tally,
  href,
}: Omit<Props, "tally" | "choice" | "error"> & { readonly tally: Tally }) => {
  const groups = useMemo(() => groupsOf(tally), [tally])
  const { isOpen, toggle, open } = useOpen()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` is what isOpen looks into
  const items = useMemo(() => groupItems(groups, isOpen), [groups, open])
  const list = useVirtualList(items, { keyOf, sizeOf: ({ is }) => heights[is] })
  const places = list.shown.flatMap((index) => {
    const item = items[index]
    return item?.is === "row" ? [{ keys: item.group.keys, at: item.at }] : []
  })
  const lines = useLines(record, asOf, places)
  const { target } = tally
  const content = (item: GroupItem) => {
    const { group } = item
    if (item.is === "head")
      return (
        <Head
          group={group}
          isOpen={item.isOpen}
          href={href({ target, filter: group.filter })}
          onToggle={() => toggle(group)}
        />
      )
    if (item.is === "more")
      return (
        <button type="button" className={styles.more} onClick={() => toggle(group)}>
          {number(item.hidden)} more
        </button>
      )
    const key = group.keys[item.at] ?? ""
    return (
      <Line
        group={group}
        at={item.at}
        line={lines.get(key)}
        href={href({ target, ...(key === "" ? {} : { block: key }) })}
      />
    )
  }
  return (
    <VirtualRows
      list={list}
      content={(index) => {
        const item = items[index]
        return item === undefined ? null : content(item)
      }}
    />
  )
}

const sumOf = (tally: Tally): string => {
  const lost = differences(tally.counts)
  return lost === 0
    ? "Everything in the line crosses as it is stored."
    : `${number(lost)} not carried as stored`
}

/** What a target does not carry, by reason, each with the rows that it is about; then what the lint says. */
export const Losses = ({ choice, tally, error, href, ...of }: Props) => (
  <section className={styles.pane} aria-label={`Losses to ${choice?.id ?? "the target"}`} tabIndex={-1}>
    <div className={styles.head}>
      <h2>
        <b>{choice?.label}</b> <span data-quiet="">{tally === undefined ? "" : sumOf(tally)}</span>
      </h2>
      {choice === undefined ? null : (
        <Link href={href({ target: choice.id })} prefetch={false} data-button="">
          Open the record
        </Link>
      )}
    </div>
    {error === undefined ? null : (
      <p role="alert" className={styles.alert}>
        {error.message}
      </p>
    )}
    {tally === undefined ? (
      error === undefined && <p className={styles.empty}>Counting…</p>
    ) : (
      <List {...of} tally={tally} href={href} />
    )}
  </section>
)
