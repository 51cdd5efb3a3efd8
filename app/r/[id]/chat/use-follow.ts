"use client"
import { useEffect, useRef } from "react"

/** Pixels from the end within which a pane counts as being at it. */
const near = 40

/**
 * A pane that stays at its end while it or its list grows, until its reader goes up, and goes there again when he says
 * something; `waiting`: how much of what was said waits.
 */
export const useFollow = (waiting: number) => {
  const pane = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const place = useRef({ isAtEnd: true, top: 0 })
  const waited = useRef(waiting)
  useEffect(() => {
    const [element, inner] = [pane.current, list.current]
    if (element === null || inner === null) return
    const watched = new ResizeObserver(() => {
      if (place.current.isAtEnd) element.scrollTop = element.scrollHeight
    })
    watched.observe(element)
    watched.observe(inner)
    return () => watched.disconnect()
  }, [])
  useEffect(() => {
    const element = pane.current
    if (element !== null && waiting > waited.current) {
      place.current = { ...place.current, isAtEnd: true }
      element.scrollTop = element.scrollHeight
    }
    waited.current = waiting
  }, [waiting])
  const onScroll = (): void => {
    const element = pane.current
    if (element === null) return
    const { scrollTop: top, scrollHeight, clientHeight } = element
    const isNear = scrollHeight - top - clientHeight < near
    const isUp = top < place.current.top // only a reader goes up; what grew since we scrolled says nothing
    place.current = { isAtEnd: isNear || (place.current.isAtEnd && !isUp), top }
  }
  return { pane, list, onScroll }
}
