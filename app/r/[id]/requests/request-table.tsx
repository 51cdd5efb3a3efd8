"use client"
import { useVirtualizer } from "@tanstack/react-virtual"
import { useEffect, useRef } from "react"
import { RequestRowView } from "./request-row.tsx"
import styles from "./requests.module.css"
import type { RequestsModel } from "./use-requests.ts"

/** A row's height, in pixels. */
const height = 29

/** What a full bar stands for, in estimated tokens: one scale for all, so that bars compare. */
const scaleOf = ({ rows, compared }: RequestsModel): number =>
  rows.reduce((most, { seq, length }) => {
    const tokens = compared.rows.get(seq)?.tokens
    return Math.max(most, tokens === undefined ? length / 4 : tokens.reused + tokens.new + tokens.lost)
  }, 1)

const Heads = () => (
  <thead>
    <tr>
      <th scope="col" className={styles.number}>
        #
      </th>
      <th scope="col">at</th>
      <th scope="col">model</th>
      <th scope="col">
        request: <span data-part="reused">reused</span> · <span data-part="new">new</span> ·{" "}
        <span data-part="lost">lost</span>
      </th>
      <th scope="col" className={styles.number}>
        tokens in
      </th>
      <th scope="col" className={styles.number}>
        cache read
      </th>
      <th scope="col" className={styles.number}>
        out
      </th>
      <th scope="col">cause</th>
      <th scope="col">rebuilt = sent</th>
    </tr>
  </thead>
)

const Spacer = ({ height: px }: { readonly height: number }) =>
  px > 0 ? (
    <tr style={{ height: px }}>
      <td colSpan={9} className={styles.spacer} />
    </tr>
  ) : null

const emptyWords = ({ rows, compared }: RequestsModel): string => {
  if (rows.length === 0)
    return "No request of this record is stored: ask a model in its chat, and each will stand here."
  return compared.isDone ? "No request is of this sort." : "None of this sort so far…"
}

/** A row a request, in the order that they were sent. */
export const RequestTable = ({ model }: { readonly model: RequestsModel }) => {
  const { shown, current, opened, compared, proofs } = model
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    initialRect: { width: 1280, height: 640 },
    scrollPaddingStart: height,
    useFlushSync: false,
  })
  const at = shown.findIndex(({ seq }) => seq === current?.seq)
  const isOpen = opened !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pane that opens takes room from the table
  useEffect(() => {
    if (at < 0) return
    virtualizer.scrollToIndex(at, { align: "auto" })
    const frame = requestAnimationFrame(() =>
      scroller.current?.querySelector("tr[aria-current]")?.scrollIntoView({ block: "nearest" }),
    )
    return () => cancelAnimationFrame(frame)
  }, [at, isOpen, virtualizer])
  const items = virtualizer.getVirtualItems()
  const scale = scaleOf(model)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reached by keyboard
    <section ref={scroller} className={styles.scroller} aria-label="Requests" tabIndex={0}>
      <table className={styles.table} aria-rowcount={shown.length + 1}>
        <Heads />
        <tbody>
          <Spacer height={items[0]?.start ?? 0} />
          {items.map(({ index }) => {
            const row = shown[index]
            return row === undefined ? null : (
              <RequestRowView
                key={row.seq}
                row={row}
                index={index}
                compared={compared.rows.get(row.seq)}
                verdict={proofs.verdicts.get(row.seq)}
                scale={scale}
                isCurrent={row.seq === current?.seq}
                isOpen={row.seq === opened?.seq}
              />
            )
          })}
          <Spacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {shown.length === 0 ? <p className={styles.empty}>{emptyWords(model)}</p> : null}
    </section>
  )
}
