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

/** The answer of one of our own GET routes; throws `Refused` where it refuses. */
export const ask = async <Answer>(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  signal?: AbortSignal,
): Promise<Answer> => {
  const known = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  )
  const response = await fetch(
    `${path}?${new URLSearchParams(known)}`,
    signal === undefined ? {} : { signal },
  )
  const body: unknown = await response.json()
  if (response.ok) return body as Answer // our own routes, of the same build
  const { error } = body as Told // the one shape of a refusal
  throw new Refused(
    { id: error?.id ?? "answer-unknown", facts: error?.facts ?? {} },
    error?.message ?? "The server refused this.",
  )
}
