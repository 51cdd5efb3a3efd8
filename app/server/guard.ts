import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { readSettings } from "#lib/cli/settings.ts"
import type { Problem } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { admit, askedOf, statusOfRefusal } from "./access.ts"
import { policy } from "./policy.ts"
import { problemAnswer } from "./problem-answer.ts"
import { localPath } from "./session.ts"

/**
 * The one check of every request, for `proxy.ts` and for routes that it must not see: a proxy keeps at most 10 MB of a
 * body, in silence, so uploads call this themselves. Undefined: the request may pass.
 */
export const refusal = (request: Request): Response | undefined => {
  const problem = judged(request)
  return problem === undefined ? undefined : answerOf(problem)
}

const judged = (request: Request): Problem | undefined => {
  const settings = readSettings(process.env)
  if (!settings.ok) return settings.problem
  const admitted = admit(askedOf(request), settings.value, Date.now())
  return admitted.ok ? undefined : admitted.problem
}

const answerOf = (problem: Problem): Response => {
  const status = statusOfRefusal(problem)
  const answer = problemAnswer(problem, status)
  if (status === 401) answer.headers.set("www-authenticate", 'Bearer realm="Crossing"')
  return answer
}

/** A visit by address bar or link, as opposed to a question of a script. */
const isVisit = (request: Request): boolean =>
  request.method === "GET" &&
  (request.headers.get("accept") ?? "").includes("text/html") &&
  request.headers.get("rsc") === null

const toSignIn = (request: NextRequest): Response => {
  const target = new URL("/sign-in", request.url)
  const wanted = `${request.nextUrl.pathname}${request.nextUrl.search}`
  if (wanted !== "/") target.searchParams.set("next", wanted)
  return NextResponse.redirect(target, 303)
}

/**
 * A link from elsewhere brings no SameSite=Strict cookie, though its visitor may be signed in. Asked again by our own
 * page the browser sends it; if it has none, that second request goes to the sign-in.
 */
const askAgain = (request: NextRequest): Response => {
  const path = localPath(`${request.nextUrl.pathname}${request.nextUrl.search}`).replace(
    /[^A-Za-z0-9/?=.~_%-]/g,
    (character) => `&#${character.codePointAt(0)};`,
  )
  return new Response(
    `<!doctype html><title>Crossing</title><meta http-equiv="refresh" content="0;url=${path}">`,
    {
      status: 200,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      },
    },
  )
}

const isApi = (request: NextRequest): boolean => request.nextUrl.pathname.startsWith("/v1/")

/** Bytes of a transcript, opened on their own: nothing in them runs. */
const isObject = (request: NextRequest): boolean => /^\/r\/[^/]+\/object\//.test(request.nextUrl.pathname)
const sandboxed = "default-src 'none'; sandbox"

const words = (problem: Problem): Response =>
  new Response(`${sentenceOf(problem)}\n`, {
    status: statusOfRefusal(problem),
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  })

/** Refuses a request, or lets it pass with a nonce of its own; the policy goes on the request too, or Next's scripts get no nonce. */
export const guard = (request: NextRequest): Response => {
  const problem = judged(request)
  if (problem !== undefined) {
    if (isApi(request) || !isVisit(request)) return answerOf(problem)
    if (statusOfRefusal(problem) !== 401) return words(problem)
    return request.headers.get("sec-fetch-site") === "cross-site" ? askAgain(request) : toSignIn(request)
  }
  const nonce = randomBytes(16).toString("base64")
  const rules = isObject(request) ? sandboxed : policy(nonce, process.env.NODE_ENV === "development")
  const headers = new Headers(request.headers)
  headers.set("content-security-policy", rules)
  headers.set("x-nonce", nonce)
  const answer = NextResponse.next({ request: { headers } })
  answer.headers.set("content-security-policy", rules)
  return answer
}
