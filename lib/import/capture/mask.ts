import { objectOf, parsed, stringOf } from "#lib/record/json.ts"
import { elementSpans, memberSpans, rootSpan, type Span } from "../raw.ts"

/** What stands in place of a secret. */
const hidden = "masked"
const hiddenJson = JSON.stringify(hidden)

/** Headers, and parameters of an address, that let someone in. */
const headers =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?|.*api[-_]?key|.*[-_]token|.*secret.*|x-amz-(?:credential|signature))$/i
const parameters =
  /^(?:key|.*api[-_]?key|token|.*[-_]token|auth|code|sig|signature|.*secret.*|password|x-(?:amz|goog)-(?:credential|signature|security-token))$/i

/** Values that hold what was said, and that are kept as they are. */
const bodies = new Set([
  "body",
  "body_raw",
  "request_body",
  "response_body",
  "postData",
  "content",
  "events",
  "sse_events",
  "ws_events",
  "_webSocketMessages",
])
/** Values that are addresses, or hold one. */
const addresses = /^(?:url|path|uri|redirectURL|upstream_base_url|referer|location|_?initiator)$/i

/** An address without the secrets in its parameters, and without a name and password before its host. */
const address = (text: string): string =>
  text
    .replace(/([?&#]|^)([^=&?#\s"]+)=([^&#\s"\\]*)/g, (all, sign: string, name: string) =>
      parameters.test(name) ? `${sign}${name}=${hidden}` : all,
    )
    .replace(/\/\/[^/@\s"\\]+@/g, `//${hidden}@`)

type Change = { readonly span: Span; readonly by: string }

const isText = (text: string, { from }: Span): boolean => text.charCodeAt(from) === 34

const stringAt = (text: string, { from, to }: Span): string | undefined =>
  stringOf(parsed(text.slice(from, to)))

const hide = (text: string, span: Span): readonly Change[] => {
  if (isText(text, span)) return [{ span, by: hiddenJson }]
  return elementSpans(text, span).flatMap((item) =>
    isText(text, item) ? [{ span: item, by: hiddenJson }] : [],
  )
}

type Within = { readonly inCookies: boolean; readonly withoutBodies: boolean; readonly depth: number }

/** Deep enough for what a capture holds around its bodies. */
const deepest = 9

const changesOfMember = (text: string, key: string, span: Span, within: Within): readonly Change[] => {
  if (headers.test(key)) return hide(text, span)
  if (bodies.has(key)) return within.withoutBodies ? [{ span, by: hiddenJson }] : []
  if (addresses.test(key) && isText(text, span)) {
    const own = stringAt(text, span)
    const masked = own === undefined ? undefined : address(own)
    return masked === undefined || masked === own ? [] : [{ span, by: JSON.stringify(masked) }]
  }
  return changesIn(text, span, { ...within, inCookies: within.inCookies || key === "cookies" })
}

/** A name and its value, as archives list headers, cookies and parameters. */
const changesOfPair = (
  text: string,
  members: ReadonlyMap<string, Span>,
  inCookies: boolean,
): readonly Change[] => {
  const at = members.get("name")
  const value = members.get("value")
  if (at === undefined || value === undefined) return []
  const name = stringAt(text, at) ?? ""
  if (inCookies || headers.test(name) || parameters.test(name)) return hide(text, value)
  return addresses.test(name) ? changesOfMember(text, name, value, noBodies) : []
}

const noBodies: Within = { inCookies: false, withoutBodies: false, depth: deepest }

const changesIn = (text: string, span: Span, within: Within): readonly Change[] => {
  const { depth, inCookies } = within
  if (depth >= deepest) return []
  const deeper = { ...within, depth: depth + 1 }
  const members = memberSpans(text, span)
  if (members.length === 0) return elementSpans(text, span).flatMap((item) => changesIn(text, item, deeper))
  const named = new Map(members.map((member) => [member.key, member.span]))
  const pair = changesOfPair(text, named, inCookies)
  if (pair.length > 0) return pair
  return members.flatMap((member) => changesOfMember(text, member.key, member.span, deeper))
}

/** The changes that take the secrets out of a JSON value; with `withoutBodies` what was said in it too. */
export const secretsIn = (text: string, span: Span, withoutBodies = false): readonly Change[] =>
  changesIn(text, span, { inCookies: false, withoutBodies, depth: 0 })

/** A text with changes made, given in the order of their places. */
export const changed = (text: string, changes: readonly Change[]): string => {
  const parts: string[] = []
  let at = 0
  for (const { span, by } of changes) {
    parts.push(text.slice(at, span.from), by)
    at = span.to
  }
  parts.push(text.slice(at))
  return parts.join("")
}

const loose =
  /("(?:(?:proxy-)?authorization|(?:set-)?cookie2?|[a-z-]*api[-_]?key|[a-z-]*-token)"\s*(?::|,\s*"value"\s*:)\s*)"(?:[^"\\]|\\.)*(?:"|$)/gi

/** Text that is no JSON, such as a line that is still being written, looked over for names of secrets. */
const maskLoosely = (text: string): string => address(text.replace(loose, `$1${hiddenJson}`))

/** A line or document of captured traffic without the secrets of its headers, cookies and addresses. */
export const maskJson = (text: string): string =>
  objectOf(parsed(text)) === undefined && !Array.isArray(parsed(text))
    ? maskLoosely(text)
    : changed(text, secretsIn(text, rootSpan(text)))
