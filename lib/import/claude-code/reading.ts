import type { StoredObject } from "#lib/record/record.ts"
import type { Body } from "../ledger.ts"

export type Kept = {
  readonly fate: "kept"
  readonly bodies: readonly Body[]
  readonly objects: readonly StoredObject[]
  readonly repaired?: string | undefined
  /** Whether a branch is looked for beyond it: attachments, system lines, results. */
  readonly passed: boolean
  /** Whether a person said something in it, to the model. */
  readonly prompt: boolean
  /** The first line it rests on, where that is an earlier one. */
  readonly since?: number | undefined
}

/** What one line comes to. */
export type Reading =
  | Kept
  | { readonly fate: "structural"; readonly type: string }
  | { readonly fate: "unread"; readonly why: string }

export const unread = (why: string): Reading => ({ fate: "unread", why })
export const structural = (type: string): Reading => ({ fate: "structural", type })

/** One message beside the conversation: shown, or told from facts. */
export const aside = (body: Body, objects: readonly StoredObject[] = []): Kept => ({
  fate: "kept",
  bodies: [body],
  objects,
  passed: true,
  prompt: false,
})
