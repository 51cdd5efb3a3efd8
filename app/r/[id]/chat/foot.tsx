"use client"
import { useMemo } from "react"
import type { Chat } from "#lib/view/chat.ts"
import { pricesAsOf } from "#lib/view/prices.ts"
import { sumWords, totalOf } from "#lib/view/spent.ts"
import styles from "./chat.module.css"
import type { Connection } from "./use-chat.ts"

const connectionWords = {
  live: "",
  waiting: "Connecting…",
  closed: "Not connected any more; open the page again.",
} satisfies Record<Connection, string>

type Props = {
  readonly chat: Chat
  readonly connection: Connection
  readonly isBeside: boolean
  readonly toggleBeside: () => void
}

/** What the last reply and the conversation have used. Prices are of a day, so a cost is an estimate. */
export const Foot = ({ chat: { spent }, connection, isBeside, toggleBeside }: Props) => {
  const total = useMemo(() => totalOf(spent), [spent])
  return (
    <footer className={styles.foot}>
      <p className={styles.sums} data-small="" data-quiet="">
        {spent.last === undefined ? (
          <span>No reply yet.</span>
        ) : (
          <>
            <span>Last reply: {sumWords(spent.last)}</span>
            <span title={`Prices as of ${pricesAsOf}; replies that were rewound count too`}>
              Conversation: {sumWords(total)}
            </span>
          </>
        )}
        <span role="status">{connectionWords[connection]}</span>
        <span className={styles.hint}>
          <kbd>j k</kbd> message · <kbd>r R</kbd> go back · <kbd>y</kbd> fork · <kbd>u</kbd> undo
        </span>
      </p>
      <button
        type="button"
        data-button="plain"
        className={styles.toggle}
        aria-pressed={isBeside}
        onClick={toggleBeside}
      >
        What would cross
      </button>
    </footer>
  )
}
