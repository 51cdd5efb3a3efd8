"use client"
import Link from "next/link"
import { recordHref } from "#lib/view/address.ts"
import { number, plural } from "#lib/view/words.ts"
import styles from "./chat.module.css"
import type { Choice } from "./choice.ts"
import type { Offer } from "./offers.ts"
import { useTally } from "./use-tally.ts"
import { Whom } from "./whom.tsx"

type LossProps = { readonly record: string; readonly offer: Offer; readonly seq: number }

/** What would be lost on the way to somebody who was not asked before. */
const Loss = ({ record, offer, seq }: LossProps) => {
  const { tally, error } = useTally(record, offer.target, seq, true)
  if (error !== null) return <p role="alert">{error.message}</p>
  if (tally === undefined) return <p data-quiet="">Counting what {offer.label} would get…</p>
  const { dropped, altered } = tally.counts
  return (
    <p>
      To {offer.label}:{" "}
      <span data-how={dropped > 0 ? "dropped" : undefined} className={styles.mark}>
        {number(dropped)} dropped
      </span>
      ,{" "}
      <span data-how={altered > 0 ? "altered" : undefined} className={styles.mark}>
        {number(altered)} altered
      </span>{" "}
      of {plural(dropped + altered + tally.counts.carried, "stored piece")}.{" "}
      <Link href={recordHref(record, { target: offer.target })} prefetch={false}>
        See which
      </Link>
    </p>
  )
}

type Props = {
  readonly record: string
  readonly offers: readonly Offer[]
  readonly choice: Choice
  /** Who was asked last, if anybody. */
  readonly last: string | undefined
  readonly seq: number
  readonly onChange: (choice: Choice) => void
}

/** Whom to ask, and by which model; somebody new is not asked before one can see what would not reach them. */
export const Addressee = ({ record, offers, choice, last, seq, onChange }: Props) => {
  const offer = offers.find(({ id }) => id === choice.target)
  const isNew = last !== choice.target
  return (
    <>
      <Whom offers={offers} choice={choice} label="Whom to ask" onChange={onChange} />
      {isNew && offer !== undefined && seq > 0 ? (
        <div className={styles.loss} role="status">
          <Loss record={record} offer={offer} seq={seq} />
        </div>
      ) : null}
    </>
  )
}
