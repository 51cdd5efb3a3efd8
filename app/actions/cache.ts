/** Values by key, the least recently used dropped first once their weights pass a limit; one alone may weigh more. */
export type Cache<Value> = {
  readonly get: (key: string) => Value | undefined
  readonly put: (key: string, value: Value, weight: number) => void
  readonly drop: (key: string) => void
  readonly dropWhere: (test: (key: string) => boolean) => void
}

export const cache = <Value>(limit: number): Cache<Value> => {
  const held = new Map<string, { readonly value: Value; readonly weight: number }>() // in order of use, oldest first
  let total = 0
  const drop = (key: string): void => {
    total -= held.get(key)?.weight ?? 0
    held.delete(key)
  }
  return {
    get: (key) => {
      const found = held.get(key)
      if (found === undefined) return undefined
      held.delete(key)
      held.set(key, found)
      return found.value
    },
    put: (key, value, weight) => {
      drop(key)
      held.set(key, { value, weight })
      total += weight
      for (const oldest of held.keys()) {
        if (total <= limit || held.size === 1) break
        drop(oldest)
      }
    },
    drop,
    dropWhere: (test) => {
      for (const key of [...held.keys()]) if (test(key)) drop(key)
    },
  }
}
