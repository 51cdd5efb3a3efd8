import { type Json, numberOf, objectOf, stringOf, stringsOf, wordsOf } from "#lib/record/json.ts"
import type { SessionLine } from "./line.ts"

/** The words of a system line, all of them shown to the person and never sent; undefined where it has none. */
export const systemSays = (line: SessionLine): string | undefined => {
  if (line.subtype === "api_error") return requestFailed(line)
  const words = [wordsOf(line.content), wordsOf(line.stopReason)]
  const lists = [...stringsOf(line.hookErrors), ...stringsOf(line.hookAdditionalContext)]
  return wordsOf([...words, ...lists].filter((word) => word !== undefined).join("\n"))
}

/** The innermost message: errors of the provider stand inside those of the client library. */
const messageOf = (error: Json | undefined): string | undefined => {
  let inner = error
  let message: string | undefined
  for (let depth = 0; inner !== undefined && depth < 5; depth++) {
    message = wordsOf(inner.message) ?? message
    inner = objectOf(inner.error) ?? objectOf(inner.cause)
  }
  return message ?? wordsOf(error?.code)
}

/** Headers and ids of the answer stay in the source: they name the account. */
const requestFailed = (line: SessionLine): string => {
  const error = objectOf(line.error)
  const status = numberOf(error?.status)
  const why = messageOf(error) ?? wordsOf(line.error) ?? wordsOf(line.content)
  const attempt = numberOf(line.retryAttempt)
  const most = numberOf(line.maxRetries)
  const what = `Request failed${status === undefined ? "" : ` with status ${status}`}${why === undefined ? "" : `: ${why}`}`
  const retry = attempt === undefined ? "" : ` (try ${attempt}${most === undefined ? "" : ` of ${most}`})`
  return `${what}${retry}`
}

/** Fields of a progress line that hold what a tool printed or said. */
const spoken = [
  "fullOutput",
  "output",
  "stdout",
  "stderr",
  "text",
  "content",
  "progressMessage",
  "query",
] as const

/** What a tool had said so far; undefined where the line only says that it goes on. */
export const progressSays = (data: Json): string | undefined => {
  for (const field of spoken) {
    const words = wordsOf(data[field])
    if (words !== undefined) return words
  }
  return wordsOf(data.message)
}

/** A message of a sub-agent that its parent's file repeats while it works. */
export const agentProgress = (
  data: Json,
): { readonly agentId: string; readonly inner: Json; readonly type: "user" | "assistant" } | undefined => {
  const inner = objectOf(data.message)
  const agentId = wordsOf(data.agentId)
  const type = stringOf(inner?.type)
  if (data.type !== "agent_progress" || inner === undefined || agentId === undefined) return undefined
  return type === "user" || type === "assistant" ? { agentId, inner, type } : undefined
}
