import type { TargetId } from "#lib/dialect/targets.ts"

/** A smallest failing body, and what it breaks. */
export type Row = {
  readonly target: TargetId
  readonly body: string
  /** The row's rule; absent where nothing may be found. */
  readonly rule?: string
  /** Further rules that the same payload breaks. */
  readonly also?: readonly string[]
  readonly severity?: "error" | "warning"
  readonly previous?: string
  readonly pointer?: string
}

export type Rows = { readonly [number: string]: Row }
