/** The item at an index that wraps around. Contract: the list is not empty. */
export const at = <Item>(items: readonly Item[], index: number): Item => {
  if (items.length === 0) throw new Error("nothing to pick from")
  return items[index % items.length] as Item // an index within bounds
}
