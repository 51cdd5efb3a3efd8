/**
 * What a look at each item finds, in order. Most items of most bodies are as they should be, and for those nothing is
 * made.
 */
export const sift = <Item, Found>(
  items: readonly Item[],
  look: (item: Item, index: number) => Found | undefined,
): readonly Found[] => {
  let found: Found[] | undefined
  for (let index = 0; index < items.length; index++) {
    const seen = look(items[index] as Item, index) // there is one at each index below the length
    if (seen === undefined) continue
    if (found === undefined) found = [seen]
    else found.push(seen)
  }
  return found ?? nothing
}

const nothing: readonly never[] = []

/** The same where a look may find several. */
export const gather = <Item, Found>(
  items: readonly Item[],
  look: (item: Item, index: number) => readonly Found[] | undefined,
): readonly Found[] =>
  sift(items, (item, index) => {
    const seen = look(item, index)
    return seen?.length === 0 ? undefined : seen
  }).flat()
