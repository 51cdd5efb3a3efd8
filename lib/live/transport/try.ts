import type { Target } from "#lib/dialect/targets.ts"
import type { Failure } from "#lib/record/entry.ts"
import { errorText } from "#lib/reply/error.ts"
import { brokenBy, failed, withoutKey } from "./failure.ts"
import { transports } from "./index.ts"
import { askedWait, isPassing } from "./retry.ts"
import type { Watch } from "./watch.ts"

/** One request: whom it is for, and its body as it crosses. */
export type Ask = {
  readonly target: Pick<Target, "dialect" | "url" | "auth">
  readonly model: string
  readonly body: Uint8Array
  /** Absent where the endpoint needs none. */
  readonly key?: string
  /** False where the body asks for an answer in one piece. */
  readonly stream?: boolean
}

/** What one sending of a request came to. `again`: whether the same may go better; `wait`: as the server asked for. */
export type Tried =
  | { readonly is: "answer"; readonly response: Response }
  | {
      readonly is: "failure"
      readonly failure: Failure
      readonly again: boolean
      readonly wait?: number | undefined
    }

/** Never follows a redirection: it would take the key to another place. */
const requestOf = ({ target, model, body, key, stream = true }: Ask, signal: AbortSignal): Request => {
  const { address, headers } = transports[target.dialect]
  const all = new Headers({ "content-type": "application/json", ...headers })
  if (key !== undefined) all.set(target.auth.header, target.auth.prefix + key)
  return new Request(address(target.url, model, stream), {
    method: "POST",
    headers: all,
    body: body as Uint8Array<ArrayBuffer>, // bytes of a wire are never in shared memory
    signal,
    redirect: "manual",
  })
}

/** An answer that is an error, in its provider's words. */
const refusal = async (response: Response, key: string | undefined): Promise<Tried> => {
  const { status, headers } = response
  const again = isPassing(status)
  const words = withoutKey(errorText(await response.text()), key)
  return {
    is: "failure",
    failure: failed(again ? "provider-unavailable" : "request-refused", words, status),
    again,
    wait: askedWait(headers, Date.now()),
  }
}

/** Sends a request once; never throws. */
export const tryOnce = async (ask: Ask, on: Watch): Promise<Tried> => {
  let request: Request
  try {
    request = requestOf(ask, on.signal)
  } catch {
    return { is: "failure", failure: failed("request-unusable", ""), again: false }
  }
  try {
    const response = await fetch(request)
    return response.ok ? { is: "answer", response } : await refusal(response, ask.key)
  } catch (error) {
    const why = on.why()
    return why === undefined
      ? { is: "failure", failure: failed("connection-failed", brokenBy(error)), again: true }
      : { is: "failure", failure: failed(why, ""), again: false }
  }
}
