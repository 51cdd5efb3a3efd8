"use client"
import { useQuery } from "@tanstack/react-query"
import { type RefObject, useState } from "react"
import { askPrompt } from "#app/actions/plans.ts"
import { ExactText } from "#app/ui/exact.tsx"
import { Waiting } from "#app/ui/frame.tsx"
import { plural, tokens } from "#lib/view/words.ts"
import { Refused } from "../ask.ts"
import type { Written } from "./asked.ts"
import styles from "./summary.module.css"

type PromptProps = { readonly record: string; readonly head: number; readonly preserve: number }

const told = async (asked: PromptProps) => {
  const answer = await askPrompt(asked)
  if (answer.ok) return answer.prompt
  throw new Refused(answer.problem, answer.sentence)
}

const Prompt = (props: PromptProps) => {
  const { data, error } = useQuery({
    queryKey: ["summary prompt", props.record, props.head, props.preserve],
    queryFn: () => told(props),
    retry: false,
  })
  if (error !== null) return <p role="alert">{error.message}</p>
  if (data === undefined) return <Waiting words="Reading it for secrets…" />
  return (
    <>
      <p data-quiet="">
        {plural(data.text.length, "character")}, {data.truncated ? "cut to fit" : "nothing cut"};{" "}
        {data.omitted === 0 ? "no secrets were found" : `${plural(data.omitted, "secret")} left out`}.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reached by keyboard */}
      <section className={styles.prompt} tabIndex={0} aria-label="What a model would be given">
        <ExactText text={data.text} />
      </section>
    </>
  )
}

type Props = PromptProps & {
  readonly written: Written
  readonly write: (written: Written) => void
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** The summary that will stand for what is covered; and what a model would be given to write it from. */
export const Summary = ({ written, write, field, ...of }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { summary } = written
  return (
    <section className={styles.summary} aria-label="The summary">
      <div className={styles.head}>
        <label htmlFor="summary">
          <b>Summary</b>
        </label>
        <span data-quiet="">
          {summary === ""
            ? "what stands for the covered messages, as the agent will read it"
            : `${plural(summary.length, "character")} · ${tokens(new TextEncoder().encode(summary).length)}`}
        </span>
      </div>
      <textarea
        id="summary"
        ref={field}
        data-field=""
        className={styles.field}
        rows={5}
        maxLength={400_000}
        aria-keyshortcuts="s"
        placeholder="What the agent has to know to go on: what was wanted, decided and done, what is open."
        value={summary}
        onChange={({ target: { value } }) => write({ summary: value })}
      />
      <div>
        <button
          type="button"
          data-button="plain"
          className={styles.open}
          aria-expanded={isOpen}
          onClick={() => setOpen((now) => !now)}
        >
          <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span> What a model would be given to write it from
        </button>
        {isOpen ? <Prompt {...of} /> : null}
      </div>
    </section>
  )
}
