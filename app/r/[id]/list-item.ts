import type { Item } from "#lib/view/items.ts"
import type { Index } from "#lib/view/packed.ts"
import type { Missing } from "#lib/view/skeleton.ts"

export type ListItem = Item | { readonly is: "missing"; readonly missing: Missing }

/** What a row is known by: its key, or a name of its own for what is no crossing. */
export const idOf = (item: ListItem, rows: Index): string => {
  if (item.is === "missing") return "missing"
  const key = rows.key(item.number) ?? String(item.number)
  return item.is === "fold" ? `fold ${key}` : key
}
