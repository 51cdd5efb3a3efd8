"use client"
import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { idOf } from "./list-item.ts"
import { go } from "./use-address.ts"
import type { ListHandle } from "./use-handle.ts"
import type { Model } from "./use-model.ts"
import { foldId } from "./use-projection.ts"

/** Milliseconds after the last step before the URL names the row; browsers limit how often it may change. */
const settle = 200

/** A row that a link names should be there; one that was in focus may not be in another view. */
type Sought = { readonly id: string; readonly align: Align; readonly why: "link" | "view" }

type Align = "auto" | "center" | "start"

/** Writes the focused row to the URL, a moment after the last change. */
const useFocusInUrl = (focus: string | undefined): void => {
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const block = focus === undefined || focus === "missing" || focus.startsWith("fold ") ? undefined : focus
    const timer = setTimeout(() => go({ block }, "replace"), settle)
    return () => clearTimeout(timer)
  }, [focus])
}

/** The focused row: where it is, how to go elsewhere, and that the browser's focus follows. */
export const useFocus = (
  { address, items, moves, laid, skeleton, listed, state, pending }: Model,
  handle: RefObject<ListHandle | null>,
  say: (note: string) => void,
) => {
  const [focus, setFocus] = useState(address.block)
  const [grab, setGrab] = useState(0)
  const [sought, setSought] = useState<Sought | undefined>(
    address.block === undefined ? undefined : { id: address.block, align: "center", why: "link" },
  )
  useFocusInUrl(focus)

  const goTo = useCallback((id: string, align: Align = "center", why: "link" | "view" = "view") => {
    setFocus(id)
    setSought({ id, align, why })
  }, [])

  const goToPlace = useCallback(
    (index: number | undefined, align: Align = "auto") => {
      const item = index === undefined ? undefined : items[index]
      if (item !== undefined) goTo(idOf(item, laid.rows), align)
    },
    [items, laid, goTo],
  )

  /** Where the focused row is not in a new view, the first crossing in sight takes its place. */
  const firstInSight = useCallback((): string | undefined => {
    const [from, to] = handle.current?.visible() ?? [0, 0]
    const item = items
      .slice(from, to + 1)
      .find((each) => each.is === "row" && laid.rows.how(each.number) !== undefined)
    return item === undefined ? undefined : idOf(item, laid.rows)
  }, [items, laid, handle])

  // What is sought may first have to come: with its projection, its filter, or out of a fold.
  useEffect(() => {
    if (sought === undefined) return
    const index = moves.indexOf(sought.id)
    if (index !== undefined) {
      handle.current?.scrollTo(index, sought.align)
      setGrab((times) => times + 1)
      setSought(undefined)
      return
    }
    const number = laid.rows.numberOf(sought.id)
    if (number === undefined && !pending) {
      if (sought.why === "link")
        say(
          `There is no row ${sought.id} in this view; it may come after the entry shown, or belong to another target.`,
        )
      else setFocus(firstInSight())
      setSought(undefined)
      return
    }
    const position = number === undefined ? -1 : listed.list.indexOf(number)
    const fold = skeleton.folds[address.order].find(({ from, to }) => from <= position && position < to)
    if (fold !== undefined) state.openFold(foldId(fold, address.order))
  }, [sought, moves, laid, listed.list, skeleton, address.order, state, pending, handle, say, firstInSight])

  // Back and forward, and links within the page, name a row of their own.
  const seen = useRef(address.block)
  useEffect(() => {
    if (address.block === seen.current) return
    seen.current = address.block
    if (address.block !== undefined && address.block !== focus) goTo(address.block, "center", "link")
  }, [address.block, focus, goTo])

  // Another order, target or filter: the focused row stays in sight.
  const view = `${address.order} ${skeleton.target} ${skeleton.asOf} ${address.filter}`
  const viewed = useRef(view)
  useEffect(() => {
    if (viewed.current === view) return
    viewed.current = view
    if (focus !== undefined) setSought({ id: focus, align: "center", why: "view" })
  }, [view, focus])

  return { focus, grab, setFocus, goTo, goToPlace }
}

export type Focus = ReturnType<typeof useFocus>
