"use client"
import { useEffect, useRef } from "react"

/** What a key does, by its name in lower case, `shift+j` for a capital, `mod+k` with Ctrl or Cmd; a handler that answers false leaves the key to the browser. */
export type Bindings = { readonly [key: string]: () => unknown }

/** Milliseconds within which a second key goes with the first, as in `gg`. */
const together = 700

/** Where keys are text, or belong to a popup that is open. */
const standsDown = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (
    target.closest(
      "input, textarea, select, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=slider]",
    ) !== null
  )
    return true
  return document.querySelector("[data-open]:is([role=dialog], [role=alertdialog], [role=menu])") !== null
}

const nameOf = (event: KeyboardEvent): string => {
  const key = event.key.toLowerCase()
  if ((event.metaKey || event.ctrlKey) && key.length === 1) return `mod+${key}`
  return event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key
}

/** Binds keys of the whole page while mounted. Keys stand down while typing and while a popup is open; `mod+` ones never do. */
export const useKeys = (bindings: Bindings): void => {
  const latest = useRef(bindings)
  latest.current = bindings
  const before = useRef({ key: "", at: 0 })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const name = nameOf(event)
      if (!name.startsWith("mod+") && (event.ctrlKey || event.metaKey || standsDown(event.target))) return
      const pair = event.timeStamp - before.current.at < together ? `${before.current.key}${name}` : ""
      before.current = { key: name, at: event.timeStamp }
      const handler = latest.current[pair] ?? latest.current[name]
      if (handler === undefined || handler() === false) return
      if (pair !== "" && latest.current[pair] !== undefined) before.current = { key: "", at: 0 }
      event.preventDefault()
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [])
}
