import type { Finding } from "#lib/lint/finding.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import type { Law } from "./law.ts"

const id = "always-acceptable"

const isError = ({ severity }: Finding): boolean => severity === "error"

/** Law 6. */
export const alwaysAcceptable: Law = {
  id,
  says: "The lint finds no error in a wire that we projected.",
  check: ({ projection }) =>
    [...projection.findings.filter(isError), ...errorsOf(projection)].map((finding) => ({
      law: id,
      at: finding.pointer,
      says: `${finding.rule} ${JSON.stringify(finding.facts)}`,
    })),
}
