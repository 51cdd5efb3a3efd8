import { z } from "zod"
import { rules } from "#lib/lint/index.ts"
import { severityOf } from "#lib/lint/rule.ts"
import { columns, writeJson, writeLines } from "../output.ts"

const options = z.object({ json: z.boolean().default(false) })

/** `rules`: what the lint looks for: a line each, or with `--json` everything known of each rule. */
export const rulesCommand = async (given: unknown): Promise<number> => {
  const { json } = options.parse(given)
  if (json)
    await writeJson(
      rules.map((rule) => ({
        id: rule.id,
        severity: severityOf(rule),
        confidence: rule.confidence,
        effect: rule.effect,
        scope: rule.scope,
        meaning: rule.meaning,
        fix: rule.fix,
        source: rule.source,
        ...(rule.open === undefined ? {} : { open: rule.open }),
      })),
    )
  else
    await writeLines(
      columns(
        rules.map((rule) => [rule.id, severityOf(rule), rule.confidence, `${rule.meaning} (${rule.source})`]),
      ),
    )
  return 0
}
