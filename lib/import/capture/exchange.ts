import { numberOf } from "#lib/record/json.ts"
import type { Frame } from "#lib/reply/reply.ts"

/** The status of an HTTP answer; undefined of what is none. */
export const statusOf = (value: unknown): number | undefined => {
  const status = numberOf(value)
  return status !== undefined && Number.isInteger(status) && status >= 100 && status <= 599
    ? status
    : undefined
}

/** What came back for a request, in whichever form the capture kept it. */
export type Answer = {
  readonly status?: number
  readonly time: string | null
} & (
  | { readonly text: string }
  /** A binary stream of AWS, or text in another form. */
  | { readonly bytes: Uint8Array; readonly type: string }
  /** Pieces that the capture has already taken apart. */
  | { readonly frames: readonly Frame[] }
)

/** A request as it was captured, and its answer where that was captured too. */
export type Exchange = {
  /** Empty where it is not known. */
  readonly url: string
  readonly method?: string
  readonly time: string | null
  /** The body's own text, as far as the capture kept it; undefined where it did not. */
  readonly body: string | undefined
  readonly answer?: Answer
}
