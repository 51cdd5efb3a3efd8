import { useState } from "react"
import type { Finding } from "#lib/lint/finding.ts"
import { told, toldLines } from "#lib/lint/told.ts"
import { severityCounts } from "#lib/view/findings.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { plural, severities } from "#lib/view/words.ts"
import styles from "./lint.module.css"
import type { Linted } from "./use-lint.ts"

const sentence = (linted: Linted): string => {
  if (linted.is === "nothing") return "Paste a request body, open a file, or drop one anywhere here."
  if (linted.is === "problem") return sentenceOf(linted.problem)
  if (linted.is === "unknown")
    return "This holds no history that a target could be told from; choose the target."
  const { findings, target } = linted
  if (findings.length === 0) return `Nothing was found for ${target.label}.`
  const isRefused = findings.some(({ severity }) => severity === "error")
  return isRefused ? `${target.label} refuses this:` : `Nothing that ${target.label} refuses:`
}

const Counts = ({ findings }: { readonly findings: readonly Finding[] }) =>
  severityCounts(findings).map(([severity, count]) => (
    <span key={severity} className={styles.count} data-severity={severity}>
      <span data-square="" aria-hidden="true" /> {plural(count, severities[severity].word)}
    </span>
  ))

/** Takes all findings along as plain text, to be put beside the request that failed. */
const Copy = ({ findings }: { readonly findings: readonly Finding[] }) => {
  const [copied, setCopied] = useState<readonly Finding[]>()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${toldLines(findings.map(told)).join("\n")}\n`)
    setCopied(findings)
  }
  return (
    <button type="button" data-button="" onClick={() => void copy()}>
      {copied === findings ? "Copied" : "Copy findings"}
    </button>
  )
}

/** What became of the body, in one line. */
export const Verdict = ({ linted }: { readonly linted: Linted }) => {
  const findings = linted.is === "linted" ? linted.findings : []
  return (
    <div className={styles.sum}>
      <p role="status" className={styles.verdict}>
        {sentence(linted)} <Counts findings={findings} />
      </p>
      {findings.length === 0 ? null : <Copy findings={findings} />}
    </div>
  )
}
