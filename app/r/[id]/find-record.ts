import { cache } from "react"
import { found } from "#app/actions/opened.ts"

/** A record as it stands, read once for a page and its title. */
export const findRecord = cache((record: string) =>
  found({ record, target: undefined, asOf: undefined, vision: undefined }),
)
