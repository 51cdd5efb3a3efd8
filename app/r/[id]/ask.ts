"use client"
import type { Problem } from "#lib/record/problem.ts"

/** A question that was refused: the problem as the server told it, with its sentence. */
export class Refused extends Error {
  readonly problem: Problem
  constructor(problem: Problem, sentence: string) {
    super(sentence)
    this.name = "Refused"
    this.problem = problem
  }
}

type Told = {
  readonly error?: { readonly id?: string; readonly message?: string; readonly facts?: Problem["facts"] }
}

const answerOf = async <Answer>(asked: Promise<Response>): Promise<Answer> => {
  const response = await asked
  const body: unknown = await response.json()
  if (response.ok) return body as Answer // our own routes, of the same build
  const { error } = body as Told // the one shape of a refusal
  throw new Refused(
    { id: error?.id ?? "answer-unknown", facts: error?.facts ?? {} },
    error?.message ?? "The server refused this.",
  )
}

/** The answer of one of our own GET routes; throws `Refused` where it refuses. */
export const ask = <Answer>(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  signal?: AbortSignal,
): Promise<Answer> => {
  const known = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  )
  return answerOf(fetch(`${path}?${new URLSearchParams(known)}`, signal === undefined ? {} : { signal }))
}

/** The answer of one of our own routes to a question that is too long for an address; throws `Refused` as well. */
export const askAtLength = <Answer>(path: string, question: object, signal: AbortSignal): Promise<Answer> =>
  answerOf(
    fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
      signal,
    }),
  )
