import type { DialectId } from "#lib/dialect/targets/row.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** Where each dialect posts, behind the base URL that its providers' own clients take. */
const paths: { readonly [Dialect in DialectId]: string } = {
  chat: "/chat/completions",
  responses: "/responses",
  messages: "/v1/messages",
  "prior-turns": "/v1/messages",
  gemini: "/v1beta/models/{model}:generateContent",
  ollama: "/api/chat",
  converse: "/model/{model}/converse",
}

/** What people copy along with a base URL: all that is posted to, or its first folder where it is a version or `/api`. */
const tails = (dialect: DialectId): readonly string[] => {
  const path = paths[dialect]
  return [path, ...(/^\/(?:v1(?:beta)?|api)(?=\/)/.exec(path) ?? [])]
}

const without = (url: string, dialect: DialectId): string => {
  const bare = url.replace(/\/+$/, "")
  const tail = tails(dialect).find((each) => bare.endsWith(each))
  return tail === undefined ? bare : bare.slice(0, -tail.length).replace(/\/+$/, "")
}

/** The base URL of a target's own row, without a slash at its end. */
export const baseOf = ({ url, dialect }: Pick<Target, "url" | "dialect">): string => without(url, dialect)

/**
 * Where a target's requests go: its row's own address, or below the base URL in its place. `{model}` is left to whoever
 * posts.
 */
export const addressOf = ({ url, dialect }: Pick<Target, "url" | "dialect">, base?: string): string =>
  base === undefined ? url : `${base}${paths[dialect]}`

const longest = 2000

const fault = (given: string): string | undefined => {
  if (given.length > longest) return `is longer than ${longest} characters`
  if (!URL.canParse(given)) return "is no address"
  const { protocol, username, password, search, hash, hostname } = new URL(given)
  if (protocol !== "http:" && protocol !== "https:") return "does not begin with http:// or https://"
  if (username !== "" || password !== "") return "holds a user or a password"
  if (search !== "" || hash !== "") return "holds a query or a fragment"
  return hostname === "" ? "names no host" : undefined
}

/**
 * A base URL for a target of this dialect, as it is stored: http or https, no user, password, query or fragment, no
 * slash at its end. Addresses of this machine and of private networks are allowed on purpose: Ollama, vLLM and gateways
 * stand there, and only the operator sets a base URL, by a page that asks for the access token wherever others can reach
 * it; nothing that a transcript, a model or another site says ever becomes one. Whoever sets it says where the target's
 * key goes. Problem `base-url-invalid` {why}, which does not repeat it, since it may hold a password.
 */
export const readBaseUrl = (given: string, dialect: DialectId): Outcome<string> => {
  const text = given.trim()
  const why = fault(text)
  if (why !== undefined) return refused("base-url-invalid", { why })
  const { origin, pathname } = new URL(text)
  return fine(without(`${origin}${pathname}`, dialect))
}
