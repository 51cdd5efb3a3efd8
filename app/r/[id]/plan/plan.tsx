"use client"
import { useRef, useState } from "react"
import { Foot, Waiting } from "#app/ui/frame.tsx"
import { useKeys } from "#app/ui/keys.ts"
import { KeysDialog } from "../keys-help.tsx"
import { Act } from "./act.tsx"
import { LinePane, type ToHere } from "./line-pane.tsx"
import styles from "./plan.module.css"
import { PlanBar } from "./plan-bar.tsx"
import { Strip } from "./strip.tsx"
import { Summary } from "./summary.tsx"
import { type PlanModel, type PlanProps, usePlan } from "./use-plan.ts"
import { usePlanCommands } from "./use-plan-commands.ts"
import { WirePane } from "./wire-pane.tsx"

const keys: readonly (readonly [keys: string, does: string])[] = [
  ["a", "to Apply, which Enter presses"],
  ["s", "to the summary of a compaction"],
  ["1 … 9", "one of the first nine targets"],
  ["0", "any target: type its number or its name"],
  ["⌘K  Ctrl K", "commands, other acts among them"],
  ["?", "this list"],
]

/** A row's own button, where the act goes to an entry. */
const toHereOf = ({ chosen, change }: PlanModel): ToHere | undefined => {
  if (chosen.kind === "rewind")
    return { words: "back to here", act: (to) => change({ ...chosen, to }, "push") }
  if (chosen.kind === "fork")
    return { words: "to here", act: (through) => change({ ...chosen, through }, "push") }
  return undefined
}

const Line = ({ of, model }: { readonly of: PlanProps; readonly model: PlanModel }) => {
  const { plan, error, ask } = model
  if (plan !== undefined)
    return <LinePane record={of.record} target={model.target} plan={plan} toHere={toHereOf(model)} />
  return error === undefined && ask !== undefined ? (
    <p className={styles.note}>
      <Waiting words="Planning…" />
    </p>
  ) : null
}

/** One act on a record, planned: what it is, what it does to the line and to the wire; applied, and taken back. */
export const Plan = (props: PlanProps) => {
  const model = usePlan(props)
  const { plan, chosen, head } = model
  const button = useRef<HTMLButtonElement>(null)
  const summary = useRef<HTMLTextAreaElement>(null)
  const [keysOpen, setKeysOpen] = useState(false)
  const targetKeys = props.targets
    .slice(0, 9)
    .map(({ id }, index) => [String(index + 1), () => model.choose(id)] as const)
  useKeys({
    ...Object.fromEntries(targetKeys),
    a: () => button.current?.focus(),
    s: () => (summary.current === null ? false : summary.current.focus()),
    "?": () => setKeysOpen(true),
  })
  usePlanCommands(props.record, model.target)
  return (
    <main className={styles.main} aria-busy={model.isPending}>
      <PlanBar
        record={props.record}
        kind={props.kind}
        target={model.target}
        own={props.ownTarget}
        head={head}
      />
      <Act of={props} model={model} button={button} />
      {plan === undefined ? null : <Strip plan={plan} />}
      <div className={styles.line}>
        {chosen.kind === "compaction" ? (
          <Summary
            record={props.record}
            head={head}
            preserve={chosen.preserve}
            written={model.written}
            write={model.write}
            field={summary}
          />
        ) : null}
        <Line of={props} model={model} />
      </div>
      <WirePane of={props} model={model} />
      <Foot data-quiet="">
        <span>
          <kbd data-key="">a</kbd> to Apply
        </span>
        {chosen.kind === "compaction" ? (
          <span>
            <kbd data-key="">s</kbd> to the summary
          </span>
        ) : null}
        <span>
          <kbd data-key="">1</kbd> … <kbd data-key="">9</kbd> <kbd data-key="">0</kbd> target
        </span>
        <span>
          <kbd data-key="">?</kbd> keys
        </span>
      </Foot>
      <KeysDialog open={keysOpen} onOpen={setKeysOpen} title="Keys" columns={[keys]} />
    </main>
  )
}
