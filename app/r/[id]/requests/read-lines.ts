"use client"
import type { Problem } from "#lib/record/problem.ts"
import { Refused } from "../ask.ts"

type Told = {
  readonly error?: { readonly id: string; readonly message: string; readonly facts: Problem["facts"] }
}

/**
 * The lines of one of our own answers, as they come, in batches: each time all that has come. Throws `Refused` where the
 * server refuses, and whatever `fetch` throws.
 */
export async function* readLines<Line>(path: string, signal: AbortSignal): AsyncGenerator<readonly Line[]> {
  const response = await fetch(path, { signal })
  if (!response.ok || response.body === null) {
    const { error } = (await response.json()) as Told // the one shape of a refusal
    throw new Refused(
      { id: error?.id ?? "answer-unknown", facts: error?.facts ?? {} },
      error?.message ?? "The server refused this.",
    )
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let begun = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = `${begun}${value}`.split("\n")
    begun = lines.pop() ?? ""
    if (lines.length > 0) yield lines.map((line) => JSON.parse(line) as Line) // our own route, of the same build
  }
}
