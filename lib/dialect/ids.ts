import { createHash } from "node:crypto"
import type { Call } from "#lib/rounds/segment.ts"
import { matches } from "./pattern.ts"
import type { Target } from "./targets.ts"
import { isClean } from "./unicode.ts"

/**
 * The call ids of one wire. The first use of an id keeps its own; an id that is empty, used before or not of the row's
 * form becomes a hash of the entry's id and the block's index: injective, and the same every time
 * (`common/id-map-injective`, `common/synthetic-deterministic`).
 */
export type Ids = { readonly used: Set<string>; readonly below: Ids | undefined }

export const emptyIds = (): Ids => ({ used: new Set(), below: undefined })

/** Ids that build on others without changing them. */
export const layer = (below: Ids): Ids => ({ used: new Set(), below })

const has = (ids: Ids, id: string): boolean =>
  ids.used.has(id) || (ids.below !== undefined && has(ids.below, id))

/** Whether an item's own id is new on this wire; from then on it is not. No call id holds the NUL that sets these apart. */
export const takeItem = (ids: Ids, id: string): boolean => {
  const key = `\u0000${id}`
  if (has(ids, key)) return false
  ids.used.add(key)
  return true
}

/** Forms of a derived id, from the hex digits of a hash. */
const forms: { readonly [Form in Target["ids"]["derived"]]: (hex: string) => string } = {
  call: (hex) => `call_${hex.slice(0, 32)}`,
  nine: (hex) =>
    BigInt(`0x${hex.slice(0, 24)}`)
      .toString(36)
      .padStart(9, "0")
      .slice(-9),
}

const derived = (target: Target, entryId: string, index: number, attempt: number): string => {
  const seed = JSON.stringify(attempt === 0 ? [entryId, index] : [entryId, index, attempt])
  return forms[target.ids.derived](createHash("sha256").update(seed).digest("hex"))
}

/** The wire's id for a call; `rewritten` where it is not the stored one. */
export const wireId = (
  ids: Ids,
  target: Target,
  call: Call,
): { readonly id: string; readonly rewritten: boolean } => {
  const own = call.held.block.callId
  const fits = own !== "" && own.length <= target.ids.most && matches(target.ids.pattern, own) && isClean(own)
  let id = own
  for (let attempt = 0; attempt === 0 ? !fits || has(ids, own) : has(ids, id); attempt++)
    id = derived(target, call.message.entry.id, call.index, attempt)
  ids.used.add(id)
  return { id, rewritten: id !== own }
}
