import type { Fold } from "./folds.ts"

/** What a list shows at one place: a row (its position in the list, its number), or a fold that stands for a run of rows. */
export type Item =
  | { readonly is: "row"; readonly position: number; readonly number: number }
  | { readonly is: "fold"; readonly fold: Fold; readonly open: boolean; readonly number: number }

/** The places of a list of row numbers. Each fold has a place of its own; its rows have theirs only while it is open. */
export const itemsOf = (
  list: readonly number[],
  folds: readonly Fold[],
  isOpen: (fold: Fold) => boolean,
): readonly Item[] => {
  const items: Item[] = []
  let next = 0
  for (let position = 0; position < list.length; ) {
    const fold = folds[next]
    if (fold?.from === position) {
      const open = isOpen(fold)
      items.push({ is: "fold", fold, open, number: list[position] ?? -1 })
      next += 1
      if (!open) {
        position = fold.to
        continue
      }
    }
    items.push({ is: "row", position, number: list[position] ?? -1 })
    position += 1
  }
  return items
}
