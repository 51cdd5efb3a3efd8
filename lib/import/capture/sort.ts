import { objectOf, parsed } from "#lib/record/json.ts"
import type { Whom } from "../requests/read.ts"
import { counts, isModels, whomOf } from "../requests/whom.ts"
import type { Exchange } from "./exchange.ts"

/** What an exchange is: a request to a model, something else that a program asked for, or what cannot be read. */
export type Sorted =
  | { readonly is: "request"; readonly body: string; readonly whom: Whom }
  | { readonly is: "other"; readonly type: string }
  | { readonly is: "unread"; readonly why: string }

const other = (type: string): Sorted => ({ is: "other", type })
const unread = (why: string): Sorted => ({ is: "unread", why })

/**
 * Requests that only count tokens hold words, and are no requests to answer: they are not read. Where the address is a
 * model's and the body is missing or no JSON, something that crossed is lost: it is not read either.
 */
export const sort = ({ url, method = "POST", body }: Exchange): Sorted => {
  if (method === "OPTIONS") return other("preflight")
  if (body === undefined || body === "")
    return method === "POST" && isModels(url) ? unread("body-missing") : other("other-request")
  const root = objectOf(parsed(body))
  if (root === undefined) return isModels(url) ? unread("body-invalid") : other("other-request")
  if (counts(url)) return unread("count-tokens")
  const whom = whomOf(url, root)
  return whom === undefined ? other("other-request") : { is: "request", body, whom }
}
