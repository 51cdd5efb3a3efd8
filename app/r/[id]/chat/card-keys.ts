"use client"
import { type KeyboardEvent, useCallback, useRef } from "react"

/** What keys do while a message is in focus; `R` is Shift and r. */
export type CardKeys = { readonly [key: string]: () => void }

const isTyped = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest("input, textarea, select, [role=menu], [role=alertdialog]") !== null

/** Binds keys to a message, or to a pane of them; they stand down while typing and in menus. */
export const useCardKeys = (keys: CardKeys): ((event: KeyboardEvent) => void) => {
  const latest = useRef(keys)
  latest.current = keys
  return useCallback((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target))
      return
    const act = latest.current[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }, [])
}

/** The message before or behind the one in focus, in a list of them; from elsewhere the last one. */
export const stepCard = (list: Element | null, direction: 1 | -1): void => {
  const all = [...(list?.querySelectorAll<HTMLElement>("li[data-seq]") ?? [])]
  const at = all.findLastIndex((each) => each.contains(document.activeElement))
  const next = at < 0 ? all.at(-1) : all[at + direction]
  next?.focus()
  next?.scrollIntoView({ block: "nearest" })
}
