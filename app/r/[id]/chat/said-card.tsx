"use client"
import Link from "next/link"
import { memo, useDeferredValue } from "react"
import { BlockView } from "#app/blocks/index.tsx"
import { SealMark } from "#app/blocks/seal.tsx"
import { Markdown } from "#app/ui/markdown.tsx"
import { recordHref } from "#lib/view/address.ts"
import { type Card, canBeEdited, type Piece } from "#lib/view/chat-cards.ts"
import { isWhole } from "#lib/view/clip.ts"
import type { Shown } from "#lib/view/shown.ts"
import { number, speakerRoles, speakerWords } from "#lib/view/words.ts"
import { useActs } from "./acts.ts"
import { ActsMenu, keysOf, useActsFrom } from "./acts-menu.tsx"
import { CallView } from "./call-card.tsx"
import { useCardKeys } from "./card-keys.ts"
import styles from "./chat.module.css"
import { Folded } from "./folded.tsx"
import { InsteadView } from "./instead.tsx"

type SaidCard = Extract<Card, { readonly is: "said" }>

export const ReasoningView = ({
  shown,
}: {
  readonly shown: Extract<Shown, { readonly kind: "reasoning" }>
}) => (
  <details className={styles.fold} data-role="thought">
    <summary>
      <b>reasoning</b>{" "}
      <span data-quiet="">
        {shown.text.chars === 0 ? "sealed" : `${number(shown.text.chars)} characters`}
      </span>
    </summary>
    <div className={styles.inside}>
      {shown.text.chars === 0 ? null : <Folded text={shown.text} name="reasoning" />}
      <SealMark seal={shown.seal} native={shown.native} />
    </div>
  </details>
)

/** Words as Markdown; while more of them come, keys and clicks go before reading them anew. */
const ReadView = ({ text }: { readonly text: string }) => <Markdown text={useDeferredValue(text)} />

/** Words of a person or the model are read as Markdown; one too long to be here whole, and all other words, as they are stored. */
export const TextView = ({
  shown,
  isRead,
}: {
  readonly shown: Extract<Shown, { readonly kind: "text" }>
  readonly isRead: boolean
}) =>
  isRead && isWhole(shown.text) && shown.text.text.trim() !== "" ? (
    <ReadView text={shown.text.text} />
  ) : (
    <Folded text={shown.text} name="text" />
  )

const PieceView = ({ piece, isRead }: { readonly piece: Piece; readonly isRead: boolean }) => {
  const { object } = useActs()
  if (piece.is === "call") return <CallView card={piece} />
  const { shown } = piece
  if (shown.kind === "text")
    return (
      <>
        <TextView shown={shown} isRead={isRead} />
        {piece.instead === undefined ? null : <InsteadView instead={piece.instead} />}
      </>
    )
  if (shown.kind === "reasoning") return <ReasoningView shown={shown} />
  return <BlockView shown={shown} object={object} />
}

const stopWords: { readonly [stop: string]: string } = {
  aborted: "interrupted",
  length: "cut off at the token limit",
  error: "broke off",
  refusal: "declined",
  filter: "filtered",
}

type HeadProps = { readonly card: SaidCard; readonly children?: React.ReactNode }

const Head = ({ card, children }: HeadProps) => {
  const { record } = useActs()
  const stop = card.stop === undefined ? undefined : stopWords[card.stop]
  return (
    <div className={styles.head}>
      <h2>{speakerWords[card.speaker.kind]}</h2>
      <span data-quiet="" className={styles.facts}>
        {card.isDraft ? "answers…" : (card.model ?? card.speaker.label)}
      </span>
      {stop === undefined ? null : (
        <span data-how="altered" className={styles.mark}>
          {stop}
        </span>
      )}
      <span className={styles.tools}>
        {children}
        {card.isDraft ? null : (
          <Link href={recordHref(record, { block: `${card.seq}.0` })} prefetch={false} data-quiet="">
            #{number(card.seq)}
          </Link>
        )}
      </span>
    </div>
  )
}

/** One message, with its calls and their results; one that is being written goes on as the message it becomes. */
export const SaidView = memo(({ card }: { readonly card: SaidCard }) => {
  const { edit, isRunning, isReadOnly, replaces } = useActs()
  const offered = useActsFrom(card)
  const onKeyDown = useCardKeys(keysOf(offered))
  const { kind } = card.speaker
  const isRead = kind === "human" || kind === "agent"
  return (
    <li
      className={styles.card}
      data-role={speakerRoles[kind]}
      data-seq={card.seq}
      data-draft={card.isDraft ? "" : undefined}
      data-gone={isReadOnly ? "" : undefined}
      data-leaving={!isReadOnly && replaces !== undefined && replaces <= card.seq ? "" : undefined}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Head card={card}>
        {canBeEdited(card) && !isReadOnly ? (
          <button
            type="button"
            data-button="plain"
            data-small=""
            disabled={isRunning}
            title={
              isRunning
                ? "Stop the answer first"
                : "Say it otherwise: the conversation goes back to before it"
            }
            onClick={() => edit(card)}
          >
            Edit
          </button>
        ) : null}
        <ActsMenu seq={card.seq} offered={offered} />
      </Head>
      <div className={styles.pieces}>
        {card.pieces.map((piece) => (
          <PieceView key={piece.id} piece={piece} isRead={isRead} />
        ))}
      </div>
    </li>
  )
})
SaidView.displayName = "SaidView"
