import { plural } from "#lib/view/words.ts"

/** What an export leaves out: how many secrets, in how many places. */
export type Omitted = { readonly secrets: number; readonly places: number }

/** The sentence in the export itself; undefined where nothing was left out. */
export const omittedWords = ({ secrets, places }: Omitted): string | undefined =>
  secrets === 0
    ? undefined
    : `${plural(secrets, "secret")} left out, in ${plural(places, "place")}: a mark [redacted: …] that names its kind stands for each.`
