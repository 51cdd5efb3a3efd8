"use client"
import { useRouter } from "next/navigation"
import { useMemo } from "react"
import { Foot } from "#app/ui/frame.tsx"
import { useKeys } from "#app/ui/keys.ts"
import { asked as askedOf, recordHref } from "#lib/view/address.ts"
import type { TargetChoice } from "../choices.tsx"
import { go, useAddress } from "../use-address.ts"
import { type Subject, useTallies } from "../use-tallies.ts"
import styles from "./comparison.module.css"
import { ComparisonBar } from "./comparison-bar.tsx"
import { Losses } from "./losses.tsx"
import { ReasonTable } from "./reason-table.tsx"
import { TargetTable } from "./target-table.tsx"
import { useComparisonCommands } from "./use-comparison-commands.ts"

type Props = {
  readonly record: string
  readonly head: number
  readonly projector: number
  readonly targets: readonly TargetChoice[]
  /** The query of the URL as the server saw it. */
  readonly search: string
  readonly ownTarget: string
}

const keysOfTargets = (targets: readonly TargetChoice[], choose: (id: string) => void) =>
  Object.fromEntries(targets.slice(0, 9).map(({ id }, index) => [String(index + 1), () => choose(id)]))

/** The chosen target's wire is counted first, then the others in their order. */
const firstOf = (targets: readonly TargetChoice[], chosen: string): readonly string[] => [
  chosen,
  ...targets.map(({ id }) => id).filter((id) => id !== chosen),
]

const choose = (target: string): void => go({ target }, "replace")

/** One record for all targets: by target, each with its losses; by reason, which targets lose what. */
export const Comparison = ({ record, head, projector, targets, search, ownTarget }: Props) => {
  const router = useRouter()
  const address = useAddress(search)
  const chosen = targets.find(({ id }) => id === address.target) ?? targets.find(({ id }) => id === ownTarget)
  const target = chosen?.id ?? ownTarget
  const asOf = Math.min(address.asOf ?? head, head)
  const subject: Subject = { record, asOf, vision: address.vision, projector }
  const tallies = useTallies(
    subject,
    useMemo(() => firstOf(targets, target), [targets, target]),
  )
  const shown = useMemo(
    () => targets.flatMap(({ id }) => tallies.known.get(id) ?? []),
    [targets, tallies.known],
  )
  const turn = (): void => go({ by: address.by === undefined ? "reason" : undefined })
  const hrefOf = useMemo(() => {
    const kept = askedOf({ ...address, order: "rows", filter: "" })
    return (of: { readonly target: string; readonly block?: string; readonly filter?: string }) =>
      recordHref(record, { ...kept, ...of })
  }, [record, address])
  const step = (by: 1 | -1): void => {
    const at = targets.findIndex(({ id }) => id === target)
    choose(targets[Math.min(targets.length - 1, Math.max(0, at + by))]?.id ?? target)
  }
  useKeys({
    ...keysOfTargets(targets, choose),
    j: () => step(1),
    k: () => step(-1),
    o: turn,
    enter: () => (document.activeElement === document.body ? router.push(hrefOf({ target })) : false),
  })
  useComparisonCommands({ targets, choose, turn, open: () => router.push(hrefOf({ target })) })
  return (
    <main className={styles.main} data-by={address.by ?? "target"}>
      <ComparisonBar
        address={address}
        asOf={asOf}
        head={head}
        targets={targets}
        target={target}
        tallies={tallies}
        href={hrefOf}
      />
      {address.by === "reason" ? (
        <ReasonTable
          record={record}
          asOf={asOf}
          targets={targets}
          target={target}
          tallies={shown}
          href={hrefOf}
        />
      ) : (
        <>
          <TargetTable targets={targets} target={target} tallies={tallies} onChoose={choose} />
          <Losses
            key={target}
            record={record}
            asOf={asOf}
            choice={chosen}
            tally={tallies.known.get(target)}
            error={tallies.errors.get(target)}
            href={hrefOf}
          />
        </>
      )}
      <Foot data-quiet="">
        <span>
          <kbd data-key="">1</kbd> … <kbd data-key="">9</kbd> <kbd data-key="">0</kbd> target
        </span>
        <span>
          <kbd data-key="">j</kbd> <kbd data-key="">k</kbd> next, previous target
        </span>
        <span>
          <kbd data-key="">Enter</kbd> open the record for it
        </span>
        <span>
          <kbd data-key="">o</kbd> by target, by reason
        </span>
      </Foot>
    </main>
  )
}
