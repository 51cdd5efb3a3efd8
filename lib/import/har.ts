import { type Json, known, listOf, numberOf, objectOf, parsed, stringOf } from "#lib/record/json.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { type Answer, type Exchange, statusOf } from "./capture/exchange.ts"
import { keeping } from "./capture/keeping.ts"
import { changed, secretsIn } from "./capture/mask.ts"
import { sort } from "./capture/sort.ts"
import { type SocketMessage, socketExchanges } from "./capture/websocket.ts"
import type { DocumentImporter } from "./importer.ts"
import { ledger } from "./ledger.ts"
import { peek } from "./peek.ts"
import { type Path, placesOf, pointerOf, rawAt, rootSpan, spanAt } from "./raw.ts"
import { timeOf, timeOfSeconds } from "./time.ts"

/** HTTP archives (HAR 1.2), as browsers, proxies and recorders of tests write them. */

const later = (time: string | null, milliseconds: number | undefined): string | null =>
  time === null || milliseconds === undefined || milliseconds < 0
    ? time
    : timeOfSeconds((Date.parse(time) + milliseconds) / 1000)

/** An answer whose content was not kept is none, unless its status says that it failed. */
const answerOf = (response: Json | undefined, time: string | null): Answer | undefined => {
  const status = statusOf(response?.["status"])
  const content = objectOf(response?.["content"])
  const text = stringOf(content?.["text"])
  const facts = { time, ...known({ status }) }
  if (text === undefined || text === "") return (status ?? 0) >= 400 ? { text: "", ...facts } : undefined
  if (content?.["encoding"] !== "base64") return { text, ...facts }
  const bytes = new Uint8Array(Buffer.from(text, "base64"))
  return { bytes, type: stringOf(content["mimeType"]) ?? "", ...facts }
}

const messageOf = (value: unknown): SocketMessage | undefined => {
  const message = objectOf(value)
  const text = stringOf(message?.["data"])
  if (text === undefined) return undefined
  return { isSent: message?.["type"] === "send", text, time: timeOfSeconds(message?.["time"]) }
}

/** A socket on which nothing was asked for in a way that is known here counts as one request whose body is missing. */
const ofSocket = (url: string, time: string | null, messages: readonly unknown[]): readonly Exchange[] => {
  const found = socketExchanges(
    url,
    messages.flatMap((item) => messageOf(item) ?? []),
  )
  return found.length > 0 ? found : [{ url, time, method: "POST", body: undefined }]
}

/** What one entry of an archive holds: an exchange, or those of its socket. */
const exchangesOf = (value: unknown): readonly Exchange[] => {
  const entry = objectOf(value)
  const request = objectOf(entry?.["request"])
  if (request === undefined) return []
  const url = stringOf(request["url"]) ?? ""
  const time = timeOf(entry?.["startedDateTime"])
  const messages = listOf(entry?.["_webSocketMessages"])
  if (messages !== undefined) return ofSocket(url.replace(/^ws/, "http"), time, messages)
  const body = stringOf(objectOf(request["postData"])?.["text"])
  const answer = answerOf(objectOf(entry?.["response"]), later(time, numberOf(entry?.["time"])))
  return [{ url, time, body, ...known({ method: stringOf(request["method"]), answer }) }]
}

const isModels = (value: unknown): boolean =>
  exchangesOf(value).some((exchange) => sort(exchange).is !== "other")

const entriesOf = (root: unknown): readonly unknown[] | undefined =>
  listOf(objectOf(objectOf(root)?.["log"])?.["entries"])

const placeOf = (index: number): Path => ["log", "entries", index]

/**
 * Takes secrets out of headers, cookies and addresses, and of entries that are no request to a model also what was said:
 * an archive of a browser holds the forms and pages of other sites.
 */
const mask = (text: string): string => {
  const root = parsed(text)
  const entries = entriesOf(root)
  if (entries === undefined) return text
  const places = placesOf(text)
  const inEntries = entries.flatMap((value, index) => {
    const span = spanAt(places, placeOf(index))
    return span === undefined ? [] : secretsIn(text, span, !isModels(value))
  })
  const list = spanAt(places, ["log", "entries"]) ?? rootSpan(text)
  const around = secretsIn(text, rootSpan(text)).filter(
    ({ span }) => span.to <= list.from || span.from >= list.to,
  )
  return changed(
    text,
    [...around, ...inEntries].toSorted((a, b) => a.span.from - b.span.from),
  )
}

export const har: DocumentImporter = {
  id: "har",
  format: "har",
  label: "HTTP archive (HAR)",
  unit: "document",
  mask,
  exchanges: (text) => (entriesOf(parsed(text)) ?? []).flatMap(exchangesOf),
  detect: (sample) => {
    const log = objectOf(objectOf(peek(sample).root)?.["log"])
    return listOf(log?.["entries"]) !== undefined || typeof log?.["version"] === "string"
  },
  read: (text, { name }) => {
    const root = parsed(text)
    if (root === undefined) return refused("json-invalid", { name })
    const places = placesOf(text)
    const to = ledger()
    const keep = keeping(to)
    for (const [index, value] of (entriesOf(root) ?? []).entries()) {
      const at = index + 1
      const path = placeOf(index)
      const stand = { from: { pointer: pointerOf(path) }, at }
      to.fate(
        keep.take(exchangesOf(value), stand, () => rawAt(places, path), {
          fate: "unread",
          at,
          why: "request-missing",
        }),
      )
    }
    return fine(to.flush())
  },
}
