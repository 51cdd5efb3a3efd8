"use client"
import { useVirtualizer } from "@tanstack/react-virtual"
import { useMemo, useRef, useState } from "react"
import { type LostRow, lossHows, lostRows, nameOf, type ReasonRow, reasonRows } from "#lib/view/compare.ts"
import type { Tally } from "#lib/view/tally.ts"
import { hows } from "#lib/view/words.ts"
import type { TargetChoice } from "../choices.tsx"
import { go } from "../use-address.ts"
import { useLines } from "../use-lines.ts"
import type { HrefOf } from "./href.ts"
import { LostCells, LostHead, ReasonCells, ReasonHead } from "./reason-cells.tsx"
import styles from "./reason-table.module.css"

type Props = {
  readonly record: string
  readonly asOf: number
  readonly targets: readonly TargetChoice[]
  readonly target: string
  /** Those that are known so far, in the targets' order. */
  readonly tallies: readonly Tally[]
  readonly href: HrefOf
}

type Item =
  | { readonly is: "reason"; readonly row: ReasonRow; readonly isOpen: boolean }
  | {
      readonly is: "lost"
      readonly row: ReasonRow
      readonly lost: LostRow
      readonly keys: readonly string[]
      readonly at: number
    }

/** In pixels, as the style has them. */
const heights = { reason: 44, lost: 24 } satisfies Record<Item["is"], number>
const headHeight = 157

const itemsOf = (tallies: readonly Tally[], open: ReadonlySet<string>): readonly Item[] =>
  reasonRows(tallies).flatMap((row): readonly Item[] => {
    if (!open.has(nameOf(row))) return [{ is: "reason", row, isOpen: false }]
    const lost = lostRows(tallies, row)
    const keys = lost.map(({ key }) => key)
    return [
      { is: "reason", row, isOpen: true },
      ...lost.map((each, at): Item => ({ is: "lost", row, lost: each, keys, at })),
    ]
  })

const Heads = ({ targets, target }: Pick<Props, "targets" | "target">) => (
  <thead>
    <tr aria-rowindex={1}>
      <th scope="col" className={styles.corner}>
        <dl className={styles.legend}>
          {lossHows.map((how) => (
            <div key={how} data-how={how} className={styles.entry}>
              <dt>
                <span aria-hidden="true">{hows[how].glyph}</span> {hows[how].word}
              </dt>
              <dd>{hows[how].meaning}</dd>
            </div>
          ))}
        </dl>
        reason
      </th>
      {targets.map(({ id, label }, index) => (
        <th
          key={id}
          scope="col"
          className={styles.cell}
          data-chosen={id === target ? "" : undefined}
          data-target={id}
        >
          <button
            type="button"
            className={styles.target}
            title={label}
            aria-pressed={id === target}
            onClick={() => go({ target: id }, "replace")}
          >
            <span className={styles.id}>{id}</span>
            {index < 9 ? (
              <kbd data-key="">{index + 1}</kbd>
            ) : (
              <span className={styles.unkeyed}>{index + 1}</span>
            )}
          </button>
        </th>
      ))}
    </tr>
  </thead>
)

/** Stands for the rows above or below those in sight. */
const Spacer = ({ height, span }: { readonly height: number; readonly span: number }) =>
  height <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true">
      <td colSpan={span} className={styles.spacer} style={{ height }} />
    </tr>
  )

const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** A row a reason, a column a target: who loses how much, and, opened, which rows of the record. */
export const ReasonTable = ({ record, asOf, targets, target, tallies, href }: Props) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const items = useMemo(() => itemsOf(tallies, open), [tallies, open])
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[items[index]?.is ?? "lost"],
    scrollMargin: headHeight,
    overscan: 6,
    initialRect: { width: 1_200, height: 700 },
    useFlushSync: false,
  })
  const shown = virtualizer.getVirtualItems()
  const places = shown.flatMap(({ index }) => {
    const item = items[index]
    return item?.is === "lost" ? [item] : []
  })
  const lines = useLines(record, asOf, places)
  const columns = useMemo(
    () =>
      targets.map(({ id }) => ({
        id,
        isChosen: id === target,
        isKnown: tallies.some((tally) => tally.target === id),
      })),
    [targets, target, tallies],
  )
  const above = (shown[0]?.start ?? headHeight) - headHeight
  const below = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? headHeight) - headHeight)
  return (
    <section ref={scroller} className={styles.scroller} aria-label="Reasons and targets">
      <table
        aria-label="Which targets lose what"
        aria-rowcount={items.length + 1}
        className={styles.table}
        style={{ minWidth: 240 + targets.length * 34 }}
      >
        <Heads targets={targets} target={target} />
        <tbody>
          <Spacer height={above} span={targets.length + 1} />
          {shown.map(({ index }) => {
            const item = items[index]
            if (item === undefined) return null
            const { row } = item
            return (
              <tr
                key={item.is === "reason" ? nameOf(row) : `${nameOf(row)} ${item.lost.key}`}
                aria-rowindex={index + 2}
                data-is={item.is}
                data-reason={row.reason}
                data-how={row.how}
                className={styles.row}
              >
                {item.is === "reason" ? (
                  <>
                    <ReasonHead
                      row={row}
                      isOpen={item.isOpen}
                      onToggle={() => setOpen((now) => toggled(now, nameOf(row)))}
                    />
                    <ReasonCells row={row} columns={columns} href={href} />
                  </>
                ) : (
                  <>
                    <LostHead lost={item.lost} row={row} line={lines.get(item.lost.key)} />
                    <LostCells lost={item.lost} row={row} columns={columns} href={href} />
                  </>
                )}
              </tr>
            )
          })}
          <Spacer height={below} span={targets.length + 1} />
        </tbody>
      </table>
      {items.length === 0 ? (
        <p className={styles.empty}>
          {tallies.length < targets.length
            ? "Counting…"
            : "Every target carries everything in the line as it is stored."}
        </p>
      ) : null}
    </section>
  )
}
