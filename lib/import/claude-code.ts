import { listOf, objectOf, parsed, wordsOf } from "#lib/record/json.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { looksLikeLine } from "./claude-code/looks.ts"
import { newSession } from "./claude-code/session.ts"
import { refuse, take } from "./claude-code/take.ts"
import type { DocumentImporter, LineImporter } from "./importer.ts"
import { peek } from "./peek.ts"
import { elementSpans, placesOf, rawOf, spanAt } from "./raw.ts"

const format = "claude-code"

/** Sessions as Claude Code writes them: one JSON object a line, main conversation and sub-agents. */
export const claudeCode: LineImporter = {
  id: format,
  format,
  label: "Claude Code session (JSONL)",
  unit: "line",
  detect: (sample) => peek(sample).lines.some(looksLikeLine),
  open: () => {
    const session = newSession((at) => ({ lines: [at, at] }))
    return {
      take: (line, at) => {
        take(session, line, at)
        return session.ledger.flush()
      },
      refuse: (at, why) => {
        refuse(session, at, why)
        return session.ledger.flush()
      },
      end: () => session.ledger.flush(),
    }
  },
}

const elementsOf = (root: unknown): readonly unknown[] | undefined => listOf(objectOf(root)?.loglines)

/** A session of Claude Code on the web: the same lines as elements of one document. */
export const claudeCodeWeb: DocumentImporter = {
  id: "claude-code-web",
  format,
  label: "Claude Code web session (JSON)",
  unit: "document",
  detect: (sample) => elementsOf(peek(sample).root) !== undefined,
  read: (text, { name }) => {
    const root = parsed(text)
    const elements = elementsOf(root)
    if (elements === undefined) return refused("json-invalid", { name })
    const session = newSession((at) => ({ pointer: `/loglines/${at - 1}` }))
    const list = spanAt(placesOf(text), ["loglines"])
    const spans = list === undefined ? [] : elementSpans(text, list)
    for (const [index, span] of spans.entries()) take(session, rawOf(text, span), index + 1)
    const title = wordsOf(objectOf(root)?.title)
    if (title !== undefined && session.main !== undefined) session.ledger.facts({ n: session.main.n, title })
    return fine(session.ledger.flush())
  },
}
