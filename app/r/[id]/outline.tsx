"use client"
import { useVirtualizer } from "@tanstack/react-virtual"
import { memo, useEffect, useRef } from "react"
import type { OutlineItem } from "#lib/view/outline.ts"
import styles from "./outline.module.css"

type Props = {
  readonly items: readonly OutlineItem[]
  /** The index of the line that the focused row belongs to; -1 where none is. */
  readonly current: number
  readonly onChoose: (item: OutlineItem) => void
}

const heightOf = 24

const Line = ({
  item,
  index,
  ordinal,
  isCurrent,
  start,
  onChoose,
}: {
  readonly item: OutlineItem
  readonly index: number
  readonly ordinal: number
  readonly isCurrent: boolean
  readonly start: number
  readonly onChoose: Props["onChoose"]
}) => (
  <li
    className={styles.item}
    style={{ transform: `translateY(${start}px)` }}
    data-index={index}
    data-level={item.level}
    data-role={item.role}
  >
    <button
      type="button"
      className={styles.line}
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => onChoose(item)}
    >
      <span className={styles.number}>{item.role === "human" ? ordinal : item.level === 0 ? "·" : ""}</span>
      <span className={styles.title}>{item.title}</span>
      {item.marks === "" ? null : (
        <span className={styles.marks}>
          {[...item.marks].map((glyph) => (
            <span key={glyph} data-how={howOfGlyph[glyph]}>
              {glyph}
            </span>
          ))}
        </span>
      )}
    </button>
  </li>
)

const howOfGlyph: { readonly [glyph: string]: string } = { "≈": "altered", "×": "dropped", "+": "made" }

/** The session's outline: what was said and asked, with the marks of what did not cross as stored. */
export const Outline = memo(({ items, current, onChoose }: Props) => {
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightOf,
    overscan: 10,
    initialRect: { width: 176, height: 900 },
    useFlushSync: false,
  })
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: "auto" })
  }, [current, virtualizer])
  const ordinals = ordinalsOf(items)
  return (
    <nav ref={scroller} className={styles.outline} aria-label="Outline">
      <ol style={{ height: virtualizer.getTotalSize() }} className={styles.list}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <Line
              key={item.row}
              item={item}
              index={index}
              ordinal={ordinals[index] ?? 0}
              isCurrent={index === current}
              start={start}
              onChoose={onChoose}
            />
          )
        })}
      </ol>
    </nav>
  )
})
Outline.displayName = "Outline"

/** For each line the count of human words up to it. */
const ordinalsOf = (items: readonly OutlineItem[]): readonly number[] => {
  let count = 0
  return items.map((item) => {
    if (item.role === "human") count += 1
    return count
  })
}
