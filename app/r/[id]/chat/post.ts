"use client"
import { Refused } from "../ask.ts"

/** Posts to one of the panel's own routes. Throws `Refused`, or an error with a sentence where nobody answers. */
export const post = async (record: string, what: string, body: object = {}): Promise<void> => {
  const answer = await fetch(`/v1/conversations/${encodeURIComponent(record)}/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error("The server does not answer; see whether it runs, and send it again.")
  })
  if (answer.ok) return
  const { error } = (await answer.json().catch(() => ({}))) as {
    readonly error?: { readonly id?: string; readonly message?: string }
  } // the one shape of a refusal; who stands between may answer in any other
  throw new Refused(
    { id: error?.id ?? "answer-unknown", facts: {} },
    error?.message ?? "The server refused this.",
  )
}

export const sentenceOfError = (error: unknown): string =>
  error instanceof Error ? error.message : "Something went wrong."
