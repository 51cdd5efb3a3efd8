"use client"
import { useQuery } from "@tanstack/react-query"
import { Exact } from "#app/ui/exact.tsx"
import type { Problem } from "#lib/record/problem.ts"
import { clip, opened } from "#lib/view/clip.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import type { CrossingView } from "#lib/view/window.ts"
import { ask } from "./ask.ts"
import styles from "./raw-panel.module.css"
import { type Asked, questionOf } from "./use-projection.ts"

export type Raw = {
  readonly entry: string
  readonly block: string
  readonly source?: string
  readonly noSource?: Problem
}

/** The stored text of a row's entry and block, and its source's line. */
export const askRaw = (
  record: string,
  seq: number,
  block: string | undefined,
  signal?: AbortSignal,
): Promise<Raw> => ask<Raw>(`/r/${encodeURIComponent(record)}/raw`, { seq, block }, signal)

/** The wire's own text of a row's piece. */
export const askPiece = (
  asked: Asked,
  projector: number,
  number: number,
  signal?: AbortSignal,
): Promise<{ readonly text: string }> =>
  ask(`/r/${encodeURIComponent(asked.record)}/piece`, { ...questionOf(asked, projector), number }, signal)

const blockOf = (view: CrossingView): string | undefined =>
  /^\d+(\.\d+){1,2}$/.test(view.key) ? view.key : undefined

const Part = ({ title, text }: { readonly title: string; readonly text: string | undefined }) => (
  <section className={styles.part} aria-label={title}>
    <h3 data-quiet="" data-small="">
      {title}
    </h3>
    {text === undefined ? <p data-quiet="">…</p> : <Exact clip={clip(text, opened)} />}
  </section>
)

/** A row's unmodified text: the stored JSON, the source's line, and the piece as it crosses. */
export const RawPanel = ({
  asked,
  projector,
  view,
}: {
  readonly asked: Asked
  readonly projector: number
  readonly view: CrossingView
}) => {
  const { seq } = view
  const raw = useQuery({
    queryKey: ["raw", asked.record, seq ?? 0, view.key],
    queryFn: ({ signal }) => askRaw(asked.record, seq ?? 0, blockOf(view), signal),
    enabled: seq !== undefined,
  })
  const piece = useQuery({
    queryKey: ["piece", asked.record, asked.target, asked.asOf, asked.vision ?? null, view.number],
    queryFn: ({ signal }) => askPiece(asked, projector, view.number, signal),
    enabled: view.place !== undefined,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to be reached without a mouse
    <section className={styles.raw} aria-label="Raw" tabIndex={0}>
      <div className={styles.column}>
        {seq === undefined ? <p data-quiet="">Nothing is stored of this piece.</p> : null}
        {seq === undefined ? null : <Part title={`Stored, entry ${seq}`} text={raw.data?.block} />}
        {seq === undefined || raw.data?.noSource !== undefined ? null : (
          <Part title="Line of the source" text={raw.data?.source} />
        )}
        {raw.data?.noSource === undefined ? null : <p data-quiet="">{sentenceOf(raw.data.noSource)}</p>}
      </div>
      <div className={styles.column}>
        {view.place === undefined ? (
          <p data-quiet="">Nothing of this block crosses.</p>
        ) : (
          <Part title={`Crossed, ${view.place.pointer}`} text={piece.data?.text} />
        )}
      </div>
    </section>
  )
}
