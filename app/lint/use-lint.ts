"use client"
import { useDeferredValue, useMemo } from "react"
import type { Target } from "#lib/dialect/targets.ts"
import { detectTarget } from "#lib/lint/detect.ts"
import { bodyText } from "#lib/lint/envelope.ts"
import { type Excerpt, excerpt } from "#lib/lint/excerpt.ts"
import type { Finding } from "#lib/lint/finding.ts"
import { lint } from "#lib/lint/lint.ts"
import type { Problem } from "#lib/record/problem.ts"
import { type Spans, spans } from "#lib/wire/print.ts"

/** What a body came to: nothing yet, a problem, or its findings. */
export type Linted =
  | { readonly is: "nothing" }
  | { readonly is: "problem"; readonly problem: Problem }
  | { readonly is: "unknown" }
  | {
      readonly is: "linted"
      readonly target: Target
      readonly findings: readonly Finding[]
      readonly excerptOf: (pointer: string) => Excerpt
      /** Where the body begins in the text that was given; undefined where it stood there as a string of JSON. */
      readonly offset: number | undefined
    }

type Given = {
  readonly text: string
  readonly previous: string
  readonly asked: string | undefined
  readonly targets: readonly Target[]
}

const lintOf = ({ text, previous, asked, targets }: Given): Linted => {
  if (text.trim() === "") return { is: "nothing" }
  const body = bodyText(text, "The body")
  if (!body.ok) return { is: "problem", problem: body.problem }
  const before = previous.trim() === "" ? undefined : bodyText(previous, "The previous body")
  if (before !== undefined && !before.ok) return { is: "problem", problem: before.problem }
  const id = asked ?? detectTarget(body.value)
  const target = targets.find((row) => row.id === id)
  if (target === undefined) return { is: "unknown" }
  const findings = lint(body.value, target, { previous: before?.value })
  let table: Spans | undefined
  const excerptOf = (pointer: string): Excerpt => {
    table ??= spans(body.value)
    return excerpt(table, pointer)
  }
  const at = text.indexOf(body.value)
  return {
    is: "linted",
    target,
    findings,
    excerptOf,
    offset: at < 0 ? undefined : at,
  }
}

/** Lints in the browser, behind what is typed. The lint is a pure function, so nothing is sent anywhere. */
export const useLint = (given: Given): Linted => {
  const text = useDeferredValue(given.text)
  const previous = useDeferredValue(given.previous)
  const { asked, targets } = given
  return useMemo(() => lintOf({ text, previous, asked, targets }), [text, previous, asked, targets])
}
