"use client"
import Link from "next/link"
import { Exact } from "#app/ui/exact.tsx"
import type { Card } from "#lib/view/chat-cards.ts"
import { clip, opened } from "#lib/view/clip.ts"
import { failureSentence, isOfSettings } from "#lib/view/failures.ts"
import type { Pending } from "#lib/view/pending.ts"
import { number, plural } from "#lib/view/words.ts"
import { useActs } from "./acts.ts"
import styles from "./chat.module.css"
import { TextView } from "./said-card.tsx"

/** The provider's own words, beside ours. */
const Words = ({ message }: { readonly message: string }) =>
  message === "" ? null : <Exact clip={clip(message)} />

export const TryView = ({ card: { entry } }: { readonly card: Extract<Card, { readonly is: "try" }> }) => (
  <li className={styles.note} data-quiet="">
    Try {entry.n} failed{entry.status === undefined ? "" : ` with ${entry.status}`}
    {entry.error === undefined ? "." : `: ${failureSentence(entry.error)}`}
    {entry.retryAfter === undefined
      ? null
      : ` It asked to wait ${number(Math.ceil(entry.retryAfter / 1000))} s.`}
    <Words message={entry.error?.message ?? ""} />
  </li>
)

type EndProps = { readonly card: Extract<Card, { readonly is: "end" }>; readonly isLast: boolean }

const endWords: { readonly [outcome: string]: string } = {
  stopped: "Stopped here.",
  interrupted: "Interrupted: the process that asked ended before the answer did.",
}

/** How a turn ended that did not simply end; at the end of the conversation, what can be done then. */
export const EndView = ({ card: { entry }, isLast }: EndProps) => {
  const { again, isRunning } = useActs()
  const { outcome = "error", error } = entry
  return (
    <li className={styles.end} data-outcome={outcome}>
      <p {...(isLast && outcome === "error" ? { role: "alert" } : {})}>
        {error === undefined ? (endWords[outcome] ?? "The turn failed.") : failureSentence(error)}
        {error?.status === undefined ? null : <span data-quiet=""> Status {error.status}.</span>}
      </p>
      <Words message={error?.message ?? ""} />
      {isLast && !isRunning ? (
        <div className={styles.buttons}>
          <button type="button" data-button="" onClick={again}>
            Ask again
          </button>
          {error !== undefined && isOfSettings(error) ? (
            <Link href="/settings" prefetch={false}>
              Open the settings
            </Link>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

/** A reply that is waited for. */
export const AwaitedCard = () => (
  <li className={styles.card} data-role="model" data-draft="">
    <div className={styles.head}>
      <h2>model</h2>
      <span data-quiet="" className={styles.facts}>
        at work…
      </span>
    </div>
  </li>
)

type PendingProps = {
  readonly pending: Pending
  /** The name of whom it is for; undefined for whoever was asked last. */
  readonly to: string | undefined
}

/** What was said and waits, read as it will be: for the running turn to take it in, or for a turn of whom it is for. */
export const PendingCard = ({ pending, to }: PendingProps) => (
  <li className={styles.card} data-role="human" data-pending="">
    <div className={styles.head}>
      <h2>user</h2>
      <span data-quiet="" className={styles.facts}>
        waits{to === undefined ? "" : ` for ${to}`}
        {pending.pictures === 0 ? "" : ` · ${plural(pending.pictures, "picture")}`}
      </span>
    </div>
    <TextView shown={{ kind: "text", text: clip(pending.text, opened) }} isRead />
  </li>
)
