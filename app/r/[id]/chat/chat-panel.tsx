"use client"
import Link from "next/link"
import { useRouter } from "next/navigation"
import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useState } from "react"
import { type Commands, useCommands } from "#app/ui/palette.tsx"
import { unreachable } from "#lib/unreachable.ts"
import { recordHref } from "#lib/view/address.ts"
import type { Chat } from "#lib/view/chat.ts"
import { type CallState, type Card, cardsOf, draftCard } from "#lib/view/chat-cards.ts"
import { plural } from "#lib/view/words.ts"
import { DoneBar } from "../done-bar.tsx"
import { PlanDialog } from "../plan-dialog.tsx"
import { ActsContext } from "./acts.ts"
import { Addressee } from "./addressee.tsx"
import { Beside } from "./beside.tsx"
import { stepCard, useCardKeys } from "./card-keys.ts"
import styles from "./chat.module.css"
import { ComposerForm } from "./composer-form.tsx"
import type { FirstChat } from "./first-chat.ts"
import { Foot } from "./foot.tsx"
import { LetGoView, SummaryView } from "./let-go-cards.tsx"
import type { Offer } from "./offers.ts"
import { SaidView } from "./said-card.tsx"
import { AwaitedCard, EndView, PendingCard, TryView } from "./told-cards.tsx"
import { useChat } from "./use-chat.ts"
import { useCardActs, useChatActs } from "./use-chat-acts.ts"
import { type Composer, useComposer } from "./use-composer.ts"
import { useFollow } from "./use-follow.ts"
import { type Say, useSay } from "./use-say.ts"

const CardView = ({ card, isLast }: { readonly card: Card; readonly isLast: boolean }) => {
  switch (card.is) {
    case "said":
      return <SaidView card={card} />
    case "summary":
      return <SummaryView card={card} />
    case "let-go":
      return <LetGoView card={card} />
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
  readonly offers: readonly Offer[]
}

/** What was said and what is being said, in a pane that stays at its end. */
const Conversation = ({ record, chat, cards, offers }: ConversationProps) => {
  const { pane, list, onScroll } = useFollow(chat.pending.length)
  const onKeyDown = useCardKeys({
    j: () => stepCard(list.current, 1),
    k: () => stepCard(list.current, -1),
  })
  const all = chat.draft === undefined ? cards : [...cards, draftCard(chat.draft)]
  const isAwaited = chat.draft === undefined && chat.running && openCalls(cards).length === 0
  return (
    <section
      className={styles.pane}
      aria-label="Conversation"
      ref={pane}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reached by keyboard
      tabIndex={0}
    >
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
          <PendingCard
            key={each.key}
            pending={each}
            to={offers.find(({ id }) => id === each.to)?.label ?? each.to}
          />
        ))}
      </ol>
    </section>
  )
}

/** Takes files that are dropped anywhere; the browser would leave the page to open them. */
const dropping = ({ add }: Composer) => ({
  onDragOver: (event: DragEvent): void => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault()
  },
  onDrop: (event: DragEvent): void => {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    void add(files)
  },
})

const isInMenu = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest("[role=menu]") !== null

/** Escape leaves what is edited, else stops the answer. */
const escaping =
  ({ replaces, leave }: Composer, isRunning: boolean, stop: () => unknown) =>
  (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (isInMenu(event)) return
    if (replaces !== undefined) leave()
    else if (isRunning) stop()
  }

/** A conversation is called by its first words: its page is read again when the first turn has ended. */
const useName = (first: Chat, { position, running }: Chat): void => {
  const router = useRouter()
  const isNamed = first.position.seq === 0 && position.seq > 0 && !running
  useEffect(() => {
    if (isNamed) router.refresh()
  }, [isNamed, router])
}

/** A conversation with a model through the record: what is in force, the reply as it comes, and where to write. */
export const ChatPanel = ({ first }: { readonly first: FirstChat }) => {
  const { record, offers } = first
  const { chat, connection, waiting } = useChat(record, first.chat)
  useName(first.chat, chat)
  const [choice, setChoice] = useState(first.choice)
  const [asked, setAsked] = useState(first.last?.target)
  const [isBeside, setBeside] = useState(false)
  const say = useSay(record, waiting, choice)
  const isRunning = chat.running
  const composer = useComposer(async (written) => {
    const isTaken = await say.say(written)
    if (isTaken) setAsked(choice.target)
    return isTaken
  }, record)
  const cards = useMemo(() => cardsOf(chat.items, isRunning), [chat.items, isRunning])
  const toggleBeside = useCallback(() => setBeside((now) => !now), [])
  useChatCommands({ record, say, isRunning, toggleBeside })
  const { letting, plan, goOn } = useChatActs(composer)
  const { acts, toField } = useCardActs(record, isRunning, say, composer, plan)
  const undoLast = letting.done?.undo
  const onUndo = useCardKeys(undoLast === undefined ? {} : { u: () => plan(undoLast) })
  const onEscape = escaping(composer, isRunning, say.stop)
  const thenField = (act: () => unknown) => (): void => {
    toField()
    act()
  }
  const seq = chat.position.seq
  return (
    <ActsContext value={acts}>
      <main
        className={styles.panel}
        data-beside={isBeside ? "" : undefined}
        onKeyDown={(event) => {
          onUndo(event)
          onEscape(event)
        }}
        {...dropping(composer)}
      >
        <Conversation {...{ record, chat, cards, offers }} />
        {isBeside ? (
          <Beside record={record} offer={offers.find(({ id }) => id === choice.target)} seq={seq} />
        ) : null}
        <div className={styles.below}>
          <DoneBar letting={letting} />
          <p data-hidden="" role="status">
            {statusOf(cards, isRunning)}
          </p>
          {say.trouble === "" ? null : <p role="alert">{say.trouble}</p>}
          <ComposerForm
            composer={composer}
            isRunning={isRunning}
            canGoOn={!isRunning && cards.length > 0}
            stop={thenField(say.stop)}
            goOn={thenField(() => say.act("continue"))}
          >
            <Addressee {...{ record, offers, choice, seq }} last={asked} onChange={setChoice} />
          </ComposerForm>
          <Foot chat={chat} connection={connection} isBeside={isBeside} toggleBeside={toggleBeside} />
        </div>
      </main>
      <PlanDialog
        record={record}
        target={offers.find(({ id }) => id === choice.target)?.target ?? choice.target}
        act={letting.act}
        onLeave={letting.leave}
        onDone={letting.finish}
        goOn={goOn}
      />
    </ActsContext>
  )
}
