"use client"
import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { useEffect, useState } from "react"
import { chatOf } from "#lib/view/chat-opening.ts"
import { plural } from "#lib/view/words.ts"
import { writingOf } from "#lib/view/writing.ts"
import { Refused } from "../ask.ts"
import type { Choice } from "../chat/choice.ts"
import { useChat } from "../chat/use-chat.ts"
import { Whom } from "../chat/whom.tsx"
import { summaryWriters, type Writers } from "./summary-acts.ts"
import styles from "./summary-writer.module.css"
import {
  type ByModel,
  type CutOf,
  useSummaryWriter,
  type SummaryWriter as Writer,
} from "./use-summary-writer.ts"

/** A conversation of which nothing is known yet: it is followed from its beginning. */
const fresh = chatOf([])

type FollowingProps = { readonly conversation: string; readonly look: () => Promise<void> }

/** The words of a summary as they come; looks what became of it when the turn has ended. */
const Following = ({ conversation, look }: FollowingProps) => {
  const { chat, connection } = useChat(conversation, fresh)
  const { words, isThinking, ended } = writingOf(chat)
  useEffect(() => {
    if (ended !== undefined && !chat.running) void look()
  }, [ended, chat.running, look])
  if (connection === "closed")
    return <p role="alert">What is written cannot be followed from here; open its conversation.</p>
  return (
    <>
      <p data-quiet="" role="status">
        {words === "" ? (isThinking ? "It thinks…" : "Waiting for the first words…") : "It writes…"}
      </p>
      {words === "" ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reached by keyboard
        <section className={styles.words} tabIndex={0} aria-label="The summary as it is written">
          {words}
        </section>
      )}
    </>
  )
}

const writersOf = async (record: string): Promise<Writers> => {
  const answer = await summaryWriters({ record })
  if (answer.ok) return answer
  throw new Refused(answer.problem, answer.sentence)
}

type ControlsProps = { readonly writers: Writers; readonly writer: Writer }

const Controls = ({ writers, writer }: ControlsProps) => {
  const [choice, choose] = useState<Choice>(writers.choice)
  const { stage, conversation } = writer
  const isBusy = stage === "asked" || stage === "writing"
  return (
    <div className={styles.controls}>
      <Whom
        offers={writers.offers}
        choice={choice}
        label="Who writes the summary"
        isBusy={isBusy}
        onChange={choose}
      />
      <button type="button" data-button="" disabled={isBusy} onClick={() => void writer.begin(choice)}>
        {conversation === undefined ? "Write it" : "Write it anew"}
      </button>
      {stage === "writing" ? (
        <button type="button" data-button="" onClick={() => void writer.stop()}>
          Stop
        </button>
      ) : null}
      {conversation === undefined ? null : (
        <Link href={`/r/${encodeURIComponent(conversation)}/chat`} prefetch={false}>
          its conversation
        </Link>
      )}
    </div>
  )
}

type Props = CutOf & {
  /** Told of a summary as soon as it is written. The same function from one drawing to the next. */
  readonly onSummary: (written: ByModel) => void
}

/** Has a model write the summary: whom to ask, its words as they come, stop, and write it anew. */
export const SummaryWriter = ({ onSummary, ...cut }: Props) => {
  const writer = useSummaryWriter(cut, onSummary)
  const { data, error } = useQuery({
    queryKey: ["summary writers", cut.record],
    queryFn: () => writersOf(cut.record),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { stage, conversation, trouble, omitted } = writer
  return (
    <section className={styles.writer} aria-label="A summary by a model" aria-busy={stage === "writing"}>
      {error === null ? null : <p role="alert">{error.message}</p>}
      {data === undefined ? null : <Controls key={cut.record} writers={data} writer={writer} />}
      {stage === "writing" && conversation !== undefined ? (
        <Following key={conversation} conversation={conversation} look={writer.look} />
      ) : null}
      {stage === "written" ? (
        <p data-quiet="" role="status">
          It is written, and you can edit it.{" "}
          {omitted === 0 ? "" : `${plural(omitted, "secret")} of the conversation stayed here.`}
        </p>
      ) : null}
      {trouble === "" ? null : <p role="alert">{trouble}</p>}
    </section>
  )
}
