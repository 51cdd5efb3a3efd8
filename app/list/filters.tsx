"use client"
import Link from "next/link"
import { useRouter } from "next/navigation"
import { useEffect, useRef, useState, useTransition } from "react"
import { ImportButtons } from "#app/import/buttons.tsx"
import { type Trait, traits } from "#app/list/traits.ts"
import { plural } from "#lib/view/words.ts"
import { isNarrowed, type ListView, listAddress, narrowed, toggled } from "./address.ts"
import styles from "./list.module.css"

type Props = {
  readonly view: ListView
  readonly formats: readonly string[]
  readonly models: readonly string[]
  readonly total: number
}

/** Milliseconds after the last key before the list is asked for. */
const pause = 200

const traitWords = {
  altered: "≈ has altered",
  dropped: "× has dropped",
  findings: "has findings",
  quotes: "has mirrored quotes",
} satisfies Record<Trait, string>

type Change = (change: ListView, how: "push" | "replace") => void

const Search = ({ view, change }: { readonly view: ListView; readonly change: Change }) => {
  const [text, setText] = useState(view.q ?? "")
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(view.q ?? ""), [view.q]) // back, forward and "show all" change it too
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (value: string): void => {
    setText(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => change({ q: value === "" ? undefined : value }, "replace"), pause)
  }
  return (
    <input
      type="search"
      name="q"
      data-field=""
      className={styles.search}
      aria-label="Search sessions"
      aria-keyshortcuts="/"
      placeholder="Search words in sessions"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => type(event.target.value)}
    />
  )
}

type ChoiceProps = {
  readonly label: string
  readonly value: string | undefined
  readonly values: readonly string[]
  readonly choose: (value: string | undefined) => void
}

const Choice = ({ label, value, values, choose }: ChoiceProps) => (
  <select
    data-field=""
    className={styles.choice}
    aria-label={label}
    value={value ?? ""}
    onChange={(event) => choose(event.target.value === "" ? undefined : event.target.value)}
  >
    <option value="">any {label}</option>
    {values.map((each) => (
      <option key={each}>{each}</option>
    ))}
    {value !== undefined && !values.includes(value) ? <option>{value}</option> : null}
  </select>
)

/** Narrows the list. The address is the state: what is set here is set there, and the other way round. */
export const Filters = ({ view, formats, models, total }: Props) => {
  const router = useRouter()
  const [isPending, start] = useTransition()
  const change: Change = (wanted, how) => start(() => router[how](listAddress(narrowed(view, wanted))))
  return (
    <search className={styles.filters} aria-label="Filter sessions" aria-busy={isPending}>
      <Search view={view} change={change} />
      <Choice
        label="format"
        value={view.format}
        values={formats}
        choose={(format) => change({ format }, "push")}
      />
      <Choice
        label="model"
        value={view.model}
        values={models}
        choose={(model) => change({ model }, "push")}
      />
      {traits.map((trait) => (
        <Link
          key={trait}
          href={listAddress(toggled(view, trait))}
          prefetch={false}
          className={styles.trait}
          data-how={trait === "altered" || trait === "dropped" ? trait : undefined}
          data-severity={trait === "findings" || trait === "quotes" ? "warning" : undefined}
          aria-current={view.has?.includes(trait) ?? false}
        >
          {trait === "findings" || trait === "quotes" ? <span data-square="" /> : null} {traitWords[trait]}
        </Link>
      ))}
      <output className={styles.total} data-quiet="">
        {plural(total, "session")}
      </output>
      {isNarrowed(view) ? (
        <Link href={listAddress({ order: view.order })} prefetch={false}>
          Show all
        </Link>
      ) : null}
      <ImportButtons />
    </search>
  )
}
