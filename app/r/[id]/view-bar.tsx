"use client"
import Link from "next/link"
import { requestsHref } from "#lib/view/address.ts"
import type { Skeleton } from "#lib/view/skeleton.ts"
import { number } from "#lib/view/words.ts"
import { AsOf } from "./as-of.tsx"
import { OrderSwitch, VisionSwitch } from "./choices.tsx"
import { CountsBar } from "./counts-bar.tsx"
import { go } from "./use-address.ts"
import type { Model } from "./use-model.ts"
import styles from "./view-bar.module.css"

/** What the wire is: its size and digest; derived where the record does not hold all of the request. */
const WireFacts = ({ record, skeleton }: { readonly record: string; readonly skeleton: Skeleton }) => (
  <span className={styles.facts}>
    {skeleton.sent === undefined ? null : (
      <Link
        href={requestsHref(record, { request: skeleton.sent.seq })}
        prefetch={false}
        className={styles.fine}
      >
        ✓ the bytes of entry {number(skeleton.sent.seq)},{" "}
        {skeleton.sent.by === "capture" ? "captured" : "sent"}
      </Link>
    )}
    {skeleton.sent !== undefined || skeleton.missing.length === 0 ? null : (
      <span
        className={styles.derived}
        title={`Not stored: ${skeleton.missing.map((each) => (each === "system" ? "system prompt" : each)).join(", ")}`}
      >
        derived
      </span>
    )}
    <span title={`${skeleton.digest} · model ${skeleton.model}`}>
      {number(skeleton.bytes)} B ·{" "}
      <span data-exact="">{`${skeleton.digest.slice(0, 4)}…${skeleton.digest.slice(-2)}`}</span>
    </span>
  </span>
)

type Props = {
  readonly model: Model
  readonly head: number
  readonly outlineOpen: boolean
  readonly onOutline: () => void
}

/** The counts, and what the wire is asked by. */
export const ViewBar = ({ model, head, outlineOpen, onOutline }: Props) => {
  const { address, skeleton, target } = model
  return (
    <div className={styles.bar} aria-busy={model.pending}>
      <button
        type="button"
        data-button=""
        className={styles.outline}
        aria-expanded={outlineOpen}
        onClick={onOutline}
      >
        Outline
      </button>
      <CountsBar
        counts={skeleton.counts}
        findings={model.found?.all}
        filter={address.filter}
        onFilter={(filter) => go({ filter })}
      />
      {model.listed.filtered ? (
        <span data-quiet="" role="status">
          {model.listed.pending
            ? "looking…"
            : `${number(model.listed.list.length)} of ${number(model.laid.rows.count)} rows`}
        </span>
      ) : null}
      <div className={styles.controls}>
        <AsOf asOf={model.wanted.asOf} head={head} onChange={(asOf) => go({ asOf })} />
        <VisionSwitch
          vision={address.vision}
          own={target?.sees ?? false}
          onChange={(vision) => go({ vision })}
        />
        <OrderSwitch order={address.order} onChange={(order) => go({ order })} />
        <WireFacts record={model.wanted.record} skeleton={skeleton} />
      </div>
    </div>
  )
}
