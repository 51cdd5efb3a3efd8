import type { Settings } from "#lib/cli/settings.ts"
import { isToken, openSession, sessionCookie, sessionLasts } from "./access.ts"

/** Where to go after signing in: a path of ours, never another origin; anything else is the list. */
export const localPath = (wanted: string | null): string => {
  if (wanted === null || !wanted.startsWith("/") || wanted.length > 2000) return "/"
  try {
    const url = new URL(wanted, "http://local.invalid")
    return url.origin === "http://local.invalid" ? `${url.pathname}${url.search}${url.hash}` : "/"
  } catch {
    return "/"
  }
}

type Given = {
  readonly token: string
  readonly next: string | null
  readonly secure: boolean
  readonly now: number
}

/** The answer to a token given on the sign-in page: a session and the page wanted, or the form again. */
export const signIn = (given: Given, settings: Settings): Response => {
  const next = localPath(given.next)
  const headers = new Headers({ "cache-control": "no-store" })
  if (settings.token === undefined) headers.set("location", next)
  else if (isToken(given.token, settings)) {
    headers.set("location", next)
    const flags = `Path=/; Max-Age=${sessionLasts}; HttpOnly; SameSite=Strict${given.secure ? "; Secure" : ""}`
    headers.set("set-cookie", `${sessionCookie}=${openSession(settings.token, given.now)}; ${flags}`)
  } else headers.set("location", `/sign-in?${new URLSearchParams({ wrong: "1", next })}`)
  return new Response(null, { status: 303, headers })
}
