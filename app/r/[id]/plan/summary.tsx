"use client"
import { useQuery } from "@tanstack/react-query"
import { type RefObject, useState } from "react"
import { ExactText } from "#app/ui/exact.tsx"
import { Waiting } from "#app/ui/frame.tsx"
import type { SummaryPrompt } from "#lib/plan/summary-prompt.ts"
import { plural, tokens } from "#lib/view/words.ts"
import { ask } from "../ask.ts"
import { unwritten, type Written } from "./asked.ts"
import styles from "./summary.module.css"
import { SummaryWriter } from "./summary-writer.tsx"

type PromptProps = { readonly record: string; readonly head: number; readonly preserve: number }

const Prompt = ({ record, head, preserve }: PromptProps) => {
  const { data, error } = useQuery({
    queryKey: ["summary prompt", record, head, preserve],
    queryFn: ({ signal }) =>
      ask<SummaryPrompt>(`/r/${encodeURIComponent(record)}/plan/prompt`, { head, preserve }, signal),
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
        onChange={({ target: { value } }) => write(value === "" ? unwritten : { ...written, summary: value })}
      />
      <SummaryWriter {...of} onSummary={write} />
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
