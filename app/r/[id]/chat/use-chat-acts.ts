"use client"
import { useRouter } from "next/navigation"
import { useCallback, useMemo, useRef } from "react"
import type { Applied } from "#lib/live/plans.ts"
import type { Card } from "#lib/view/chat-cards.ts"
import type { Act } from "#lib/view/let-go.ts"
import { useLettingGo } from "../use-letting-go.ts"
import type { Acts } from "./acts.ts"
import { objectAt } from "./pictures.ts"
import type { Composer } from "./use-composer.ts"
import type { Say } from "./use-say.ts"

type SaidCard = Extract<Card, { readonly is: "said" }>

/** Acts on the record from a message; one that leaves to be written anew is taken up once it has left. */
export const useChatActs = ({ edit, field }: Composer) => {
  const router = useRouter()
  const anew = useRef<SaidCard | undefined>(undefined)
  const isTaken = useRef(false)
  const letting = useLettingGo(
    useCallback(
      (act: Act, { record }: Applied): void => {
        if (act.kind === "fork") router.push(`/r/${encodeURIComponent(record)}/chat`)
        isTaken.current = anew.current !== undefined
        if (anew.current !== undefined) void edit(anew.current, true)
        anew.current = undefined
      },
      [router, edit],
    ),
  )
  const show = letting.plan
  const plan = useCallback(
    (act: Act, card?: SaidCard): void => {
      anew.current = card
      show(act)
    },
    [show],
  )
  const goOn = useCallback(() => (isTaken.current ? field.current : null), [field])
  return { letting, plan, goOn }
}

/** What the cards can do, and how the keyboard gets back to the message. */
export const useCardActs = (
  record: string,
  isRunning: boolean,
  say: Say,
  composer: Composer,
  plan: Acts["plan"],
) => {
  const { edit, field, replaces } = composer
  const { act, decide } = say
  /** What was pressed may be gone in a moment, and the keyboard with it. */
  const toField = useCallback(() => field.current?.focus(), [field])
  const acts = useMemo(
    (): Acts => ({
      ...{ record, isRunning, replaces, object: objectAt(record), isReadOnly: false, plan },
      decide: (callId, allowed) => {
        toField()
        return decide(callId, allowed)
      },
      edit: (card) => void edit(card),
      again: () => {
        toField()
        void act("again")
      },
    }),
    [record, isRunning, replaces, edit, decide, act, toField, plan],
  )
  return { acts, toField }
}
