"use client"
import { useEffect, useRef, useState } from "react"
import type { ComparedRow } from "#lib/view/request-causes.ts"
import { readLines } from "./read-lines.ts"

/** Requests as compared so far, by entry; `isDone`: there are no more to come. */
export type Compared = {
  readonly rows: ReadonlyMap<number, ComparedRow>
  readonly isDone: boolean
  readonly error: string
}

const none: Compared = { rows: new Map(), isDone: false, error: "" }

/** Milliseconds between two looks at what has come, so that a long session does not paint for each request. */
const pause = 150

/**
 * The comparisons of a record's requests, as the server makes them; those of a record that has grown stand until they are
 * made again.
 */
export const useCompared = (record: string, head: number, isNeeded: boolean): Compared => {
  const [compared, setCompared] = useState<Compared>(none)
  const known = useRef(none.rows)
  useEffect(() => {
    if (!isNeeded) return
    const leave = new AbortController()
    const rows = new Map(known.current)
    const show = (more: Partial<Compared> = {}): void => {
      known.current = new Map(rows)
      setCompared({ rows: known.current, isDone: false, error: "", ...more })
    }
    const read = async (): Promise<void> => {
      let shown = 0
      const path = `/r/${encodeURIComponent(record)}/requests/compared?head=${head}`
      for await (const lines of readLines<ComparedRow>(path, leave.signal)) {
        for (const line of lines) rows.set(line.seq, line)
        if (performance.now() - shown < pause) continue
        shown = performance.now()
        show()
      }
      show({ isDone: true })
    }
    read().catch((error: unknown) => {
      if (!leave.signal.aborted)
        show({ isDone: true, error: error instanceof Error ? error.message : "The connection was lost." })
    })
    return () => leave.abort()
  }, [record, head, isNeeded])
  return compared
}
