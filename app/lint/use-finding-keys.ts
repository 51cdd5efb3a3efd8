"use client"
import { useKeys } from "#app/ui/keys.ts"

const places = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-finding]")]

/** The finding that has the focus, itself or something in it. */
export const findingInFocus = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-finding]") ?? undefined

/** Moves the focus from finding to finding; without one in focus it begins at the first. */
const move = (by: 1 | -1): void => {
  const all = places()
  const current = findingInFocus()
  const at = current === undefined ? -1 : all.indexOf(current)
  const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: "nearest" })
}

/** Shows the place of the finding in focus; a button in focus keeps the key. */
const show = (): boolean => {
  const finding = document.activeElement
  if (finding === null || !finding.matches("[data-finding]")) return false
  finding.querySelector<HTMLElement>("[data-show]")?.click()
  return true
}

/** `j` and `k` go through the findings, Enter shows where one is. */
export const useFindingKeys = (): void => useKeys({ j: () => move(1), k: () => move(-1), enter: show })
