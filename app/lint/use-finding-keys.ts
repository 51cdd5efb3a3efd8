"use client"
import { useKeys } from "#app/ui/keys.ts"

const places = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-finding]")]

/** Moves the focus from finding to finding; without one in focus it begins at the first. */
const move = (by: 1 | -1): void => {
  const all = places()
  const current = document.activeElement?.closest<HTMLElement>("[data-finding]") ?? undefined
  const at = current === undefined ? -1 : all.indexOf(current)
  const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: "nearest" })
}

/** `j` and `k` go through the findings. */
export const useFindingKeys = (): void => useKeys({ j: () => move(1), k: () => move(-1) })
