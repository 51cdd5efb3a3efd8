import type { Context } from "./context.ts"

/** Room for the note that says what was cut. */
const room = 100

/** UTF-16 units that any text may have on the row; undefined means no limit. */
export const textLimit = ({ target }: Pick<Context, "target">): number | undefined =>
  target.longest === undefined ? undefined : target.longest - room

/** The same for an output, which a policy may hold shorter still. */
export const outputLimit = (context: Pick<Context, "target" | "policies">): number | undefined => {
  const [row, asked] = [textLimit(context), context.policies.maxToolChars]
  return row === undefined || asked === undefined ? (row ?? asked) : Math.min(row, asked)
}
