import type { Failure } from "#lib/record/entry.ts"

/** What a request or its answer can come to, beside what `lib/reply` says of an answer. */
export type AskFailureKind =
  /** The address or the key cannot be sent as they are. */
  | "request-unusable"
  /** No connection, or one that broke before the answer began. */
  | "connection-failed"
  /** The provider answered with an error that the same request would get again. */
  | "request-refused"
  /** The provider answered with an error that passes, as often as it was asked. */
  | "provider-unavailable"
  /** Nothing came in time, or nothing more. */
  | "answer-late"
  | "answer-stalled"
  /** It was stopped from here. */
  | "stopped"

export const failed = (kind: AskFailureKind, message: string, status?: number): Failure =>
  status === undefined ? { kind, message } : { kind, message, status }

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const own = "code" in error && typeof error.code === "string" ? error.code : undefined
  const inner =
    error instanceof AggregateError ? error.errors.map(codeOf).find((code) => code !== undefined) : undefined
  return codeOf(error.cause) ?? inner ?? own
}

/** The code of what broke a connection. Never an error's words: they may hold an address or a header. */
export const brokenBy = (error: unknown): string => codeOf(error) ?? "unknown"

/** A provider's words with the key taken out: some repeat what they were sent. */
export const withoutKey = (text: string, key: string | undefined): string =>
  key === undefined || key.trim() === "" ? text : text.replaceAll(key.trim(), "[key]")
