import type { ListView } from "#app/list/address.ts"
import type { Filter } from "#db/list.ts"
import { projector } from "#lib/dialect/words.ts"

/** What the store is asked for a view of the list. */
export const filterOf = ({ q, format, model, has = [] }: ListView): Filter => ({
  projector,
  altered: has.includes("altered"),
  dropped: has.includes("dropped"),
  findings: has.includes("findings"),
  quotes: has.includes("quotes"),
  ...(q === undefined ? {} : { query: q }),
  ...(format === undefined ? {} : { format }),
  ...(model === undefined ? {} : { model }),
})
