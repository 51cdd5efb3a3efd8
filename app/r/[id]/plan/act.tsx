"use client"
import Link from "next/link"
import { type RefObject, useState } from "react"
import { recordHref, requestsHref } from "#lib/view/address.ts"
import { planHref } from "#lib/view/plan-address.ts"
import { stretches } from "#lib/view/stretches.ts"
import { number } from "#lib/view/words.ts"
import { DeleteRecord } from "../delete-record.tsx"
import styles from "./act.module.css"
import { Controls } from "./controls.tsx"
import type { Done, PlanModel, PlanProps } from "./use-plan.ts"

type Props = { readonly of: PlanProps; readonly model: PlanModel }

/** A fork is taken back by deleting it. */
const Forked = ({ of: { record, title }, done }: { readonly of: PlanProps; readonly done: Done }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span>
        A new record was made, with {number(done.head)} entries.{" "}
        <span data-quiet="">This one stays as it was.</span>
      </span>
      <Link data-button="" href={recordHref(done.record, {})} prefetch={false}>
        Open it
      </Link>
      <Link data-button="" href={`/r/${encodeURIComponent(done.record)}/chat`} prefetch={false}>
        Its chat
      </Link>
      <button type="button" data-button="danger" onClick={() => setOpen(true)}>
        Delete it…
      </button>
      <DeleteRecord
        record={done.record}
        title={title}
        open={isOpen}
        onOpen={setOpen}
        then={planHref(record, { kind: "fork" })}
      />
    </>
  )
}

const Appended = ({ of: { record, kind }, done }: { readonly of: PlanProps; readonly done: Done }) => (
  <>
    <span>
      Appended: {done.seqs.length === 1 ? "entry" : "entries"} {stretches(done.seqs)}.
    </span>
    {kind === "undo" ? (
      <Link data-button="" href={`/r/${encodeURIComponent(record)}/plan`} prefetch={false}>
        Plan another
      </Link>
    ) : (
      <Link data-button="" href={planHref(record, { kind: "undo", of: done.seqs })} prefetch={false}>
        Undo
      </Link>
    )}
    <Link
      data-button="plain"
      href={recordHref(record, kind === "compaction" ? { block: `${done.seqs[0] ?? 0}.0` } : {})}
      prefetch={false}
    >
      Inspector
    </Link>
    <Link data-button="plain" href={`/r/${encodeURIComponent(record)}/chat`} prefetch={false}>
      Chat
    </Link>
    <Link data-button="plain" href={requestsHref(record, {})} prefetch={false}>
      Requests
    </Link>
  </>
)

/** Why a plan cannot be applied now; undefined where it can. */
const hindrance = ({ plan, isPending, now, ask, error }: PlanModel): string | undefined => {
  if (ask === undefined || error !== undefined) return "There is nothing to apply."
  if (now.isRunning && ask.kind !== "fork")
    return "A turn is at work in this record; stop it, or let it end, first."
  if (isPending || plan === undefined) return "Planning…"
  return plan.figures === undefined ? "It needs a summary first." : undefined
}

type ApplyProps = { readonly model: PlanModel; readonly button: RefObject<HTMLButtonElement | null> }

const Apply = ({ model, button }: ApplyProps) => {
  const { plan, applying, head, now, again } = model
  const { trouble, isBusy } = applying
  const why = hindrance(model)
  const grown = typeof trouble?.facts["head"] === "number" ? trouble.facts["head"] : now.head
  return (
    <>
      <span id="apply-words" className={styles.appends} data-quiet={why === undefined ? undefined : ""}>
        {why ?? plan?.appends}
      </span>
      {grown > head ? (
        <button type="button" data-button="" onClick={() => again(grown)}>
          Plan again, for entry {number(grown)}
        </button>
      ) : null}
      <button
        ref={button}
        type="button"
        data-button="main"
        aria-describedby="apply-words"
        aria-keyshortcuts="a"
        disabled={why !== undefined || isBusy}
        onClick={() => void applying.apply()}
      >
        {isBusy ? "Applying…" : "Apply"}
      </button>
    </>
  )
}

/** What the act is, its options, and applying it: what was done then stands in the same place, and how it is taken back. */
export const Act = ({ of, model, button }: Props & ApplyProps) => {
  const { plan, error, applying, chosen } = model
  const { done, trouble } = applying
  const nothing = chosen.kind === "undo" && chosen.of.length === 0
  return (
    <div className={styles.act}>
      <div className={styles.options}>
        <b>{of.sentence}</b> <Controls of={of} model={model} />
        {plan?.moved === undefined ? null : <span className={styles.moved}>{plan.moved}</span>}
      </div>
      {nothing ? (
        <p className={styles.trouble}>No act is in force in this record, so there is nothing to take back.</p>
      ) : null}
      {error === undefined ? null : (
        <p role="alert" className={styles.trouble}>
          {error.message}
        </p>
      )}
      {trouble === undefined ? null : (
        <p role="alert" className={styles.trouble} data-problem={trouble.id}>
          {trouble.sentence}
        </p>
      )}
      <div className={styles.apply}>
        {done === undefined ? (
          <Apply model={model} button={button} />
        ) : (
          <div role="status" className={styles.done}>
            <span aria-hidden="true" className={styles.fine}>
              ✓
            </span>
            {done.record === of.record ? <Appended of={of} done={done} /> : <Forked of={of} done={done} />}
          </div>
        )}
      </div>
    </div>
  )
}
