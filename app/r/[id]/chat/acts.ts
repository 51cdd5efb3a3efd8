"use client"
import { createContext, useContext } from "react"
import type { Card } from "#lib/view/chat-cards.ts"
import type { Act } from "#lib/view/let-go.ts"

/** What cards of a conversation know of it and can do in it. */
export type Acts = {
  readonly record: string
  readonly isRunning: boolean
  /** The entry that is said anew: it leaves the conversation, and what came behind it; undefined where none is. */
  readonly replaces: number | undefined
  /** The address of a stored picture or file. */
  readonly object: (sha256: string) => string
  readonly edit: (card: Extract<Card, { readonly is: "said" }>) => void
  readonly decide: (callId: string, allowed: boolean) => Promise<boolean>
  readonly again: () => void
  /** Nothing can be done here: what is shown is out of the conversation. */
  readonly isReadOnly: boolean
  /** Shows what an act would do, to be done or left; `anew`: the message whose words are then to be written anew. */
  readonly plan: (act: Act, anew?: Extract<Card, { readonly is: "said" }>) => void
}

const none: Acts = {
  record: "",
  isRunning: false,
  replaces: undefined,
  object: () => "",
  edit: () => undefined,
  decide: async () => false,
  again: () => undefined,
  isReadOnly: false,
  plan: () => undefined,
}

export const ActsContext = createContext<Acts>(none)
export const useActs = (): Acts => useContext(ActsContext)
