"use client"
import { AlertDialog } from "@base-ui/react/alert-dialog"
import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { type ReactNode, useRef, useState } from "react"
import { type BriefAnswer, type PlanBrief, planBriefly } from "#app/actions/plan-briefly.ts"
import { applyPlan } from "#app/actions/plans.ts"
import type { Applied } from "#lib/live/plans.ts"
import { type Act, actTitle, actVerbs, type Came } from "#lib/view/let-go.ts"
import { planHref } from "#lib/view/plan-address.ts"
import styles from "./plan-dialog.module.css"

type Of = { readonly record: string; readonly target: string; readonly act: Act }

type Doing = (came: Came, applied: Applied) => void

/** The plan of an act, worked out anew whenever it is asked for; and doing it, which says why it was refused. */
const usePlan = ({ record, target, act }: Of, onDone: Doing) => {
  const [refusal, setRefusal] = useState("")
  const [isBusy, setBusy] = useState(false)
  const planned = useQuery({
    queryKey: ["plan", record, target, act],
    queryFn: () => planBriefly({ record, target, ask: act }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const answer = planned.isFetching ? undefined : planned.data
  const again = async (): Promise<void> => {
    setRefusal("")
    await planned.refetch()
  }
  const apply = async (): Promise<void> => {
    if (isBusy || answer?.ok !== true) return
    setBusy(true)
    try {
      const done = await applyPlan({ record, ask: act, head: answer.brief.head })
      if (done.ok) onDone(answer.brief, done.applied)
      else setRefusal(done.sentence)
    } catch {
      setRefusal("The server does not answer; see whether it runs, and try again.")
    } finally {
      setBusy(false)
    }
  }
  return { answer, failed: planned.isError, refusal, isBusy, again, apply }
}

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => (
  <section className={styles.lines}>
    <h3 data-quiet="" data-small="">
      {title}
    </h3>
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </section>
)

const Brief = ({ brief }: { readonly brief: PlanBrief }) => (
  <>
    <p data-quiet="">{brief.means}</p>
    {brief.moved === undefined ? null : (
      <p className={styles.moved} data-how="altered">
        <span aria-hidden="true">≈</span> {brief.moved.words}
      </p>
    )}
    <Lines title="The record" lines={brief.record} />
    <Lines title="What crosses" lines={brief.wire} />
  </>
)

const Worked = ({
  answer,
  failed,
}: {
  readonly answer: BriefAnswer | undefined
  readonly failed: boolean
}) => {
  if (failed) return <p role="alert">The server does not answer; see whether it runs, and try again.</p>
  if (answer === undefined) return <p role="status">Working out what this would do…</p>
  return answer.ok ? <Brief brief={answer.brief} /> : <p role="alert">{answer.sentence}</p>
}

type PlannedProps = Of & { readonly onDone: Doing; readonly children: ReactNode }

/** The plan, and what can be done with it: the first button is what Enter does. */
const Planned = ({ children, onDone, ...of }: PlannedProps) => {
  const { answer, failed, refusal, isBusy, again, apply } = usePlan(of, onDone)
  const isRefused = refusal !== "" || failed || answer?.ok === false
  return (
    <>
      <div className={styles.words}>
        <Worked answer={answer} failed={failed} />
      </div>
      {refusal === "" ? null : (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <div className={styles.buttons}>
        <Link href={planHref(of.record, of.act, of.target)} prefetch={false} className={styles.whole}>
          Open the whole plan
        </Link>
        {children}
        <button
          type="button"
          data-button=""
          data-first=""
          aria-disabled={isBusy || (answer === undefined && !failed)}
          onClick={() => void (isRefused ? again() : apply())}
        >
          {isRefused ? "Plan again" : actVerbs[of.act.kind]} <kbd data-key="">Enter</kbd>
        </button>
      </div>
    </>
  )
}

type Props = {
  readonly record: string
  readonly target: string
  /** What is about to be done; undefined where nothing is, and the dialog is closed. */
  readonly act: Act | undefined
  readonly onLeave: () => void
  readonly onDone: (act: Act, came: Came, applied: Applied) => void
  /** Where the keyboard goes on when it is done; else to what says that it was. */
  readonly goOn?: () => HTMLElement | null
}

/** Where the keyboard was before a dialog, and where it goes on behind it. */
const useReturn = (goOn: Props["goOn"]) => {
  const before = useRef<Element | null>(null)
  const isDone = useRef(false)
  const next = (): Element | null =>
    isDone.current ? (goOn?.() ?? document.querySelector("[data-after-act]")) : before.current
  return {
    open: (): void => {
      before.current = document.activeElement
      isDone.current = false
    },
    done: (): void => {
      isDone.current = true
    },
    /** The dialog itself would go to a control within what had the focus. */
    close: (): false => {
      const to = next()
      if (to instanceof HTMLElement) queueMicrotask(() => to.focus({ preventScroll: true }))
      return false
    },
  }
}

/** Shows what an act on a record would do, worked out for a target, and does it on Enter; Escape leaves the record as it is. */
export const PlanDialog = ({ record, target, act, onLeave, onDone, goOn }: Props) => {
  const popup = useRef<HTMLDivElement>(null)
  const focus = useReturn(goOn)
  return (
    <AlertDialog.Root open={act !== undefined} onOpenChange={(open) => (open ? undefined : onLeave())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop data-backdrop="" />
        <AlertDialog.Popup
          data-dialog=""
          className={styles.dialog}
          ref={popup}
          finalFocus={focus.close}
          initialFocus={() => {
            focus.open()
            return popup.current?.querySelector<HTMLElement>("[data-first]") ?? true
          }}
        >
          {act === undefined ? null : (
            <>
              <AlertDialog.Title data-title="">{actTitle(act)}</AlertDialog.Title>
              <Planned
                {...{ record, target, act }}
                onDone={(came, applied) => {
                  focus.done()
                  onDone(act, came, applied)
                }}
              >
                <AlertDialog.Close data-button="plain">
                  Cancel <kbd data-key="">Esc</kbd>
                </AlertDialog.Close>
              </Planned>
            </>
          )}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
