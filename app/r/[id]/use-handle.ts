"use client"
import type { Virtualizer } from "@tanstack/react-virtual"
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react"

/** How the page moves the list. */
export type ListHandle = {
  readonly scrollTo: (index: number, align: "auto" | "center" | "start") => void
  readonly visible: () => readonly [number, number]
}

/** Milliseconds for which a row that was gone to stays where it was put, while rows around it come in and find their heights. */
const pinned = 2_000

type Pin = { readonly index: number; readonly align: "auto" | "center" | "start"; readonly until: number }

/** Scrolls to a row and keeps it there until its neighbours have come, or until someone scrolls. */
export const useHandle = (
  handle: RefObject<ListHandle | null>,
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>,
  came: unknown,
): void => {
  const pin = useRef<Pin | undefined>(undefined)
  useLayoutEffect(() => {
    handle.current = {
      scrollTo: (index, align) => {
        pin.current = { index, align, until: performance.now() + pinned }
        virtualizer.scrollToIndex(index, { align })
      },
      visible: () => {
        const shown = virtualizer.getVirtualItems()
        return [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0]
      },
    }
  }, [handle, virtualizer])
  useEffect(() => {
    const element = scroller.current
    const release = (): void => {
      pin.current = undefined
    }
    for (const event of ["wheel", "touchmove", "pointerdown"] as const)
      element?.addEventListener(event, release, { passive: true })
    return () => {
      for (const event of ["wheel", "touchmove", "pointerdown"] as const)
        element?.removeEventListener(event, release)
    }
  }, [scroller])
  const size = virtualizer.getTotalSize()
  // biome-ignore lint/correctness/useExhaustiveDependencies: new heights and new rows are the reason to look again
  useEffect(() => {
    const now = pin.current
    if (now === undefined) return
    if (performance.now() > now.until) pin.current = undefined
    else virtualizer.scrollToIndex(now.index, { align: now.align })
  }, [size, came, virtualizer])
}
