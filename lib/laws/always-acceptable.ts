import type { Law } from "./law.ts"

const id = "always-acceptable"

/** Law 6. */
export const alwaysAcceptable: Law = {
  id,
  says: "The lint finds no error in a wire that we projected.",
  check: ({ projection }) =>
    projection.findings
      .filter((finding) => finding.severity === "error")
      .map((finding) => ({
        law: id,
        at: finding.pointer,
        says: `${finding.rule} ${JSON.stringify(finding.facts)}`,
      })),
}
