import { type Json, known, listOf, objectOf, parsed, stringOf } from "#lib/record/json.ts"
import type { Frame } from "#lib/reply/reply.ts"
import { printed } from "../printed.ts"
import { timeOf, timeOfSeconds } from "../time.ts"
import { type Answer, type Exchange, statusOf } from "./exchange.ts"
import { inTurn, socketExchanges } from "./websocket.ts"

/**
 * A request beside its response, as tools write them down: each with its parts of HTTP, or the bare bodies. A body that
 * was kept as a value, not as text, is written anew: then its bytes are those of that text.
 */

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : (stringOf(value) ?? printed(value))

const moment = (...values: readonly unknown[]): string | null => {
  for (const value of values) {
    const time = timeOfSeconds(value) ?? timeOf(value)
    if (time !== null) return time
  }
  return null
}

/** Whether an object holds the parts of HTTP rather than being a body itself. */
const isHttp = (value: Json): boolean =>
  ["headers", "url", "method", "path", "status", "status_code"].some((key) => key in value) &&
  ["body", "body_raw", "events", "sse_events", "headers"].some((key) => key in value)

const frameOf = (value: unknown): Frame => {
  const item = objectOf(value)
  const data = item?.["data"]
  const event = stringOf(item?.["event"])
  if (item === undefined || data === undefined) return { data: textOf(value) ?? "" }
  return { data: textOf(data) ?? "", ...known({ event }) }
}

const answerOf = (value: unknown, time: string | null): Answer | undefined => {
  if (value === undefined || value === null) return undefined
  const whole = objectOf(value)
  const http = whole !== undefined && isHttp(whole) ? whole : undefined
  const at = moment(http?.["timestamp"]) ?? time
  const status = statusOf(http?.["status_code"]) ?? statusOf(http?.["status"])
  const facts = { time: at, ...known({ status }) }
  const events = http === undefined ? listOf(value) : (listOf(http["sse_events"]) ?? listOf(http["events"]))
  if (events !== undefined && events.length > 0) return { frames: events.map(frameOf), ...facts }
  const text = http === undefined ? textOf(value) : (textOf(http["body_raw"]) ?? textOf(http["body"]))
  if (text === undefined && (status ?? 200) < 400) return undefined
  return { text: text ?? "", ...facts }
}

const requestOf = (pair: Json): unknown => pair["request"] ?? pair["body"] ?? pair["request_body"]

/** Whether a value is a request that stands beside its response; with its parts of HTTP it may stand alone. */
export const isPair = (value: unknown): value is Json => {
  const pair = objectOf(value)
  if (pair === undefined) return false
  const request = requestOf(pair)
  const held = objectOf(request)
  if (held !== undefined && isHttp(held)) return true
  const isAnswered = "response" in pair || "response_body" in pair
  return isAnswered && (held !== undefined || typeof request === "string")
}

const addressOf = (pair: Json, http: Json | undefined): string => {
  const url = stringOf(http?.["url"]) ?? stringOf(pair["url"])
  const base = stringOf(pair["upstream_base_url"])?.replace(/\/$/, "") ?? ""
  return url ?? `${base}${stringOf(http?.["path"]) ?? ""}`
}

const textsOf = (value: unknown): readonly string[] => (listOf(value) ?? []).map((item) => textOf(item) ?? "")

/** The exchanges that a pair holds: one, or as many as its socket took. */
export const exchangesOf = (pair: Json): readonly Exchange[] => {
  const request = objectOf(requestOf(pair))
  const http = request !== undefined && isHttp(request) ? request : undefined
  const url = addressOf(pair, http)
  const response = pair["response"] ?? pair["response_body"]
  const time = moment(http?.["timestamp"], pair["timestamp"], pair["logged_at"])
  const asked = textsOf(http?.["ws_events"])
  const messages = inTurn(asked, textsOf(objectOf(response)?.["ws_events"]), time)
  const onSocket = socketExchanges(url, messages)
  if (onSocket.length > 0) return onSocket
  const method = stringOf(http?.["method"])?.replace(/^WEBSOCKET$/, "POST")
  const body = textOf(http === undefined ? requestOf(pair) : http["body"])
  const answer = answerOf(response, moment(pair["logged_at"]) ?? null)
  return [{ url, time, body, ...known({ method, answer }) }]
}

/** The exchanges of a line, or of a document with a pair or a list of them. */
export const exchangesIn = (text: string): readonly Exchange[] => {
  const root = parsed(text)
  return (listOf(root) ?? [root]).flatMap((value) => (isPair(value) ? exchangesOf(value) : []))
}
