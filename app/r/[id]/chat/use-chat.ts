"use client"
import { useRouter } from "next/navigation"
import { useEffect, useReducer, useRef, useState } from "react"
import { type Chat, type ChatEvent, take } from "#lib/view/chat.ts"
import { eventNames, eventOf } from "#lib/view/chat-events.ts"
import { printPosition } from "#lib/view/position.ts"

/** How the stream is: `waiting` while the browser connects again by itself, `closed` where it has given up. */
export type Connection = "live" | "waiting" | "closed"

/** Milliseconds: how long events gather before they are shown, and how long a hidden page stays connected. */
const pause = { shown: 30, hidden: 60_000 } as const

type Act =
  | { readonly is: "events"; readonly events: readonly ChatEvent[] }
  | { readonly is: "read"; readonly chat: Chat }

const reduce = (chat: Chat, act: Act): Chat => (act.is === "read" ? act.chat : act.events.reduce(take, chat))

/** Whether the page is looked at, or was until just now. */
const useAwake = (): boolean => {
  const [isAwake, setAwake] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      clearTimeout(timer)
      if (document.hidden) timer = setTimeout(() => setAwake(false), pause.hidden)
      else setAwake(true)
    }
    document.addEventListener("visibilitychange", look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", look)
    }
  }, [])
  return isAwake
}

/** Hands on what a stream tells, some of it at a time. */
const gathering = (show: (events: readonly ChatEvent[]) => void) => {
  let events: ChatEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (events.length > 0) show(events)
    events = []
  }
  return {
    add: (event: ChatEvent): void => {
      events.push(event)
      timer ??= setTimeout(flush, pause.shown)
    },
    flush,
  }
}

/** Follows a record from a position on; gives what ends that. */
const follow = (
  address: string,
  show: (events: readonly ChatEvent[]) => void,
  connect: (connection: Connection) => void,
): (() => void) => {
  const source = new EventSource(address)
  const gathered = gathering(show)
  source.onopen = () => connect("live")
  for (const name of eventNames)
    source.addEventListener(name, (told: Event) => {
      if (!(told instanceof MessageEvent)) return // the connection's own `error`, which shares the name
      const event = eventOf(name, told.lastEventId, String(told.data))
      if (event !== undefined) gathered.add(event)
    })
  source.onerror = (event) => {
    if (event instanceof MessageEvent) return
    connect(source.readyState === EventSource.CLOSED ? "closed" : "waiting")
  }
  return () => {
    source.close()
    gathered.flush()
  }
}

/** A record's chat, followed by one stream from where `first` stands; read again by the page where it cannot be followed. */
export const useChat = (
  record: string,
  first: Chat,
): { readonly chat: Chat; readonly connection: Connection } => {
  const router = useRouter()
  const isAwake = useAwake()
  const [chat, act] = useReducer(reduce, first)
  const [connection, connect] = useState<Connection>("waiting")
  const position = useRef(first.position)
  position.current = chat.position
  useEffect(() => {
    position.current = first.position
    act({ is: "read", chat: first })
  }, [first])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chat that was read again is followed from its own position
  useEffect(() => {
    if (!isAwake) return
    const from = printPosition(position.current)
    const address = `/v1/conversations/${encodeURIComponent(record)}/events?from=${from}`
    return follow(address, (events) => act({ is: "events", events }), connect)
  }, [record, first, isAwake])
  useEffect(() => {
    if (chat.isStale) router.refresh()
  }, [chat.isStale, router])
  return { chat, connection }
}
