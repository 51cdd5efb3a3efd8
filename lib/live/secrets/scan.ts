import { lintSource } from "@secretlint/core"
import { creator } from "@secretlint/secretlint-rule-preset-recommend"
import type { Secret, Secrets } from "#lib/plan/redact.ts"
import { ownPatterns } from "./own.ts"

const config = {
  rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, options: {} }],
}

/** `@secretlint/secretlint-rule-openai` is shown as `openai`. */
const shortName = (ruleId: string): string => ruleId.replace(/^@secretlint\/secretlint-rule-/, "")

/** A comment of the library's own that would hide what stands behind it is no authority in a transcript. */
const disabling = /secretlint-(?=disable|enable)/g

const byLibrary = async (text: string): Promise<readonly Secret[]> => {
  const content = text.replaceAll(disabling, "secretlint ")
  const { messages } = await lintSource({
    source: { filePath: "text.txt", ext: ".txt", contentType: "text", content },
    options: { config, noPhysicFilePath: true },
  })
  return messages.map(({ range: [from, to], ruleId }) => ({ from, to, rule: shortName(ruleId) }))
}

const byPattern = (text: string): readonly Secret[] =>
  ownPatterns.flatMap(({ rule, pattern }) =>
    [...text.matchAll(pattern)].map((found) => ({
      from: found.index,
      to: found.index + found[0].length,
      rule,
    })),
  )

/** Reads texts for secrets, each once; what it gives knows those texts alone, and throws for any other. */
export const scan = async (texts: Iterable<string>): Promise<Secrets> => {
  const known = new Map<string, readonly Secret[]>()
  for (const text of new Set(texts)) known.set(text, [...(await byLibrary(text)), ...byPattern(text)])
  return (text) => {
    const secrets = known.get(text)
    if (secrets === undefined) throw new Error("A text is shown that was not read for secrets.")
    return secrets
  }
}
