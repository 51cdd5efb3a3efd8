"use client"
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual"
import { type ReactNode, type RefObject, useRef } from "react"
import styles from "./virtual-list.module.css"

/** A list that scrolls, of which only what is in sight is drawn; `shown` are the places of that, in order. */
export type VirtualList = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>
  readonly shown: readonly number[]
}

/** `sizeOf`: an item's height in pixels, as far as it is known before it is drawn. */
export const useVirtualList = <Item,>(
  items: readonly Item[],
  { keyOf, sizeOf }: { readonly keyOf: (item: Item) => string; readonly sizeOf: (item: Item) => number },
): VirtualList => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const item = items[index]
      return item === undefined ? 0 : sizeOf(item)
    },
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: 10,
    initialRect: { width: 500, height: 700 },
    useFlushSync: false,
  })
  return { scroller, virtualizer, shown: virtualizer.getVirtualItems().map(({ index }) => index) }
}

type Props = {
  readonly list: VirtualList
  readonly className?: string | undefined
  readonly content: (index: number) => ReactNode
}

/** What is in sight of a list, each at its place. */
export const VirtualRows = ({ list: { scroller, virtualizer }, className, content }: Props) => (
  <div ref={scroller} className={[styles.scroller, className].join(" ")}>
    <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start, key }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={virtualizer.options.count}
          aria-posinset={index + 1}
          className={styles.item}
          style={{ transform: `translateY(${start}px)` }}
        >
          {content(index)}
        </li>
      ))}
    </ul>
  </div>
)
