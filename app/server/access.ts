import { createHmac, timingSafeEqual } from "node:crypto"
import { isLoopback, isWildcard, type Settings } from "#lib/cli/settings.ts"
import { fine, type Outcome, type Problem, refused } from "#lib/record/problem.ts"

/**
 * Who may ask. Next checks neither Host nor Origin on route handlers, so this does, for every request:
 * a page elsewhere cannot reach us by a name of its own (DNS rebinding) nor make a browser change anything here.
 */

/** The facts of a request that decide; each as its header says, null where it is absent. */
export type Asked = {
  readonly method: string
  readonly path: string
  readonly host: string | null
  readonly origin: string | null
  /** `sec-fetch-site` */
  readonly site: string | null
  readonly authorization: string | null
  readonly cookie: string | null
}

export const sessionCookie = "crossing_session"
/** Seconds that a sign-in lasts. */
export const sessionLasts = 30 * 24 * 60 * 60

const changes = (method: string): boolean => method !== "GET" && method !== "HEAD" && method !== "OPTIONS"

/** The page that asks for the token, and the icon in its tab. */
const shown: ReadonlySet<string> = new Set(["/sign-in", "/icon.svg"])

/** What a visitor without a token may ask: where it is given. A POST to the page itself could name a server action, so it is not among them. */
const open = (asked: Asked): boolean =>
  asked.method === "POST" ? asked.path === "/sign-in/enter" : shown.has(asked.path) && !changes(asked.method)

const same = (a: string, b: string): boolean => {
  const digest = (text: string) => createHmac("sha256", "compare").update(text).digest()
  return timingSafeEqual(digest(a), digest(b)) // digests have one length, so neither length nor content shows in time
}

const seal = (token: string, until: string): string =>
  createHmac("sha256", token).update(`session until ${until}`).digest("base64url")

/** A cookie's value that proves the token was given, without holding it; good until `now` (ms) + `sessionLasts`. */
export const openSession = (token: string, now: number): string => {
  const until = String(Math.floor(now / 1000) + sessionLasts)
  return `${until}.${seal(token, until)}`
}

const holds = (value: string, token: string, now: number): boolean => {
  const [until = "", given = ""] = value.split(".")
  return /^\d{1,12}$/.test(until) && Number(until) * 1000 > now && same(given, seal(token, until))
}

/** Every value a cookie header gives to a name: a page on another port of this host may have set its own beside ours. */
const cookies = (header: string | null, name: string): readonly string[] =>
  (header ?? "").split(";").flatMap((pair) => {
    const cut = pair.indexOf("=")
    return cut > 0 && pair.slice(0, cut).trim() === name ? [pair.slice(cut + 1).trim()] : []
  })

/** Whether a text is the token; takes the same time for every wrong one. */
export const isToken = (given: string, settings: Settings): boolean =>
  settings.token !== undefined && same(given, settings.token)

const nameOf = (host: string): string | undefined => {
  if (!/^[A-Za-z0-9.:_[\]-]{1,260}$/.test(host)) return undefined
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return undefined
  }
}

/** Every other name is refused; where the server listens on all addresses its names are unknown, and the token guards it. */
const knownHost = (host: string | null, settings: Settings): boolean => {
  const name = host === null ? undefined : nameOf(host)
  if (name === undefined) return false
  return (
    isLoopback(name) ||
    name === nameOf(settings.host) ||
    name === nameOf(`[${settings.host}]`) ||
    isWildcard(settings.host)
  )
}

const sameOrigin = (asked: Asked): boolean => {
  if (asked.origin === null)
    return asked.site === null || asked.site === "same-origin" || asked.site === "none"
  try {
    return new URL(asked.origin).host === asked.host?.toLowerCase()
  } catch {
    return false // `null` and other opaque origins
  }
}

const bearer = (authorization: string | null): string | undefined =>
  /^Bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1]

/**
 * Whether a request may pass; `now` in milliseconds. Refused: `host-refused` (host), `origin-refused` (origin),
 * `token-missing`, `token-wrong`. A bearer stands for an Origin, since no page elsewhere can send one unasked.
 */
export const admit = (asked: Asked, settings: Settings, now: number): Outcome<true> => {
  if (!knownHost(asked.host, settings)) return refused("host-refused", { host: asked.host ?? "" })
  const given = bearer(asked.authorization)
  if (changes(asked.method) && given === undefined && !sameOrigin(asked))
    return refused("origin-refused", { origin: asked.origin ?? asked.site ?? "" })
  if (settings.token === undefined || open(asked)) return fine(true)
  const token = settings.token
  if (given !== undefined) return same(given, token) ? fine(true) : refused("token-wrong")
  const sessions = cookies(asked.cookie, sessionCookie)
  return sessions.some((value) => holds(value, token, now)) ? fine(true) : refused("token-missing")
}

/** The HTTP status of a refusal of `admit`. */
export const statusOfRefusal = (problem: Problem): 401 | 403 =>
  problem.id === "token-missing" || problem.id === "token-wrong" ? 401 : 403

/** The facts of a request, as `admit` takes them. */
export const askedOf = (request: Request): Asked => ({
  method: request.method,
  path: new URL(request.url).pathname,
  host: request.headers.get("host"),
  origin: request.headers.get("origin"),
  site: request.headers.get("sec-fetch-site"),
  authorization: request.headers.get("authorization"),
  cookie: request.headers.get("cookie"),
})
