/**
 * What a look at each item finds, in order. Most items of most bodies are as they should be, and for those nothing is
 * made.
 */
export const sift = <Item, Found>(
  items: readonly Item[],
  look: (item: Item, index: number) => Found | undefined,
): readonly Found[] => {
  const found: Found[] = []
  items.forEach((item, index) => {
    const seen = look(item, index)
    if (seen !== undefined) found.push(seen)
  })
  return found
}

/** The same where a look may find several. */
export const gather = <Item, Found>(
  items: readonly Item[],
  look: (item: Item, index: number) => readonly Found[] | undefined,
): readonly Found[] => {
  const found: Found[] = []
  items.forEach((item, index) => {
    const seen = look(item, index)
    if (seen !== undefined && seen.length > 0) for (const each of seen) found.push(each)
  })
  return found
}
