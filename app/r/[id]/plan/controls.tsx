"use client"
import { Toggle } from "@base-ui/react/toggle"
import { ToggleGroup } from "@base-ui/react/toggle-group"
import { type ReactNode, useEffect, useId, useState } from "react"
import { useSettled } from "#app/ui/use-settled.ts"
import { unreachable } from "#lib/unreachable.ts"
import type { ActInForce } from "#lib/view/acts-in-force.ts"
import { stretches } from "#lib/view/stretches.ts"
import { moment, number } from "#lib/view/words.ts"
import choices from "../choices.module.css"
import styles from "./act.module.css"
import type { PlanModel, PlanProps } from "./use-plan.ts"

type NumberProps = {
  readonly before: ReactNode
  readonly after: ReactNode
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}

/** Milliseconds that a number has to stand before it is planned with. */
const patience = 350

/** A number within words that say what it does. It counts once it has stood a moment, or when it is left. */
const NumberField = ({ before, after, label, value, least, most, onChange }: NumberProps) => {
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])
  const settled = useSettled(typed, patience)
  const take = (text: string): void => {
    const within = Math.min(most, Math.max(least, Number(text)))
    if (text !== "" && within !== value) onChange(within)
    else setTyped(String(value))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a number that was typed is a reason to plan anew
  useEffect(() => {
    if (settled === typed && settled !== "" && settled !== String(value)) take(settled)
  }, [settled])
  return (
    <label className={styles.field}>
      {before}
      <input
        data-field=""
        className={styles.number}
        inputMode="numeric"
        aria-label={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, "").slice(0, 9))}
        onBlur={() => take(typed)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return
          event.preventDefault()
          take(String(Math.max(0, value + (event.key === "ArrowUp" ? 1 : -1))))
        }}
      />
      {after}
    </label>
  )
}

type ChoiceProps = {
  readonly label: string
  readonly words: readonly [yes: string, no: string]
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

const Choice = ({ label, words, value, onChange }: ChoiceProps) => (
  <ToggleGroup
    className={choices.group}
    aria-label={label}
    value={[String(value)]}
    onValueChange={([chosen]) => {
      if (chosen !== undefined) onChange(chosen === "true")
    }}
  >
    <Toggle value="true" className={choices.option}>
      {words[0]}
    </Toggle>
    <Toggle value="false" className={choices.option}>
      {words[1]}
    </Toggle>
  </ToggleGroup>
)

const printed = (seqs: readonly number[]): string => stretches(seqs, "-", ",")

const actWords = ({ words, seqs, at }: ActInForce): string =>
  `${stretches(seqs)}: ${words}${at === null ? "" : ` · ${moment(at)}`}`

type ActProps = {
  readonly acts: readonly ActInForce[]
  readonly of: readonly number[]
  readonly onChange: (of: readonly number[]) => void
}

/** Acts that are offered to be taken back; the page of plans has all. */
const mostActs = 200

const ActChoice = ({ acts, of, onChange }: ActProps) => {
  const id = useId()
  const now = printed(of)
  const offered = acts.slice(0, mostActs)
  const isOffered = offered.some(({ seqs }) => printed(seqs) === now)
  return (
    <span className={styles.field}>
      <label htmlFor={id}>Takes back</label>
      <select
        id={id}
        data-field=""
        className={styles.acts}
        value={now}
        onChange={(event) => {
          const act = acts.find(({ seqs }) => printed(seqs) === event.target.value)
          if (act !== undefined) onChange(act.seqs)
        }}
      >
        {isOffered ? null : <option value={now}>entries {stretches(of)}</option>}
        {offered.map((act) => (
          <option key={printed(act.seqs)} value={printed(act.seqs)}>
            {actWords(act)}
          </option>
        ))}
      </select>
    </span>
  )
}

type Props = { readonly of: PlanProps; readonly model: PlanModel }

/** The options of an act, as words with numbers in them. */
export const Controls = ({ of: { acts }, model: { chosen, head, change } }: Props) => {
  switch (chosen.kind) {
    case "compaction":
      return (
        <NumberField
          before="Leaves the newest"
          after="messages as they are."
          label="Messages that stay"
          value={chosen.preserve}
          least={0}
          most={head}
          onChange={(preserve) => change({ ...chosen, preserve })}
        />
      )
    case "microcompaction":
      return (
        <>
          <NumberField
            before="Leaves the newest"
            after="results whole;"
            label="Results that stay whole"
            value={chosen.keep}
            least={0}
            most={head}
            onChange={(keep) => change({ ...chosen, keep })}
          />
          <NumberField
            before="clears older ones of at least"
            after="characters."
            label="Least characters"
            value={chosen.least}
            least={0}
            most={999_999_999}
            onChange={(least) => change({ ...chosen, least })}
          />
        </>
      )
    case "rewind":
      return (
        <>
          <NumberField
            before="Back to entry"
            after={<span data-quiet="">of {number(head)}, which</span>}
            label="Entry to go back to"
            value={chosen.to}
            least={1}
            most={head}
            onChange={(to) => change({ ...chosen, to })}
          />
          <Choice
            label="The entry itself"
            words={["stays", "goes too"]}
            value={chosen.keep}
            onChange={(keep) => change({ ...chosen, keep })}
          />
        </>
      )
    case "fork":
      return (
        <NumberField
          before="With entries 1 to"
          after={<span data-quiet="">of {number(head)}.</span>}
          label="Last entry that is copied"
          value={chosen.through}
          least={1}
          most={head}
          onChange={(through) => change({ ...chosen, through })}
        />
      )
    case "undo":
      return acts.length === 0 && chosen.of.length === 0 ? null : (
        <ActChoice acts={acts} of={chosen.of} onChange={(seqs) => change({ kind: "undo", of: seqs })} />
      )
    case "repair":
      return null
    default:
      return unreachable(chosen)
  }
}
