"use client"
import { useEffect, useId, useRef, useState } from "react"
import { useKeys } from "#app/ui/keys.ts"
import { filterKeys, filterValues } from "#lib/view/filter.ts"
import styles from "./filter-box.module.css"
import { go, useAddress } from "./use-address.ts"

/** Milliseconds after the last key before the list is filtered. */
const settle = 200

const suggestions = filterKeys.flatMap((key) => (filterValues[key] ?? []).map((value) => `${key}:${value}`))

/** What completes the word being typed; nothing where it is none of the filter's own words. */
const completing = (source: string): readonly string[] => {
  const word = source.slice(source.lastIndexOf(" ") + 1).replace(/^-/, "")
  if (word.length < 2) return []
  return suggestions.filter((each) => each.startsWith(word) && each !== word).slice(0, 8)
}

const completed = (source: string, chosen: string): string => {
  const start = source.lastIndexOf(" ") + 1
  return `${source.slice(0, start)}${source[start] === "-" ? "-" : ""}${chosen}`
}

/** Filter and find in one: `how:dropped kind:reasoning words`. What stays is listed; Escape gives everything back. */
export const FilterBox = ({ search }: { readonly search: string }) => {
  const { filter } = useAddress(search)
  const [draft, setDraft] = useState(filter)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  useEffect(() => setDraft(filter), [filter])
  useEffect(() => {
    if (draft === filter) return
    const timer = setTimeout(() => go({ filter: draft }, filter === "" ? "push" : "replace"), settle)
    return () => clearTimeout(timer)
  }, [draft, filter])
  useKeys({
    "/": () => {
      input.current?.focus()
      input.current?.select()
    },
  })
  const leave = (): void => input.current?.blur()
  return (
    <search className={styles.box}>
      <input
        ref={input}
        data-field=""
        className={styles.input}
        type="text"
        list={list}
        value={draft}
        aria-label="Filter and find"
        aria-keyshortcuts="/"
        placeholder="Filter and find  /"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return
          if (draft === "") leave()
          setDraft("")
        }}
      />
      <datalist id={list}>
        {completing(draft).map((each) => (
          <option key={each} value={completed(draft, each)} />
        ))}
      </datalist>
    </search>
  )
}
