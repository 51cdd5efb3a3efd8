import type { Finding } from "#lib/lint/finding.ts"
import { told } from "#lib/lint/told.ts"
import type { Projection } from "#lib/project.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { Crossing, How } from "#lib/wire/crossing.ts"
import type { Reason } from "#lib/wire/reason.ts"
import { type Counts, counts, isOut } from "./counts.ts"
import { placed, severityCounts } from "./findings.ts"
import { rowsOf } from "./rows.ts"

/** All that a target alters, drops or makes for one reason; `keys` name the rows of a record's page, in the wire's order. */
export type Loss = {
  readonly how: Exclude<How, "carried">
  readonly reason: Reason
  readonly keys: readonly string[]
}

/** All findings of one rule; `keys` as above, empty text where a finding is about no row. */
export type Broken = {
  readonly rule: string
  readonly severity: Finding["severity"]
  readonly meaning: string
  readonly fix: string
  readonly keys: readonly string[]
}

/** What a target makes of a record: the counts, what is not carried by reason, what the lint says. */
export type Tally = {
  readonly target: string
  readonly model: string
  readonly asOf: number
  /** Of the body, in UTF-8. */
  readonly bytes: number
  readonly counts: Counts
  /** Without what is out of the line, which is the same for every target. */
  readonly losses: readonly Loss[]
  /** How many blocks are out of the line, by reason. */
  readonly out: readonly (readonly [Reason, number])[]
  /** How many findings there are, the worst first. */
  readonly findings: ReturnType<typeof severityCounts>
  readonly broken: readonly Broken[]
}

/** Values in lists by a name, in the order in which the names first come. */
const grouped = <Value>(
  values: Iterable<Value>,
  name: (value: Value) => string,
): readonly (readonly Value[])[] => {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const known = groups.get(name(value))
    if (known === undefined) groups.set(name(value), [value])
    else known.push(value)
  }
  return [...groups.values()]
}

type Lost = Omit<Loss, "keys"> & { readonly key: string }

const lostOf = ({ how, reason }: Crossing, key: string): readonly Lost[] =>
  how === "carried" || reason === undefined ? [] : [{ how, reason, key }]

const lossesOf = (crossings: readonly Crossing[], keys: readonly string[]): readonly Loss[] => {
  const lost = crossings.flatMap((crossing, index) =>
    isOut(crossing) ? [] : lostOf(crossing, keys[index] ?? ""),
  )
  return grouped(lost, ({ how, reason }) => `${how} ${reason}`).flatMap((group) => {
    const [first] = group
    return first === undefined
      ? []
      : [{ how: first.how, reason: first.reason, keys: group.map(({ key }) => key) }]
  })
}

const outOf = (crossings: readonly Crossing[]): Tally["out"] => {
  const reasons = crossings.flatMap((crossing) =>
    isOut(crossing) && crossing.reason !== undefined ? [crossing.reason] : [],
  )
  return grouped(reasons, (reason) => reason).flatMap((group) =>
    group[0] === undefined ? [] : [[group[0], group.length] as const],
  )
}

const brokenOf = (
  findings: readonly Finding[],
  crossings: readonly Crossing[],
  keys: readonly string[],
): readonly Broken[] => {
  const rows = crossings.map((crossing) => ({ is: "crossing", crossing }) as const)
  return grouped(placed(findings, rows), ({ rule, severity }) => `${severity} ${rule}`).flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { rule, severity, meaning, fix } = told(first)
    return [{ rule, severity, meaning, fix, keys: group.map(({ row }) => keys[row] ?? "") }]
  })
}

/** Counts a projection; `entries` are those it was made of, `findings` the lint's about its wire. */
export const tally = (
  entries: readonly Entry[],
  projection: Projection,
  findings: readonly Finding[],
): Tally => {
  const crossings = projection.crossings.all()
  const keys = rowsOf(crossings, entries).map(({ key }) => key)
  return {
    target: projection.target.id,
    model: projection.model,
    asOf: projection.asOf,
    bytes: projection.wire.length,
    counts: counts(crossings),
    losses: lossesOf(crossings, keys),
    out: outOf(crossings),
    findings: severityCounts(findings),
    broken: brokenOf(findings, crossings, keys),
  }
}
