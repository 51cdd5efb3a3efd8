"use client"
import { useLayoutEffect, useRef } from "react"

/** Pixels from the end within which a pane counts as being at it. */
const near = 40

/** A pane that stays at its end while it grows, as long as its reader is there. */
export const useFollow = () => {
  const pane = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const element = pane.current
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight
  })
  const onScroll = (): void => {
    const element = pane.current
    if (element !== null)
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < near
  }
  return { pane, onScroll }
}
