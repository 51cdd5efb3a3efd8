"use client"
import { useQuery } from "@tanstack/react-query"
import { Waiting } from "#app/ui/frame.tsx"
import type { RequestDiff } from "#lib/view/request-diff.ts"
import { askAtLength } from "../ask.ts"
import { TargetTabs } from "../choices.tsx"
import { DiffView } from "../requests/diff-view.tsx"
import { TargetPicker } from "../target-picker.tsx"
import { FiguresView } from "./figures.tsx"
import type { PlanModel, PlanProps } from "./use-plan.ts"
import styles from "./wire-pane.module.css"

type Props = { readonly of: PlanProps; readonly model: PlanModel }

const noCounts: ReadonlyMap<string, number> = new Map()

const Diff = ({ of: { record }, model: { head, target, ask } }: Props) => {
  const { data, error } = useQuery({
    queryKey: ["plan diff", record, head, target, ask],
    queryFn: ({ signal }) =>
      askAtLength<RequestDiff | null>(
        `/r/${encodeURIComponent(record)}/plan/diff`,
        { head, target, ask },
        signal,
      ),
    retry: false,
  })
  if (error !== null)
    return (
      <p role="alert" className={styles.note}>
        {error.message}
      </p>
    )
  if (data === undefined || data === null)
    return (
      <p className={styles.note}>
        <Waiting words="Comparing the wires…" />
      </p>
    )
  return <DiffView diff={data} names={["before", "after"]} />
}

const Wires = (props: Props) => {
  const { of, model } = props
  const { plan, chosen } = model
  if (plan === undefined) return null
  if (plan.figures === undefined)
    return (
      <p className={styles.note}>
        {chosen.kind === "compaction"
          ? "A summary is needed before the wires can be compared: write one, or have a model write it."
          : "There is no later wire."}
      </p>
    )
  return (
    <>
      <FiguresView record={of.record} figures={plan.figures} />
      {model.isPending ? null : <Diff {...props} />}
    </>
  )
}

/** What an act does to the wire of a target: figures, then both wires as a difference. */
export const WirePane = (props: Props) => {
  const { of, model } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reached by keyboard
    <section className={styles.pane} aria-label="The wire" tabIndex={0} aria-busy={model.isPending}>
      <div className={styles.head}>
        <h2>
          <b>The wire</b>
        </h2>
        <TargetTabs targets={of.targets} target={model.target} onChange={model.choose} />
        <div className={styles.others}>
          <TargetPicker
            targets={of.targets}
            target={model.target}
            differences={noCounts}
            onChange={model.choose}
          />
        </div>
      </div>
      <Wires {...props} />
    </section>
  )
}
