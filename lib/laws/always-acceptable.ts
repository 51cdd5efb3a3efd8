import { errorsOf } from "#lib/lint/of-projection.ts"
import type { Law } from "./law.ts"

const id = "always-acceptable"

/** Law 6. */
export const alwaysAcceptable: Law = {
  id,
  says: "The lint finds no error in a wire that we projected.",
  check: ({ projection }) =>
    errorsOf(projection).map(({ rule, pointer, facts }) => ({
      law: id,
      at: pointer,
      says: `${rule} ${JSON.stringify(facts)}`,
    })),
}
