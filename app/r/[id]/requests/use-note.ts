"use client"
import { useCallback, useEffect, useState } from "react"

/** A word about what was just done; it goes by itself. */
export const useNote = (): readonly [string, (words: string) => void] => {
  const [note, setNote] = useState("")
  const say = useCallback((words: string) => setNote(words), [])
  useEffect(() => {
    if (note === "") return
    const timer = setTimeout(() => setNote(""), 6_000)
    return () => clearTimeout(timer)
  }, [note])
  return [note, say]
}
