import type { Message } from "#lib/record/entry.ts"
import { filledOf } from "./json.ts"

export type Stop = Message["stop"]

/** What a provider's reasons for ending are in our words. */
export type Stops = { readonly [reason: string]: NonNullable<Stop> }

/** Our word for a provider's reason; undefined where we have none. */
export const stopOf = (stops: Stops, reason: unknown): Stop => {
  const named = filledOf(reason)
  return named !== undefined && Object.hasOwn(stops, named) ? stops[named] : undefined
}
