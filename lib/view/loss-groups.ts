import type { Finding } from "#lib/lint/finding.ts"
import { ranked } from "./compare.ts"
import type { Loss, Tally } from "./tally.ts"
import { reasonSentence } from "./words.ts"

/** Rows of a record that one reason, or one rule of the lint, is about. */
export type Group = {
  readonly name: string
  readonly sentence: string
  readonly keys: readonly string[]
  /** The filter of the record's page that leaves just these. */
  readonly filter: string
  readonly mark:
    | { readonly how: Loss["how"]; readonly reason: Loss["reason"] }
    | { readonly severity: Finding["severity"] }
}

const severityOrder = ["error", "warning", "hint"] as const

/** A target's losses by reason, the heaviest first; then its findings by rule, the worst first. */
export const groupsOf = ({ losses, broken }: Tally): readonly Group[] => [
  ...ranked(losses).map(
    ({ how, reason, keys }): Group => ({
      name: reason,
      sentence: reasonSentence(reason),
      keys,
      filter: `how:${how} reason:${reason}`,
      mark: { how, reason },
    }),
  ),
  ...severityOrder.flatMap((severity) =>
    broken
      .filter((each) => each.severity === severity)
      .map(
        ({ rule, meaning, fix, keys }): Group => ({
          name: rule,
          sentence: `${meaning} ${fix}`,
          keys,
          filter: `finding:${rule}`,
          mark: { severity },
        }),
      ),
  ),
]

/** One line of the list of groups: a group's head, one of its rows, or how many more there are. */
export type GroupItem =
  | { readonly is: "head"; readonly group: Group; readonly isOpen: boolean }
  | { readonly is: "row"; readonly group: Group; readonly at: number }
  | { readonly is: "more"; readonly group: Group; readonly hidden: number }

/** How many rows a group shows before it is opened. */
const shown = 3

/** Whether a group has more rows than it shows unasked. */
export const isFoldable = ({ keys }: Group): boolean => keys.length > shown + 1

/** The list of groups, those opened that `isOpen` says. */
export const groupItems = (
  groups: readonly Group[],
  isOpen: (group: Group) => boolean,
): readonly GroupItem[] =>
  groups.flatMap((group): readonly GroupItem[] => {
    const whole = !isFoldable(group) || isOpen(group)
    const count = whole ? group.keys.length : shown
    return [
      { is: "head", group, isOpen: whole },
      ...Array.from({ length: count }, (_, at): GroupItem => ({ is: "row", group, at })),
      ...(whole ? [] : [{ is: "more", group, hidden: group.keys.length - count } as const]),
    ]
  })
