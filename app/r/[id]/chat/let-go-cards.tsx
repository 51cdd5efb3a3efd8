"use client"
import { useInfiniteQuery } from "@tanstack/react-query"
import { type ReactNode, useMemo, useState } from "react"
import { type Card, cardsOf } from "#lib/view/chat-cards.ts"
import type { Stretch } from "#lib/view/chat-item.ts"
import type { StretchItems } from "#lib/view/stretch.ts"
import { number, plural } from "#lib/view/words.ts"
import { ask } from "../ask.ts"
import { ActsContext, useActs } from "./acts.ts"
import { useCardKeys } from "./card-keys.ts"
import styles from "./chat.module.css"
import { Folded } from "./folded.tsx"
import own from "./let-go.module.css"
import { Opener } from "./opener.tsx"
import { sentenceOfError } from "./post.ts"
import { SaidView } from "./said-card.tsx"
import { EndView, TryView } from "./told-cards.tsx"
import { UndoButton } from "./undo-button.tsx"

/** The messages of a stretch, as many at a time as come at once. */
const useStretch = (record: string, { from, to, by }: Stretch) =>
  useInfiniteQuery({
    queryKey: ["stretch", record, from, to, by],
    queryFn: ({ pageParam, signal }) =>
      ask<StretchItems>(`/r/${encodeURIComponent(record)}/stretch`, { from: pageParam, to, by }, signal),
    initialPageParam: from,
    getNextPageParam: ({ items, rest }) => (rest === 0 ? undefined : (items.at(-1)?.seq ?? to) + 1),
  })

const GoneCard = ({ card }: { readonly card: Card }) => {
  if (card.is === "said") return <SaidView card={card} />
  if (card.is === "try") return <TryView card={card} />
  return card.is === "end" ? <EndView card={card} isLast={false} /> : null
}

/** What was said in a stretch, to be read and no more. */
const StretchCards = ({ stretch }: { readonly stretch: Stretch }) => {
  const acts = useActs()
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useStretch(acts.record, stretch)
  const cards = useMemo(() => cardsOf(data?.pages.flatMap(({ items }) => items) ?? [], false), [data])
  const readOnly = useMemo(() => ({ ...acts, isReadOnly: true }), [acts])
  const rest = data?.pages.at(-1)?.rest ?? 0
  return (
    <ActsContext value={readOnly}>
      <ol className={own.gone} aria-label={`Entries ${stretch.from} to ${stretch.to}, let go`}>
        {cards.map((card) => (
          <GoneCard key={`${card.is} ${card.seq}`} card={card} />
        ))}
      </ol>
      {error === null ? null : <p role="alert">{sentenceOfError(error)}</p>}
      {isFetching ? <p role="status">Reading…</p> : null}
      {hasNextPage && !isFetching ? (
        <button type="button" data-button="" onClick={() => void fetchNextPage()}>
          Show more of {number(rest)}
        </button>
      ) : null}
    </ActsContext>
  )
}

type FoldProps = { readonly stretch: Stretch; readonly label: string; readonly children?: ReactNode }

/** A stretch in one line, which opens in place; `children`: what can be done with it. */
const StretchFold = ({ stretch, label, children }: FoldProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Opener isOpen={isOpen} toggle={() => setOpen((now) => !now)} label={label}>
        {children}
      </Opener>
      {isOpen ? <StretchCards stretch={stretch} /> : null}
    </>
  )
}

/** Messages that were let go, where they stood: folded, with how many they are and what let them go. */
export const LetGoView = ({ card }: { readonly card: Extract<Card, { readonly is: "let-go" }> }) => {
  const { plan } = useActs()
  const { stretch, words, canUndo } = card
  const onKeyDown = useCardKeys(canUndo ? { u: () => plan({ kind: "undo", of: [stretch.by] }) } : {})
  return (
    <li
      className={own.letGo}
      data-hatched=""
      data-how="dropped"
      data-seq={card.seq}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <StretchFold stretch={stretch} label={words}>
        {canUndo ? <UndoButton of={stretch.by} /> : null}
      </StretchFold>
    </li>
  )
}

export const SummaryView = ({ card }: { readonly card: Extract<Card, { readonly is: "summary" }> }) => {
  const { plan } = useActs()
  const { seq, stands } = card
  const onKeyDown = useCardKeys({ u: () => plan({ kind: "undo", of: [seq] }) })
  return (
    <li className={styles.card} data-role="frame" data-seq={seq} tabIndex={-1} onKeyDown={onKeyDown}>
      <details className={styles.fold}>
        <summary>
          <b>summary</b> <span data-quiet="">stands for what was said before</span>
        </summary>
        <div className={styles.inside}>
          {card.shown.kind === "text" ? <Folded text={card.shown.text} name="summary" /> : null}
        </div>
      </details>
      {stands === undefined ? null : (
        <div className={own.covered} data-hatched="" data-how="dropped">
          <StretchFold
            stretch={stands}
            label={`The summary stands for ${plural(stands.count, "message")}, covered by entry ${number(seq)}`}
          >
            <UndoButton of={seq} />
          </StretchFold>
        </div>
      )}
    </li>
  )
}
