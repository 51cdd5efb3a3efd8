"use client"
import { useMemo, useSyncExternalStore } from "react"
import { type Address, parseAddress, printAddress } from "#lib/view/address.ts"

/** The URL is the state; this is its one reader and writer in the page. Moving within it asks the server nothing. */
const moved = "crossing-address"

const subscribe = (listen: () => void): (() => void) => {
  window.addEventListener("popstate", listen)
  window.addEventListener(moved, listen)
  return () => {
    window.removeEventListener("popstate", listen)
    window.removeEventListener(moved, listen)
  }
}

const current = (): string => window.location.search

/** The page's address; `search` is what the server saw. */
export const useAddress = (search: string): Address => {
  const now = useSyncExternalStore(subscribe, current, () => search)
  return useMemo(() => parseAddress(new URLSearchParams(now)), [now])
}

export type Change = { readonly [Key in keyof Address]?: Address[Key] | undefined }

const urlOf = (address: Address): string => {
  const query = printAddress(address)
  return query === "" ? window.location.pathname : `?${query}`
}

/** The address now, changed; a value of undefined returns to the default. */
export const changed = (change: Change): Address => {
  const now = parseAddress(new URLSearchParams(window.location.search))
  const merged = Object.fromEntries(
    Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined),
  )
  return { order: "rows", filter: "", ...merged }
}

/** Goes to a changed address: `push` where going back should return here, `replace` for steps too small for that. */
export const go = (change: Change, how: "push" | "replace" = "push"): void => {
  const url = urlOf(changed(change))
  if (url === (window.location.search === "" ? window.location.pathname : window.location.search)) return
  if (how === "push") window.history.pushState(null, "", url)
  else window.history.replaceState(null, "", url)
  window.dispatchEvent(new Event(moved))
}
