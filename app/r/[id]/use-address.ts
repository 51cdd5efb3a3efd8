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

/** The query of the page's URL; `search` is what the server saw. */
export const useSearch = (search: string): string => useSyncExternalStore(subscribe, current, () => search)

/** The page's address; `search` is what the server saw. */
export const useAddress = (search: string): Address => {
  const now = useSearch(search)
  return useMemo(() => parseAddress(new URLSearchParams(now)), [now])
}

export type Step = "push" | "replace"

/** Goes to another URL of this page: `push` where going back should return here, `replace` for steps too small for that. */
export const goTo = (url: string, how: Step = "push"): void => {
  const { pathname, search } = window.location
  if (url === `${pathname}${search}`) return
  if (how === "push") window.history.pushState(null, "", url)
  else window.history.replaceState(null, "", url)
  window.dispatchEvent(new Event(moved))
}

export type Change = { readonly [Key in keyof Address]?: Address[Key] | undefined }

const urlOf = (address: Address): string => {
  const query = printAddress(address)
  return query === "" ? window.location.pathname : `${window.location.pathname}?${query}`
}

/** The address now, changed; a value of undefined returns to the default. */
export const changed = (change: Change): Address => {
  const now = parseAddress(new URLSearchParams(window.location.search))
  const merged = Object.fromEntries(
    Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined),
  )
  return { order: "rows", filter: "", ...merged }
}

/** Goes to a changed address. */
export const go = (change: Change, how: Step = "push"): void => goTo(urlOf(changed(change)), how)
