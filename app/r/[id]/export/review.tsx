"use client"
import Link from "next/link"
import { ExactText } from "#app/ui/exact.tsx"
import type { Found, SecretPlace } from "#lib/export/secrets.ts"
import { recordHref } from "#lib/view/address.ts"
import { number, plural } from "#lib/view/words.ts"
import { go } from "../use-address.ts"
import styles from "./export.module.css"

/** Places of one secret that the list shows at once. */
const shown = 3

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ")

const whereOf = ({ seq, block, path }: SecretPlace): string => {
  if (seq === 0) return `header line ${path}`
  if (path.startsWith("/object/")) return `object of entry ${seq}`
  return block ?? `entry ${seq} ${path}`
}

const Place = ({
  record,
  place,
  masked,
}: {
  readonly record: string
  readonly place: SecretPlace
  readonly masked: string
}) => (
  <li className={styles.place}>
    {place.block === undefined ? (
      <span data-quiet="" data-exact="" className={styles.where} title={place.path}>
        {whereOf(place)}
      </span>
    ) : (
      <Link
        href={recordHref(record, { block: place.block })}
        prefetch={false}
        data-exact=""
        className={styles.where}
        title={place.path}
      >
        {whereOf(place)}
      </Link>
    )}
    <span data-exact="" className={styles.context}>
      <ExactText text={oneLine(place.before)} />
      <mark className={styles.masked}>{masked}</mark>
      <ExactText text={oneLine(place.after)} />
    </span>
  </li>
)

type Props = {
  readonly record: string
  readonly secrets: readonly Found[]
  readonly keep: readonly string[]
}

/** Each secret once, wherever it stands: it is left out, unless somebody says that it is none. */
export const Review = ({ record, secrets, keep }: Props) => {
  const decide = (id: string, stays: boolean): void =>
    go({ keep: stays ? [...keep, id] : keep.filter((each) => each !== id) }, "replace")
  return (
    <>
      <h2>
        {plural(secrets.length, "secret")} <span data-quiet="">found; each is one decision</span>
      </h2>
      <ul>
        {secrets.map(({ id, rule, masked, count, places }) => (
          <li key={id} className={styles.secret} data-stays={keep.includes(id) ? "" : undefined}>
            <div className={styles.head}>
              <code>{rule}</code>
              <code>{masked}</code>
              <span data-quiet="">{plural(count, "place")}</span>
              <label className={styles.decide}>
                <input
                  type="checkbox"
                  checked={keep.includes(id)}
                  aria-label={`Keep ${rule} ${masked}: a false alarm`}
                  onChange={({ currentTarget }) => decide(id, currentTarget.checked)}
                />
                keep, a false alarm
              </label>
            </div>
            <ul>
              {places.slice(0, shown).map((place) => (
                <Place
                  key={`${place.seq}${place.path}${place.before}`}
                  record={record}
                  place={place}
                  masked={masked}
                />
              ))}
            </ul>
            {count > shown ? (
              <p data-quiet="" data-small="">
                and {number(count - shown)} more
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  )
}
