"use client"
import { useCallback, useRef, useState } from "react"
import type { Target } from "#lib/dialect/targets.ts"
import type { Excerpt } from "#lib/lint/excerpt.ts"
import type { Finding } from "#lib/lint/finding.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { plural, severities } from "#lib/view/words.ts"
import { type Body, BodyField, bodyOfFile, isShown, noBody } from "./body-field.tsx"
import { Findings } from "./findings.tsx"
import styles from "./lint.module.css"
import { useFileDrop } from "./use-file-drop.ts"
import { useFindingKeys } from "./use-finding-keys.ts"
import { type Linted, useLint } from "./use-lint.ts"

type Props = { readonly asked: string | undefined; readonly targets: readonly Target[] }

const counted = (findings: readonly Finding[]): string => {
  const told = (["error", "warning", "hint"] as const).flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    return count === 0 ? [] : [plural(count, severities[severity].word)]
  })
  return told.length === 0 ? "Nothing was found." : told.join(", ")
}

const summary = (linted: Linted): string => {
  if (linted.is === "nothing") return "Paste a request body, open a file, or drop one anywhere here."
  if (linted.is === "problem") return sentenceOf(linted.problem)
  if (linted.is === "unknown")
    return "This holds no history that a target could be told from; choose the target."
  return counted(linted.findings)
}

const TargetChoice = ({
  asked,
  targets,
  choose,
  linted,
}: Props & {
  readonly choose: (target: string | undefined) => void
  readonly linted: Linted
}) => (
  <label className={styles.target}>
    Target
    <select
      data-field=""
      value={asked ?? ""}
      onChange={(event) => choose(event.target.value === "" ? undefined : event.target.value)}
    >
      <option value="">as the body looks</option>
      {targets.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
    {linted.is === "linted" && linted.detected ? (
      <span data-quiet="">
        read as <code>{linted.target}</code>
      </span>
    ) : null}
  </label>
)

/** The chosen target stands in the address; the body never does. */
const useTarget = (initial: string | undefined) => {
  const [asked, setAsked] = useState(initial)
  const choose = useCallback((target: string | undefined): void => {
    setAsked(target)
    window.history.replaceState(null, "", target === undefined ? "/lint" : `/lint?target=${target}`)
  }, [])
  return { asked, choose }
}

/** A field counts a line's end as one unit, whatever the text has there. */
const inField = (text: string, offset: number): number =>
  text.slice(0, offset).replaceAll("\r\n", "\n").length

/** Selects a stretch in a field and brings it into sight, which browsers do for a field that gains the focus. */
const select = (field: HTMLTextAreaElement, text: string, start: number, end: number): void => {
  field.setSelectionRange(inField(text, start), inField(text, end))
  field.blur()
  field.focus()
}

/** The page's work: bodies at the left, what is wrong with the first at the right. */
export const LintSurface = ({ asked: initial, targets }: Props) => {
  const { asked, choose } = useTarget(initial)
  const [body, setBody] = useState<Body>(noBody)
  const [previous, setPrevious] = useState<Body>(noBody)
  const field = useRef<HTMLTextAreaElement>(null)
  const linted = useLint({ text: body.text, previous: previous.text, asked, targets })
  useFileDrop(useCallback((file: File) => void bodyOfFile(file).then(setBody), []))
  useFindingKeys()
  const offset = linted.is === "linted" && isShown(body) ? linted.offset : undefined
  const show = (from: number, { start, end }: Excerpt): void => {
    if (field.current !== null) select(field.current, body.text, from + start, from + end)
  }
  return (
    <main className={styles.main}>
      <h1 data-hidden="">Lint a request body</h1>
      <section className={styles.given} aria-label="Request body">
        <TargetChoice asked={asked} targets={targets} choose={choose} linted={linted} />
        <BodyField label="Body" body={body} change={setBody} field={field} />
        <details className={styles.previous}>
          <summary>Compare with the request before it</summary>
          <BodyField label="Previous body" body={previous} change={setPrevious} />
        </details>
      </section>
      <section className={styles.found} aria-label="What was found">
        <p className={styles.sum} role="status">
          {summary(linted)}
        </p>
        {linted.is !== "linted" ? null : (
          <Findings
            findings={linted.findings}
            excerptOf={linted.excerptOf}
            show={offset === undefined ? undefined : (excerpt) => show(offset, excerpt)}
          />
        )}
      </section>
      <footer className={styles.foot} data-quiet="" data-small="">
        Checked in this browser: nothing is stored, nothing is sent. <kbd data-key="">j</kbd>{" "}
        <kbd data-key="">k</kbd> next and previous finding
      </footer>
    </main>
  )
}
