"use client"
import { useRouter } from "next/navigation"
import { useEffect, useReducer, useRef, useState } from "react"
import { unreachable } from "#lib/unreachable.ts"
import { type Chat, type ChatEvent, forget, readAgain, take, waitFor } from "#lib/view/chat.ts"
import { eventNames, eventOf } from "#lib/view/chat-events.ts"
import type { Pending } from "#lib/view/pending.ts"
import { printPosition } from "#lib/view/position.ts"

/** How the stream is: `waiting` while the browser connects again by itself, `closed` where it has given up. */
export type Connection = "live" | "waiting" | "closed"

/**
 * Milliseconds: how long events gather before they are shown, how long a hidden page stays connected, and after how long a
 * refused connection is tried again, as whoever stands before the server refuses while it starts.
 */
const pause = { shown: 30, hidden: 60_000, refused: [1000, 2000, 4000, 8000, 16_000] } as const

type Act =
  | { readonly is: "events"; readonly events: readonly ChatEvent[] }
  | { readonly is: "read"; readonly chat: Chat }
  | { readonly is: "said"; readonly pending: Pending }
  | { readonly is: "refused"; readonly key: string }

const reduce = (chat: Chat, act: Act): Chat => {
  switch (act.is) {
    case "events":
      return act.events.reduce(take, chat)
    case "read":
      return readAgain(chat, act.chat)
    case "said":
      return waitFor(chat, act.pending)
    case "refused":
      return forget(chat, act.key)
    default:
      return unreachable(act)
  }
}

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

type Told = {
  readonly show: (events: readonly ChatEvent[]) => void
  readonly connect: (connection: Connection) => void
}

/** Opens a stream; `refused` is told where the browser gives up on it. */
const open = (
  address: string,
  gathered: ReturnType<typeof gathering>,
  connect: Told["connect"],
  refused: () => void,
) => {
  const source = new EventSource(address)
  source.onopen = () => connect("live")
  for (const name of eventNames)
    source.addEventListener(name, (told: Event) => {
      if (!(told instanceof MessageEvent)) return // the connection's own `error`, which shares the name
      const event = eventOf(name, told.lastEventId, String(told.data))
      if (event !== undefined) gathered.add(event)
    })
  source.onerror = (event) => {
    if (event instanceof MessageEvent) return
    if (source.readyState === EventSource.CLOSED) refused()
    else connect("waiting")
  }
  return source
}

/** Follows a record, from wherever `address` says at the time; gives what ends that. */
const follow = (address: () => string, { show, connect }: Told): (() => void) => {
  const gathered = gathering(show)
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const refused = (): void => {
    const wait = pause.refused[tries++]
    connect(wait === undefined ? "closed" : "waiting")
    if (wait !== undefined) timer = setTimeout(again, wait)
  }
  const connected = (connection: Connection): void => {
    if (connection === "live") tries = 0
    connect(connection)
  }
  let source = open(address(), gathered, connected, refused)
  const again = (): void => {
    source = open(address(), gathered, connected, refused)
  }
  return () => {
    clearTimeout(timer)
    source.close()
    gathered.flush()
  }
}

/** What was said on this page, from when it is sent until the record has it, or it is refused. */
export type Waiting = {
  readonly begin: (pending: Pending) => void
  readonly end: (key: string) => void
}

type Followed = { readonly chat: Chat; readonly connection: Connection; readonly waiting: Waiting }

/** A record's chat, followed by one stream from where `first` stands; read again by the page where it cannot be followed. */
export const useChat = (record: string, first: Chat): Followed => {
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
    const events = `/v1/conversations/${encodeURIComponent(record)}/events`
    const address = (): string => `${events}?from=${printPosition(position.current)}`
    return follow(address, { show: (came) => act({ is: "events", events: came }), connect })
  }, [record, first, isAwake])
  useEffect(() => {
    if (chat.isStale) router.refresh()
  }, [chat.isStale, router])
  const [waiting] = useState(
    (): Waiting => ({
      begin: (pending) => act({ is: "said", pending }),
      end: (key) => act({ is: "refused", key }),
    }),
  )
  return { chat, connection, waiting }
}
