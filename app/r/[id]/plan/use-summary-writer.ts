"use client"
import { useCallback, useRef, useState } from "react"
import type { PlanAsk } from "#lib/plan/ask.ts"
import type { Choice } from "../chat/choice.ts"
import { post, sentenceOfError } from "../chat/post.ts"
import { beginSummary, readSummary } from "./summary-acts.ts"

/** A summary that a model wrote, with what a compaction says of it. */
export type ByModel = Required<
  Pick<Extract<PlanAsk, { readonly kind: "compaction" }>, "summary" | "by" | "prompt">
>

/** The cut that a summary is for. */
export type CutOf = { readonly record: string; readonly head: number; readonly preserve: number }

/** How far a summary has come, for the cut `of`. */
type Progress = {
  readonly of: string
  readonly stage: "idle" | "asked" | "writing" | "written"
  /** Where it is written, or was written the last time. */
  readonly conversation: string | undefined
  /** Secrets that its writer was not given. */
  readonly omitted: number
  /** Why there is none; empty without a reason. */
  readonly trouble: string
}

const nothing: Progress = { of: "", stage: "idle", conversation: undefined, omitted: 0, trouble: "" }

export type SummaryWriter = Progress & {
  readonly begin: (to: Choice) => Promise<void>
  readonly stop: () => Promise<void>
  /** Looks what became of it: for when the conversation's turn has ended. */
  readonly look: () => Promise<void>
}

const silent = "The server did not answer; try again."

/** A summary of what a cut lets go, written by a model: `take` gets it. What is written for another cut is forgotten. */
export const useSummaryWriter = (
  { record, head, preserve }: CutOf,
  take: (written: ByModel) => void,
): SummaryWriter => {
  const of = `${record} ${head} ${preserve}`
  const newest = useRef(of)
  newest.current = of
  const [state, setState] = useState(nothing)
  const progress = state.of === of ? state : nothing
  const { conversation } = progress
  const go = useCallback(
    (to: Partial<Progress>) => setState((now) => (now.of === of ? { ...now, ...to } : now)),
    [of],
  )
  const begin = async (to: Choice): Promise<void> => {
    setState({ ...progress, of, stage: "asked", trouble: "" })
    const again = conversation === undefined ? {} : { again: conversation }
    const answer = await beginSummary({ record, head, preserve, to, ...again }).catch(() => undefined)
    if (answer?.ok === true) go({ stage: "writing", conversation: answer.asked.conversation })
    else go({ stage: "idle", trouble: answer?.sentence ?? silent })
  }
  const stop = async (): Promise<void> => {
    if (conversation === undefined) return
    await post(conversation, "stop").catch((error: unknown) => go({ trouble: sentenceOfError(error) }))
  }
  const look = useCallback(async (): Promise<void> => {
    if (conversation === undefined) return
    const answer = await readSummary({ record, conversation }).catch(() => undefined)
    if (answer?.ok !== true) return go({ stage: "idle", trouble: answer?.sentence ?? silent })
    if (answer.state.is === "running" || newest.current !== of) return
    if (answer.state.is === "failed") return go({ stage: "idle", trouble: answer.sentence ?? silent })
    const { summary, by, prompt } = answer.state
    const { omitted, ...given } = prompt
    go({ stage: "written", omitted })
    take({ summary, by, prompt: given })
  }, [record, conversation, of, go, take])
  return { ...progress, begin, stop, look }
}
