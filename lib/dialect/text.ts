import type { Run } from "#lib/wire/writer.ts"

/** What stands between texts of one string. */
export const gap = "\n\n"

/** Runs of several texts in one string, a blank line between them. */
export const joined = (list: readonly (readonly Run[])[]): readonly Run[] =>
  list.length === 1
    ? (list[0] ?? [])
    : list.flatMap((each, index) => each.map((run, at) => (index > 0 && at === 0 ? { ...run, gap } : run)))
