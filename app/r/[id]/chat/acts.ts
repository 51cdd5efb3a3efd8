"use client"
import { createContext, useContext } from "react"
import type { Card } from "#lib/view/chat-cards.ts"

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
}

const none: Acts = {
  record: "",
  isRunning: false,
  replaces: undefined,
  object: () => "",
  edit: () => undefined,
  decide: async () => false,
  again: () => undefined,
}

export const ActsContext = createContext<Acts>(none)
export const useActs = (): Acts => useContext(ActsContext)
