import type { Finding } from "#lib/lint/finding.ts"
import type { Told } from "#lib/lint/told.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { isLabel } from "./words.ts"

/** A finding at its row, by number. */
export type Placed<Found extends Finding = Finding> = Found & { readonly row: number }

/** A finding as a page is told of it. */
export type FindingView = Placed<Told>

/** A row as far as findings look: what it is of, and where it stands on the wire. */
type Pointing =
  | { readonly is: "entry" }
  | { readonly is: "crossing"; readonly crossing: Pick<Crossing, "at" | "reason"> }

/** Whose row a pointer is of; where several share a text, the first that does more than introduce it. */
const rowsByPointer = (rows: readonly Pointing[]): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const labels = new Map<string, number>()
  for (const [number, row] of rows.entries()) {
    if (row.is === "entry") continue
    const to = isLabel(row.crossing.reason) ? labels : found
    for (const { pointer } of row.crossing.at) if (!to.has(pointer)) to.set(pointer, number)
  }
  return new Map([...labels, ...found])
}

/** Findings in their order, each at the row that holds its place; one about all of the request where the request begins. */
export const placed = <Found extends Finding>(
  findings: readonly Found[],
  rows: readonly Pointing[],
): readonly Placed<Found>[] => {
  if (findings.length === 0) return []
  const known = rowsByPointer(rows)
  const first = rows.findIndex((row) => row.is === "crossing" && row.crossing.at.length > 0)
  return findings.map((finding) => {
    let at = finding.pointer
    while (at !== "" && !known.has(at)) at = at.slice(0, at.lastIndexOf("/"))
    return { ...finding, row: known.get(at) ?? first }
  })
}

/** Findings by their row, in order. */
export const byRow = <Found extends Placed>(
  findings: readonly Found[],
): ReadonlyMap<number, readonly Found[]> => {
  const groups = new Map<number, Found[]>()
  for (const finding of findings) {
    const group = groups.get(finding.row)
    if (group === undefined) groups.set(finding.row, [finding])
    else group.push(finding)
  }
  return groups
}

const severityList = ["error", "warning", "hint"] as const

/** The worst that is among findings; undefined where there are none. */
export const worst = (findings: readonly Finding[]): Finding["severity"] | undefined =>
  severityList.find((severity) => findings.some((finding) => finding.severity === severity))

/** How many findings there are of each severity that there is, the worst first. */
export const severityCounts = (
  findings: readonly Finding[],
): readonly (readonly [severity: Finding["severity"], count: number])[] =>
  severityList.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    return count === 0 ? [] : [[severity, count] as const]
  })

/** Whether any of findings is of a severity or a rule that is named. */
export const isAmong = (findings: readonly Finding[], names: readonly string[]): boolean =>
  findings.some(({ severity, rule }) => names.includes(severity) || names.includes(rule))
