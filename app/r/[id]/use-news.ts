"use client"
import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { entryNames } from "#lib/view/chat-events.ts"
import { printPosition } from "#lib/view/position.ts"

/** Milliseconds for which entries gather before the page is read again: a turn appends several at once. */
const pause = 500

/** Reads a record's page again whenever the record has grown past `head`, here or anywhere, while the page is looked at. */
export const useNews = (record: string, head: number): void => {
  const router = useRouter()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const from = printPosition({ seq: head, n: 0 })
    const source = new EventSource(`/v1/conversations/${encodeURIComponent(record)}/events?from=${from}`)
    const read = (event: Event): void => {
      if (!(event instanceof MessageEvent)) return // the connection's own `error`, which shares the name
      timer ??= setTimeout(() => router.refresh(), pause)
    }
    for (const name of entryNames) source.addEventListener(name, read)
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [record, head, router])
}
