"use client"
import type { Found } from "#lib/export/secrets.ts"
import { type ExportFormat, exportFormatIds, exportFormats } from "#lib/view/export-formats.ts"
import { number, plural } from "#lib/view/words.ts"
import { AsOf } from "../as-of.tsx"
import { go, useAddress } from "../use-address.ts"
import styles from "./export.module.css"
import { Review } from "./review.tsx"
import { type ReviewState, useReview } from "./use-review.ts"

type Props = {
  readonly record: string
  readonly head: number
  readonly search: string
  readonly ownTarget: string
  readonly targets: readonly { readonly id: string; readonly label: string }[]
}

const Formats = ({ format }: { readonly format: ExportFormat }) => (
  <fieldset className={styles.formats}>
    <legend>As</legend>
    {exportFormatIds.map((id) => (
      <label key={id} className={styles.format} data-chosen={id === format ? "" : undefined}>
        <input
          type="radio"
          name="format"
          value={id}
          checked={id === format}
          onChange={() => go({ format: id === "log" ? undefined : id }, "replace")}
        />
        <span>
          {exportFormats[id].label}
          <span data-quiet="" data-small="" className={styles.meaning}>
            {exportFormats[id].meaning}
          </span>
        </span>
      </label>
    ))}
  </fieldset>
)

const Target = ({ target, targets }: { readonly target: string } & Pick<Props, "targets">) => (
  <label className={styles.choice}>
    <span>Target</span>
    <select
      data-field=""
      value={target}
      onChange={({ currentTarget }) => go({ target: currentTarget.value }, "replace")}
    >
      {targets.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  </label>
)

/** Where the file is, in the state that the page shows. */
const fileHref = (
  record: string,
  format: ExportFormat,
  more: { readonly target?: string; readonly asOf?: number; readonly keep: readonly string[] },
): string => {
  const query = new URLSearchParams({ format })
  if (more.target !== undefined) query.set("target", more.target)
  if (more.asOf !== undefined) query.set("asOf", String(more.asOf))
  if (more.keep.length > 0) query.set("keep", more.keep.join(","))
  return `/v1/conversations/${encodeURIComponent(record)}/export?${query}`
}

const caseWords = "Nothing that was said is in a case: placeholders of the same shape stand for all of it."

const readingWords = ({ problem }: ReviewState, entries: number): string | null =>
  problem === undefined ? `Reading ${plural(entries, "entry", "entries")} for secrets…` : null

const leftWords = (going: readonly Found[]): string => {
  const places = going.reduce((sum, { count }) => sum + count, 0)
  return going.length === 0
    ? "Nothing is left out."
    : `${plural(going.length, "secret")} in ${plural(places, "place")} will be left out; the file says so.`
}

/** What is to leave, in which form and without what: nothing does before the list was shown. */
export const ExportSurface = ({ record, head, search, ownTarget, targets }: Props) => {
  const { format = "log", target = ownTarget, asOf, keep = [] } = useAddress(search)
  const isCase = format === "case"
  const review = useReview(record, asOf, !isCase)
  const { hasTarget, ending } = exportFormats[format]
  const going = review.secrets?.filter(({ id }) => !keep.includes(id)) ?? []
  const isReady = isCase || review.secrets !== undefined
  const href = fileHref(record, format, {
    ...(hasTarget ? { target } : {}),
    ...(asOf === undefined ? {} : { asOf }),
    keep: isCase ? [] : keep,
  })
  return (
    <main className={styles.main}>
      <section className={styles.choices} aria-label="What to export">
        <Formats format={format} />
        {hasTarget ? <Target target={target} targets={targets} /> : null}
        <div className={styles.choice}>
          <span>Entries</span>
          <AsOf asOf={asOf ?? head} head={head} onChange={(to) => go({ asOf: to }, "replace")} />
        </div>
        {isReady ? (
          <a href={href} download data-button="" className={styles.download}>
            Download .{ending}
          </a>
        ) : (
          <span data-button="" data-disabled="" className={styles.download}>
            Download .{ending}
          </span>
        )}
        <p role="status" data-quiet="" data-small="">
          {isCase
            ? caseWords
            : review.secrets === undefined
              ? readingWords(review, asOf ?? head)
              : leftWords(going)}
        </p>
      </section>
      <section className={styles.review} aria-label="Secrets" tabIndex={-1}>
        {review.problem === undefined ? null : <p role="alert">{review.problem}</p>}
        {isCase || review.secrets === undefined ? null : review.secrets.length === 0 ? (
          <p data-quiet="">
            No rule finds a secret in {number(asOf ?? head)} of {plural(head, "entry", "entries")}. Pictures
            and archives are not read.
          </p>
        ) : (
          <Review record={record} secrets={review.secrets} keep={keep} />
        )}
      </section>
    </main>
  )
}
