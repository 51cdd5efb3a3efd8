"use client"
import Link from "next/link"
import { useRouter } from "next/navigation"
import { type DragEvent, type KeyboardEvent, useCallback, useMemo, useState } from "react"
import { type Commands, useCommands } from "#app/ui/palette.tsx"
import { unreachable } from "#lib/unreachable.ts"
import { recordHref } from "#lib/view/address.ts"
import type { Chat } from "#lib/view/chat.ts"
import { type CallState, type Card, cardsOf, draftCard } from "#lib/view/chat-cards.ts"
import { plural } from "#lib/view/words.ts"
import { type Acts, ActsContext } from "./acts.ts"
import { Addressee } from "./addressee.tsx"
import { Beside } from "./beside.tsx"
import styles from "./chat.module.css"
import { ComposerForm } from "./composer-form.tsx"
import type { FirstChat } from "./first-chat.ts"
import { Foot } from "./foot.tsx"
import { SaidView } from "./said-card.tsx"
import { AwaitedCard, EndView, PendingCard, SummaryView, TryView } from "./told-cards.tsx"
import { useChat } from "./use-chat.ts"
import { useComposer } from "./use-composer.ts"
import { useFollow } from "./use-follow.ts"
import { type Say, useSay } from "./use-say.ts"

const CardView = ({ card, isLast }: { readonly card: Card; readonly isLast: boolean }) => {
  switch (card.is) {
    case "said":
      return <SaidView card={card} />
    case "summary":
      return <SummaryView card={card} />
    case "try":
      return <TryView card={card} />
    case "end":
      return <EndView card={card} isLast={isLast} />
    default:
      return unreachable(card)
  }
}

type Own = {
  readonly record: string
  readonly say: Say
  readonly isRunning: boolean
  readonly toggleBeside: () => void
}

const useChatCommands = ({ record, say, isRunning, toggleBeside }: Own): void => {
  const router = useRouter()
  const { act, stop } = say
  const commands = useMemo(
    (): Commands => [
      {
        group: "Conversation",
        commands: [
          ...(isRunning
            ? [{ label: "Stop the answer", keys: "Esc", run: () => void stop() }]
            : [
                { label: "Ask again", run: () => void act("again") },
                { label: "Continue", run: () => void act("continue") },
              ]),
          { label: "Open the inspector", run: () => router.push(recordHref(record, {})) },
          { label: "Show or hide what would cross now", run: toggleBeside },
        ],
      },
    ],
    [record, act, stop, isRunning, toggleBeside, router],
  )
  useCommands(commands)
}

/** The states of all calls that are not over. */
const openCalls = (cards: readonly Card[]): readonly CallState[] =>
  cards
    .flatMap((card) => (card.is === "said" ? card.pieces : []))
    .flatMap((piece) => (piece.is === "call" ? [piece.state] : []))
    .filter((state) => state === "asked" || state === "running")

/** Where the conversation stands, for those who do not see it. */
const statusOf = (cards: readonly Card[], isRunning: boolean): string => {
  if (openCalls(cards).includes("asked")) return "A tool waits for you: allow or deny it."
  if (isRunning) return "The model is at work."
  const last = cards.at(-1)
  return last?.is === "said" && last.speaker.kind === "agent" ? "The model has answered." : ""
}

type ConversationProps = {
  readonly record: string
  readonly chat: Chat
  readonly cards: readonly Card[]
}

/** What was said and what is being said, in a pane that stays at its end. */
const Conversation = ({ record, chat, cards }: ConversationProps) => {
  const { pane, list, onScroll } = useFollow(chat.pending.length)
  const all = chat.draft === undefined ? cards : [...cards, draftCard(chat.draft)]
  const isAwaited = chat.draft === undefined && chat.running && openCalls(cards).length === 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reached by keyboard
    <section className={styles.pane} aria-label="Conversation" ref={pane} onScroll={onScroll} tabIndex={0}>
      {chat.earlier === 0 ? null : (
        <p className={styles.note} data-quiet="">
          {plural(chat.earlier, "earlier message")} not shown here;{" "}
          <Link href={recordHref(record, {})} prefetch={false}>
            the inspector
          </Link>{" "}
          has all.
        </p>
      )}
      {cards.length === 0 && chat.pending.length === 0 ? (
        <p className={styles.empty}>Nothing is said yet: choose whom to ask below, and write.</p>
      ) : null}
      <ol className={styles.cards} ref={list}>
        {all.map((card, index) => (
          <CardView key={`${card.is} ${card.seq}`} card={card} isLast={index === all.length - 1} />
        ))}
        {isAwaited ? <AwaitedCard /> : null}
        {chat.pending.map((each) => (
          <PendingCard key={each.key} pending={each} />
        ))}
      </ol>
    </section>
  )
}

/** A conversation with a model through the record: what is in force, the reply as it comes, and where to write. */
export const ChatPanel = ({ first }: { readonly first: FirstChat }) => {
  const { record, offers } = first
  const { chat, connection, waiting } = useChat(record, first.chat)
  const [choice, setChoice] = useState(first.choice)
  const [asked, setAsked] = useState(first.last?.target)
  const [isBeside, setBeside] = useState(false)
  const object = useCallback(
    (sha256: string) => `/r/${encodeURIComponent(record)}/object/${sha256}`,
    [record],
  )
  const say = useSay(record, waiting, choice)
  const { decide, act, stop } = say
  const isRunning = chat.running
  const composer = useComposer(async (written) => {
    const isTaken = await say.say(written)
    if (isTaken) setAsked(choice.target)
    return isTaken
  }, object)
  const { edit, leave, replaces, field } = composer
  /** What was pressed may be gone by then, and the keyboard with it. */
  const thenField = useCallback(
    <Value,>(value: Value): Value => {
      field.current?.focus()
      return value
    },
    [field],
  )
  const cards = useMemo(() => cardsOf(chat.items, isRunning), [chat.items, isRunning])
  const toggleBeside = useCallback(() => setBeside((now) => !now), [])
  useChatCommands({ record, say, isRunning, toggleBeside })
  const acts = useMemo(
    (): Acts => ({
      ...{ record, isRunning, object },
      decide: (callId, allowed) => thenField(decide(callId, allowed)),
      edit: (card) => void edit(card),
      again: () => void thenField(act("again")),
    }),
    [record, isRunning, object, edit, decide, act, thenField],
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (replaces !== undefined) leave()
    else if (isRunning) void stop()
  }
  const onDrop = (event: DragEvent): void => {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault() // the browser would leave the page to open them
    void composer.add(files)
  }
  const seq = chat.position.seq
  const offer = offers.find(({ id }) => id === choice.target)
  return (
    <ActsContext value={acts}>
      <main
        className={styles.panel}
        data-beside={isBeside ? "" : undefined}
        onKeyDown={onKeyDown}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes("Files")) event.preventDefault()
        }}
        onDrop={onDrop}
      >
        <Conversation record={record} chat={chat} cards={cards} />
        {isBeside ? <Beside record={record} offer={offer} seq={seq} /> : null}
        <div className={styles.below}>
          <p data-hidden="" role="status">
            {statusOf(cards, isRunning)}
          </p>
          {say.trouble === "" ? null : <p role="alert">{say.trouble}</p>}
          <ComposerForm
            composer={composer}
            isRunning={isRunning}
            canGoOn={!isRunning && cards.length > 0}
            stop={() => void thenField(stop())}
            goOn={() => void thenField(act("continue"))}
          >
            <Addressee {...{ record, offers, choice, seq }} last={asked} onChange={setChoice} />
          </ComposerForm>
          <Foot chat={chat} connection={connection} isBeside={isBeside} toggleBeside={toggleBeside} />
        </div>
      </main>
    </ActsContext>
  )
}
