"use client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import { applyPlan, askPlan } from "#app/actions/plans.ts"
import { useSettled } from "#app/ui/use-settled.ts"
import type { PlanAsk } from "#lib/plan/ask.ts"
import type { PlanKind } from "#lib/plan/plan.ts"
import type { Problem } from "#lib/record/problem.ts"
import type { ActInForce } from "#lib/view/acts-in-force.ts"
import { type PlanWish, parsePlanWish, planHref } from "#lib/view/plan-address.ts"
import type { PlanView } from "#lib/view/plan-view.ts"
import { Refused } from "../ask.ts"
import type { TargetChoice } from "../choices.tsx"
import { goTo, type Step, useSearch } from "../use-address.ts"
import { askOf, type Chosen, chosenOf, type Defaults, unwritten, type Written } from "./asked.ts"
import { type Now, useNow } from "./use-now.ts"

export type PlanProps = {
  readonly record: string
  readonly title: string
  readonly kind: PlanKind
  /** What the act is, in one sentence. */
  readonly sentence: string
  /** How the record stood when the server saw it. */
  readonly first: Now
  /** The query of the URL as the server saw it. */
  readonly search: string
  readonly targets: readonly TargetChoice[]
  readonly ownTarget: string
  readonly defaults: Defaults
  readonly acts: readonly ActInForce[]
}

/** What was done, and where it came to stand. */
export type Done = { readonly record: string; readonly head: number; readonly seqs: readonly number[] }

export type PlanModel = {
  readonly target: string
  readonly chosen: Chosen
  readonly ask: PlanAsk | undefined
  /** The entry that the plan is for. */
  readonly head: number
  readonly now: Now
  readonly plan: PlanView | undefined
  /** The plan shown is for something asked before; another is on its way. */
  readonly isPending: boolean
  readonly error: Error | undefined
  readonly written: Written
  readonly write: (written: Written) => void
  readonly change: (wish: PlanWish, how?: Step) => void
  readonly choose: (target: string) => void
  readonly again: (head: number) => void
  readonly applying: Applying
}

export type Applying = {
  readonly isBusy: boolean
  readonly trouble: (Problem & { readonly sentence: string }) | undefined
  readonly done: Done | undefined
  readonly apply: () => Promise<void>
}

/** Milliseconds that what is typed has to stand before it is planned. */
const patience = 600

const told = async (asked: Parameters<typeof askPlan>[0]): Promise<PlanView> => {
  const answer = await askPlan(asked)
  if (answer.ok) return answer.plan
  throw new Refused(answer.problem, answer.sentence)
}

const lost = {
  id: "connection-lost",
  facts: {},
  sentence: "The server did not answer, so it is not known whether this was done; open the page again.",
}

const useApplying = (record: string, head: number, ask: PlanAsk | undefined): Applying => {
  const [state, setState] = useState<Omit<Applying, "apply"> & { readonly of: string }>({
    ...{ of: "", isBusy: false, trouble: undefined, done: undefined },
  })
  const about = JSON.stringify([head, ask])
  const apply = async (): Promise<void> => {
    if (ask === undefined || state.isBusy) return
    setState({ of: about, isBusy: true, trouble: undefined, done: undefined })
    const answer = await applyPlan({ record, head, ask }).catch(() => undefined)
    const trouble =
      answer === undefined ? lost : answer.ok ? undefined : { ...answer.problem, sentence: answer.sentence }
    setState({ of: about, isBusy: false, trouble, done: answer?.ok === true ? answer.applied : undefined })
  }
  const isOf = state.of === about
  return {
    isBusy: isOf && state.isBusy,
    trouble: isOf ? state.trouble : undefined,
    done: isOf ? state.done : undefined,
    apply,
  }
}

/** An act as the address and the page ask for it, planned; and applying it. */
export const usePlan = (props: PlanProps): PlanModel => {
  const { record, kind, first, search, targets, ownTarget, defaults } = props
  const query = useSearch(search)
  const now = useNow(record, first)
  const [head, setHead] = useState(first.head)
  useEffect(() => setHead(first.head), [first.head])
  const [written, write] = useState(unwritten)
  const settled = useSettled(written, patience)
  const asked = useMemo(() => new URLSearchParams(query), [query])
  const target = targets.find(({ id }) => id === asked.get("target"))?.id ?? ownTarget
  const chosen = useMemo(
    () => chosenOf(parsePlanWish(kind, asked), { ...defaults, through: head }),
    [kind, asked, defaults, head],
  )
  const ask = useMemo(() => askOf(chosen, settled), [chosen, settled])
  const answer = useQuery({
    queryKey: ["plan", record, head, target, ask],
    queryFn: () => told({ record, head, target, ask: ask as PlanAsk }), // enabled only where there is one
    enabled: ask !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const applying = useApplying(record, head, ask)
  const { done } = applying
  const here = (wish: PlanWish, to: string): string =>
    planHref(record, wish, to === ownTarget ? undefined : to)
  const change = (wish: PlanWish, how: Step = "replace"): void => {
    if (done?.record === record) setHead(done.head)
    goTo(here(wish, target), how)
  }
  return {
    ...{ target, chosen, ask, head, now, written, write, change, applying },
    plan: ask === undefined || answer.error !== null ? undefined : answer.data,
    isPending: answer.isFetching || answer.isPlaceholderData || written !== settled,
    error: answer.error ?? undefined,
    choose: (id) => goTo(here(parsePlanWish(kind, asked), id)),
    again: setHead,
  }
}
