"use client"
import { useVirtualizer } from "@tanstack/react-virtual"
import { type RefObject, useEffect, useMemo, useRef, useState } from "react"
import type { FindingView } from "#lib/view/findings.ts"
import type { Index, Light } from "#lib/view/packed.ts"
import type { Order } from "#lib/view/sheet.ts"
import { idOf, type ListItem } from "./list-item.ts"
import { Place } from "./place.tsx"
import styles from "./row-list.module.css"
import { StatusBar } from "./status-bar.tsx"
import type { Found } from "./use-findings.ts"
import { type ListHandle, useHandle } from "./use-handle.ts"
import type { Laid } from "./use-projection.ts"
import { useWindows, type WindowsOf } from "./use-windows.ts"

type Props = {
  readonly items: readonly ListItem[]
  readonly laid: Laid
  readonly found: Found | undefined
  readonly findingsOf: (item: ListItem | undefined) => readonly FindingView[]
  readonly windows: Omit<WindowsOf, "columns">
  readonly focus: string | undefined
  /** Counts up whenever the focused row should also have the browser's focus. */
  readonly grab: number
  readonly open: ReadonlyMap<string, number>
  readonly raw: ReadonlySet<string>
  readonly copyMenu: boolean
  readonly words: readonly string[]
  readonly handle: RefObject<ListHandle | null>
  readonly label: string
  /** What was last done, for the status bar. */
  readonly note: string
  readonly onFocus: (id: string) => void
}

const lineHeight = 20

const guess = (item: ListItem | undefined, rows: Index, order: Order): number => {
  if (item === undefined || item.is === "missing") return 33
  if (item.is === "fold") return 33
  const how = rows.how(item.number)
  const lines = rows.lines(item.number)
  if (how === undefined) return lines * lineHeight + 5
  const structure = order === "wire" && how !== "dropped" ? 4 : 0
  return Math.min(lines + structure, 14) * lineHeight + 7
}

/** The width of one character of the exact face, in pixels at 13 px; close enough to fill a line. */
const characterWidth = 7.83
const sideShare = 0.6

/** How many columns a printed line has, in steps of ten so that few widths are asked for. */
const useColumns = (scroller: RefObject<HTMLDivElement | null>): number => {
  const [columns, setColumns] = useState(100)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      const width = (entry?.contentRect.width ?? 0) * sideShare - 64
      setColumns(Math.min(240, Math.max(40, Math.floor(width / characterWidth / 10) * 10)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return columns
}

const lightOf = (item: ListItem, rows: Index): Light | undefined =>
  item.is === "row" ? rows.at(item.number) : undefined

/** The rows in sight, of however many there are. */
export const RowList = ({
  items,
  laid,
  found,
  findingsOf,
  windows: of,
  focus,
  grab,
  open,
  raw,
  copyMenu,
  words,
  handle,
  label,
  note,
  onFocus,
}: Props) => {
  const scroller = useRef<HTMLDivElement>(null)
  const columns = useColumns(scroller)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => guess(items[index], laid.rows, of.order),
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : idOf(item, laid.rows)
    },
    overscan: 6,
    initialRect: { width: 1_200, height: 900 },
    useFlushSync: false,
  })
  const shown = virtualizer.getVirtualItems()
  const positions = useMemo(
    () =>
      shown.flatMap(({ index }) => {
        const item = items[index]
        return item?.is === "row" ? [item.position] : []
      }),
    [shown, items],
  )
  const windows = useMemo(() => ({ ...of, columns }), [of, columns])
  const views = useWindows(windows, positions)
  useHandle(handle, scroller, virtualizer, views)
  const object = useMemo(
    () => (sha256: string) => `/r/${encodeURIComponent(of.asked.record)}/object/${sha256}`,
    [of.asked.record],
  )
  const isThere = shown.some(
    ({ index }) => items[index] !== undefined && idOf(items[index], laid.rows) === focus,
  )

  useEffect(() => {
    if (grab === 0 || focus === undefined || !isThere) return
    if (document.activeElement?.matches("input, textarea, :is([role=dialog], [role=alertdialog]) *") === true)
      return
    scroller.current
      ?.querySelector<HTMLLIElement>(`li[data-id="${CSS.escape(focus)}"]`)
      ?.focus({ preventScroll: true })
  }, [grab, focus, isThere])

  const focusedNumber = focus === undefined ? undefined : laid.rows.numberOf(focus)
  return (
    <>
      <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={isThere ? -1 : 0}>
        <ol className={styles.rows} style={{ height: virtualizer.getTotalSize() }} data-order={of.order}>
          {shown.map(({ index, start, key }) => {
            const item = items[index]
            if (item === undefined) return null
            const id = idOf(item, laid.rows)
            const light = lightOf(item, laid.rows)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: j and k and the rest are bound on the page
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                data-id={id}
                data-how={light?.how}
                data-role={light?.role}
                data-nested={light?.nested ? "" : undefined}
                data-kind={light?.kind}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                aria-current={focus === id ? "true" : undefined}
                tabIndex={focus === id ? 0 : -1}
                onFocus={() => onFocus(id)}
                onClick={() => onFocus(id)}
              >
                <Place
                  item={item}
                  id={id}
                  laid={laid}
                  focus={focus}
                  open={open}
                  raw={raw}
                  copyMenu={copyMenu}
                  words={words}
                  windows={windows}
                  view={item.is === "row" ? views.get(item.number) : undefined}
                  findings={findingsOf(item)}
                  object={object}
                />
              </li>
            )
          })}
        </ol>
      </section>
      <StatusBar
        light={laid.rows.at(focusedNumber)}
        view={focusedNumber === undefined ? undefined : views.get(focusedNumber)}
        found={found}
        findings={found?.at.get(focusedNumber ?? -1)}
        note={note}
        hint="j k row · [ ] next difference · ? keys"
      />
    </>
  )
}
