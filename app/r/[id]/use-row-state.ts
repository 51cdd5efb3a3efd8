"use client"
import { useCallback, useMemo, useState } from "react"
import { opened } from "#lib/view/clip.ts"

const toggled = <Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> => {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}

/** What of the list is open: folds, rows in place (with how many lines), raw panels. Passing states, not worth a URL. */
export const useRowState = () => {
  const [folds, setFolds] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<ReadonlyMap<string, number>>(new Map())
  const [raw, setRaw] = useState<ReadonlySet<string>>(new Set())
  const toggleFold = useCallback((id: string) => setFolds((now) => toggled(now, id)), [])
  const openFold = useCallback(
    (id: string) => setFolds((now) => (now.has(id) ? now : new Set(now).add(id))),
    [],
  )
  const toggleRaw = useCallback((id: string) => setRaw((now) => toggled(now, id)), [])
  const toggleOpen = useCallback((id: string) => {
    setOpen((now) => {
      const next = new Map(now)
      if (!next.delete(id)) next.set(id, opened.lines)
      return next
    })
  }, [])
  const moreLines = useCallback(
    (id: string) => setOpen((now) => new Map(now).set(id, Math.min((now.get(id) ?? 0) * 2, 1_600))),
    [],
  )
  return useMemo(
    () => ({ folds, open, raw, toggleFold, openFold, toggleRaw, toggleOpen, moreLines }),
    [folds, open, raw, toggleFold, openFold, toggleRaw, toggleOpen, moreLines],
  )
}
