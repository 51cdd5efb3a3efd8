"use client"
import { useEffect, useState } from "react"
import { eventNames, eventOf } from "#lib/view/chat-events.ts"
import { printPosition } from "#lib/view/position.ts"

/** How a record stands now: its newest entry, and whether a turn is at work in it. */
export type Now = { readonly head: number; readonly isRunning: boolean }

/** How a record stands, followed from how the server saw it. */
export const useNow = (record: string, first: Now): Now => {
  const [now, setNow] = useState(first)
  useEffect(() => {
    setNow(first)
    const from = printPosition({ seq: first.head, n: 0 })
    const source = new EventSource(`/v1/conversations/${encodeURIComponent(record)}/events?from=${from}`)
    const listen = (name: (typeof eventNames)[number]) => (told: Event) => {
      const event =
        told instanceof MessageEvent ? eventOf(name, told.lastEventId, String(told.data)) : undefined
      if (event?.is !== "entry") return
      const { entry } = event
      setNow(({ head, isRunning }) => ({
        head: Math.max(head, entry.seq),
        isRunning: entry.kind === "turn" ? entry.phase === "start" : isRunning,
      }))
    }
    for (const name of eventNames) source.addEventListener(name, listen(name))
    return () => source.close()
  }, [record, first])
  return now
}
