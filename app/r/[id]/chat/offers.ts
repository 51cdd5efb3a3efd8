import { demo } from "#lib/live/demo/demo.ts"
import type { Provider } from "#lib/live/providers.ts"
import type { Choice } from "./choice.ts"

/** Somebody who can be asked: `id` names it in a request, `target` is whom the wire is for, `model` its usual model. */
export type Offer = {
  readonly id: string
  readonly label: string
  readonly target: string
  readonly model: string
}

const script: Offer = { id: demo.provider, label: demo.label, target: demo.target, model: demo.model }

const hasKey = ({ key }: Provider): boolean => key.from === "stored" || key.from === "environment"

/** Whether a request could leave for it: there is a key, or none is needed. */
const isReachable = (provider: Provider): boolean =>
  hasKey(provider) || (provider.key.from === "none-needed" && provider.baseUrl !== "")

/** Whom one can ask here, in the order of the targets; the demo last. */
export const offersOf = (known: readonly Provider[]): readonly Offer[] => [
  ...known
    .filter(isReachable)
    .map(({ target, label, model }): Offer => ({ id: target, label, target, model })),
  script,
]

/**
 * Whom a page offers first: whoever was asked last, where that can be asked again; else the record's own target, else the
 * first with a key, else the demo.
 */
export const firstChoice = (known: readonly Provider[], last: Choice | undefined, own: string): Choice => {
  if (last !== undefined && offersOf(known).some(({ id }) => id === last.target)) return last
  const keyed = known.filter(hasKey)
  return { target: (keyed.find(({ target }) => target === own) ?? keyed[0])?.target ?? script.id }
}
