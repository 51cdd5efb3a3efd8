import type { BlockId } from "#lib/record/block.ts"
import type { Facts } from "#lib/wire/crossing.ts"

/** What the lint says about a wire. `pointer` is a JSON pointer into the body. */
export type Finding = {
  readonly rule: string
  readonly severity: "error" | "warning" | "hint"
  readonly pointer: string
  readonly message?: number
  readonly callId?: string
  readonly tool?: string
  readonly block?: BlockId
  readonly facts: Facts
}
