"use client"
import { type KeyboardEvent, useState } from "react"
import { BlockView } from "#app/blocks/index.tsx"
import { SealMark } from "#app/blocks/seal.tsx"
import { ExactText } from "#app/ui/exact.tsx"
import type { CallCard, CallState } from "#lib/view/chat-cards.ts"
import { useActs } from "./acts.ts"
import styles from "./chat.module.css"
import { Folded } from "./folded.tsx"
import { InsteadView } from "./instead.tsx"

const stateWords = {
  writing: "being written…",
  running: "running…",
  asked: "waits for you",
  denied: "denied",
  answered: "answered",
  failed: "failed",
  unfinished: "did not complete",
} satisfies Record<CallState, string>

/** Who decided; that it was denied, its state says. */
const decisionOf = ({ permission }: CallCard): string | undefined => {
  if (permission === undefined || permission.action === "asked") return undefined
  return permission.action === "denied" ? `by ${permission.by}` : `allowed by ${permission.by}`
}

/** Allow or deny; `a` and `d` while the question is in focus. */
const Question = ({ card }: { readonly card: CallCard }) => {
  const { decide } = useActs()
  const [isSent, setSent] = useState(false)
  const answer = (allowed: boolean): void => {
    if (isSent) return
    setSent(true)
    void decide(card.call.callId, allowed).then((isTaken) => {
      if (!isTaken) setSent(false)
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === "a") answer(true)
    if (event.key === "d") answer(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons within, whichever is in focus
    <div className={styles.question} onKeyDown={onKeyDown}>
      <span>
        May{" "}
        <b data-exact="">
          <ExactText text={card.call.name} />
        </b>{" "}
        run?
        {card.permission?.risk === undefined ? null : (
          <span data-severity="warning"> It {card.permission.risk}.</span>
        )}
      </span>
      <button
        type="button"
        data-button=""
        disabled={isSent}
        aria-keyshortcuts="a"
        onClick={() => answer(true)}
      >
        Allow <kbd data-key="">a</kbd>
      </button>
      <button
        type="button"
        data-button=""
        disabled={isSent}
        aria-keyshortcuts="d"
        onClick={() => answer(false)}
      >
        Deny <kbd data-key="">d</kbd>
      </button>
    </div>
  )
}

type ResultProps = { readonly result: NonNullable<CallCard["result"]>; readonly instead: CallCard["instead"] }

const Result = ({ result, instead }: ResultProps) => {
  const { object } = useActs()
  return (
    <div className={styles.result} data-role="result">
      <div data-quiet="" data-small="">
        {result.isError ? "result, an error" : "result"}
      </div>
      {result.content.length === 0 ? <span data-quiet="">empty</span> : null}
      {result.content.map((inner, index) =>
        inner.kind === "text" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
          <Folded key={index} text={inner.text} name="result" />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <BlockView key={index} shown={inner} object={object} />
        ),
      )}
      <SealMark seal={result.seal} native={result.native} />
      {instead === undefined ? null : <InsteadView instead={instead} />}
    </div>
  )
}

/** A call: its name and arguments, how far it has come, who allowed it, and what it gave back. */
export const CallView = ({ card }: { readonly card: CallCard }) => {
  const decision = decisionOf(card)
  return (
    <section
      className={styles.call}
      data-role="call"
      data-state={card.state}
      aria-label={`call of ${card.call.name}`}
    >
      <div className={styles.callHead}>
        <b data-exact="" className={styles.name}>
          <ExactText text={card.call.name} />
        </b>
        <span className={styles.state}>{stateWords[card.state]}</span>
        {decision === undefined ? null : <span data-quiet="">{decision}</span>}
      </div>
      <Folded text={card.call.arguments} name="arguments" />
      <SealMark seal={card.call.seal} native={card.call.native} />
      {card.state === "asked" ? <Question card={card} /> : null}
      {card.result === undefined ? null : <Result result={card.result} instead={card.instead} />}
    </section>
  )
}
