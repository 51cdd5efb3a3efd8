import type { Omitted } from "#lib/export/omitted.ts"
import { type Finder, type Found, finderOf } from "#lib/export/secrets.ts"
import type { RecordHeader } from "#lib/record/record.ts"
import type { Review } from "./review.ts"

/** What an export leaves out of a record: how much, which secrets, and the finder of them. */
export type Omitting = {
  readonly omitted: Omitted
  readonly left: readonly Found[]
  readonly find: Finder
}

/** Which secrets stay: those with these ids, or all of them. */
export type Keep = readonly string[] | "all"

/** All secrets of a review but those that are kept. */
export const omitting = ({ secrets, found }: Review, keep: Keep): Omitting => {
  const stays = (id: string): boolean => keep === "all" || keep.includes(id)
  const going = found.filter(({ id }) => !stays(id))
  return {
    omitted: { secrets: going.length, places: going.reduce((sum, { count }) => sum + count, 0) },
    left: going,
    find: finderOf(secrets.filter(({ id }) => !stays(id))),
  }
}

/** A header line that says what its log does without. */
export const markedHeader = (header: RecordHeader, { secrets, places }: Omitted): RecordHeader =>
  secrets === 0
    ? header
    : {
        ...header,
        redacted: {
          secrets: secrets + (header.redacted?.secrets ?? 0),
          places: places + (header.redacted?.places ?? 0),
        },
      }
