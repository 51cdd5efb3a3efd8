import type { BlockOf } from "#lib/record/block.ts"
import { said } from "./said.ts"

/** What a call hands to its tool; or why it cannot be run, in words for the model. */
export type Given =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly why: string }

const refuse = (why: string): Given => ({ ok: false, why })

/** Strings, which are skipped, and numbers of JSON text. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/**
 * The first whole number that JavaScript cannot hold, such as a long id: handed on it would name something else.
 */
const inexact = (json: string): string | undefined =>
  json
    .match(token)
    ?.find((found) => /^-?\d+$/.test(found) && BigInt(found) !== BigInt(Math.trunc(Number(found))))

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The arguments of a call from their text, which is blank where a model gives none. */
export const givenOf = ({ arguments: json, form }: BlockOf<"tool-call">): Given => {
  if (form === "custom") return refuse(said.noObject)
  if (json.trim() === "") return { ok: true, value: {} }
  const value = parsed(json)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse(said.noObject)
  const number = inexact(json)
  if (number !== undefined) return refuse(said.inexact(number))
  return { ok: true, value: { ...value } }
}
