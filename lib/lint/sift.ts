/**
 * What a look at each item finds, in order. Most items of most bodies are as they should be, and for those nothing is
 * made.
 */
export const sift = <Item, Found>(
  items: readonly Item[],
  look: (item: Item, index: number) => Found | undefined,
): readonly Found[] => {
  const found: Found[] = []
  for (let index = 0; index < items.length; index++) {
    const seen = look(items[index] as Item, index) // there, as the index says
    if (seen !== undefined) found.push(seen)
  }
  return found
}
