"use client"
import { useCallback, useRef, useState } from "react"
import type { Target } from "#lib/dialect/targets.ts"
import type { Excerpt } from "#lib/lint/excerpt.ts"
import { type Body, BodyField, bodyOfFile, isShown, noBody } from "./body-field.tsx"
import { example } from "./example.ts"
import { Findings } from "./findings.tsx"
import styles from "./lint.module.css"
import { TargetChoice } from "./target-choice.tsx"
import { useFileDrop } from "./use-file-drop.ts"
import { findingInFocus, useFindingKeys } from "./use-finding-keys.ts"
import { useLint } from "./use-lint.ts"
import { usePaste } from "./use-paste.ts"
import { Verdict } from "./verdict.tsx"

type Props = { readonly asked: string | undefined; readonly targets: readonly Target[] }

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

/** Shows places of the body in its field, and leads back to the finding that asked. */
const useShow = (text: string) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const asker = useRef<HTMLElement | undefined>(undefined)
  const show = (from: number, { start, end }: Excerpt): void => {
    asker.current = findingInFocus()
    if (field.current !== null) select(field.current, text, from + start, from + end)
  }
  const leave = (): void => {
    if (asker.current?.isConnected === true) asker.current.focus()
  }
  return { field, show, leave }
}

/** The page's work: bodies at the left, what is wrong with the first at the right. */
export const LintSurface = ({ asked: initial, targets }: Props) => {
  const { asked, choose } = useTarget(initial)
  const [body, setBody] = useState<Body>(noBody)
  const [previous, setPrevious] = useState<Body>(noBody)
  const { field, show, leave } = useShow(body.text)
  const linted = useLint({ text: body.text, previous: previous.text, asked, targets })
  const takeFile = useCallback((file: File) => void bodyOfFile(file).then(setBody), [])
  const isOver = useFileDrop(takeFile)
  usePaste(
    useCallback((text: string) => setBody({ text }), []),
    takeFile,
  )
  useFindingKeys()
  const offset = linted.is === "linted" && isShown(body) ? linted.offset : undefined
  const seen = linted.is === "linted" && asked === undefined ? linted.target : undefined
  return (
    <main className={styles.main}>
      <h1 data-hidden="">Lint a request body</h1>
      <section className={styles.given} aria-label="Request body">
        <TargetChoice targets={targets} asked={asked} seen={seen} choose={choose} />
        <BodyField label="Body" body={body} change={setBody} leave={leave} field={field} />
        <details className={styles.previous}>
          <summary>Compare with the request before it</summary>
          <BodyField label="Previous body" body={previous} change={setPrevious} />
        </details>
      </section>
      <section className={styles.found} aria-label="What was found">
        <Verdict linted={linted} />
        {linted.is === "nothing" ? (
          <div className={styles.empty}>
            <p data-quiet="">
              A body for any of the targets, by itself or inside what logged it: under <code>request</code>,{" "}
              <code>body</code>, <code>request_body</code> or <code>params</code>, as JSON or as a string of
              JSON.
            </p>
            <button type="button" data-button="" onClick={() => setBody({ text: example })}>
              See an example
            </button>
          </div>
        ) : null}
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
        <kbd data-key="">k</kbd> finding · <kbd data-key="">Enter</kbd> its place · <kbd data-key="">Esc</kbd>{" "}
        back
      </footer>
      {isOver ? <p className={styles.drop}>Drop it to lint it</p> : null}
    </main>
  )
}
