import type { FindingView } from "#lib/view/findings.ts"
import type { Item } from "#lib/view/items.ts"
import type { Index } from "#lib/view/packed.ts"
import type { Missing } from "#lib/view/skeleton.ts"
import type { Found } from "./use-findings.ts"

export type ListItem = Item | { readonly is: "missing"; readonly missing: Missing }

const none: readonly FindingView[] = []

/** The findings that an item shows; a closed fold shows those of its rows. `list` are the row numbers that items were made of. */
export const findingsAt = (
  item: ListItem | undefined,
  list: readonly number[],
  found: Found | undefined,
): readonly FindingView[] => {
  if (item === undefined || item.is === "missing" || found === undefined || found.all.length === 0)
    return none
  if (item.is === "row") return found.at.get(item.number) ?? none
  return item.open
    ? none
    : list.slice(item.fold.from, item.fold.to).flatMap((row) => found.at.get(row) ?? none)
}

/** The entry that a row is of, by its id; undefined where it is of none: made for the wire, or a fold. */
export const entryOf = (id: string | undefined): number | undefined => {
  const [, seq] = /^e?(\d+)(?:[./~]|$)/.exec(id ?? "") ?? []
  return seq === undefined ? undefined : Number(seq)
}

/** Whether a row is of entries beside the conversation, such as an act on the line. */
export const isEntryRow = (id: string | undefined): boolean => /^e\d/.test(id ?? "")

/** What a row is known by: its key, or a name of its own for what is no crossing. */
export const idOf = (item: ListItem, rows: Index): string => {
  if (item.is === "missing") return "missing"
  const key = rows.key(item.number) ?? String(item.number)
  return item.is === "fold" ? `fold ${key}` : key
}
