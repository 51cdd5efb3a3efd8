"use client"
import { useMemo, useState } from "react"
import { useVirtualList, VirtualRows } from "#app/ui/virtual-list.tsx"
import { recordHref } from "#lib/view/address.ts"
import type { Run } from "#lib/view/plan-fates.ts"
import { isOpenAtFirst, type PlanItem, planItems, runId } from "#lib/view/plan-items.ts"
import type { PlanView } from "#lib/view/plan-view.ts"
import { fateHows, fateOf } from "#lib/view/plan-words.ts"
import { number, plural } from "#lib/view/words.ts"
import { LineLink } from "../line-link.tsx"
import { useLines } from "../use-lines.ts"
import styles from "./line-pane.module.css"

/** Goes to an entry from its row, where the act is of an entry. */
export type ToHere = { readonly words: string; readonly act: (seq: number) => void }

type Props = {
  readonly record: string
  readonly target: string
  readonly plan: PlanView
  readonly toHere: ToHere | undefined
}

/** In pixels, as the style has them. */
const height = 24

const seqsOf = (run: Run): string => {
  const [first = 0, last = first] = [run.seqs[0], run.seqs.at(-1)]
  return first === last ? number(first) : `${number(first)} – ${number(last)}`
}

type HeadProps = {
  readonly kind: PlanView["kind"]
  readonly run: Run
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const Head = ({ kind, run, isOpen, onToggle }: HeadProps) => {
  const { word } = fateOf(kind, run.is)
  return (
    <button
      type="button"
      className={styles.head}
      data-how={fateHows[run.is]}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
      <span data-swatch="" data-fate={run.is} aria-hidden="true" />
      <b>
        {plural(run.seqs.length, "message")} {word}
      </b>
      <span data-quiet="">entries {seqsOf(run)}</span>
    </button>
  )
}

/** Which runs are folded otherwise than at first; a passing state, not worth a URL. */
const useFolds = () => {
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const isOpen = (run: Run): boolean => isOpenAtFirst(run) !== turned.has(runId(run))
  const toggle = (run: Run): void =>
    setTurned((now) => {
      const next = new Set(now)
      if (!next.delete(runId(run))) next.add(runId(run))
      return next
    })
  return { turned, isOpen, toggle }
}

const itemKey = (item: PlanItem): string =>
  item.is === "head" ? `run ${runId(item.run)}` : `row ${item.seq}`

const List = ({ record, target, plan, toHere }: Props) => {
  const { turned, isOpen, toggle } = useFolds()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turned` is what isOpen looks into
  const items = useMemo(() => planItems(plan.runs, isOpen), [plan.runs, turned])
  const keys = useMemo(() => items.map((item) => (item.is === "row" ? String(item.seq) : "")), [items])
  const list = useVirtualList(items, { keyOf: itemKey, sizeOf: () => height })
  const lines = useLines(
    record,
    plan.head,
    list.shown.map((at) => ({ keys, at })),
  )
  const content = (item: PlanItem) => {
    if (item.is === "head")
      return <Head kind={plan.kind} run={item.run} isOpen={item.isOpen} onToggle={() => toggle(item.run)} />
    const { glyph, word } = fateOf(plan.kind, item.fate)
    if (item.seq > plan.head) return <Made word={word} />
    const line = lines.get(String(item.seq))
    const how = fateHows[item.fate]
    return (
      <div className={styles.row} data-fate-of={item.fate}>
        <span className={styles.mark} data-how={how} title={word}>
          <span aria-hidden="true">{glyph}</span>
          <span data-hidden="">{word}</span>
        </span>
        <LineLink
          href={recordHref(record, { target, block: `${item.seq}.0` })}
          block={`${item.seq}.0`}
          role={line?.role}
          how={how}
          name={String(item.seq)}
          word={line?.word ?? ""}
          text={line?.text ?? ""}
        />
        {toHere === undefined ? null : (
          <button
            type="button"
            data-button="plain"
            className={styles.here}
            aria-label={`${toHere.words} entry ${item.seq}`}
            onClick={() => toHere.act(item.seq)}
          >
            {toHere.words}
          </button>
        )}
      </div>
    )
  }
  return (
    <VirtualRows
      list={list}
      className={styles.scroller}
      content={(index) => {
        const item = items[index]
        return item === undefined ? null : content(item)
      }}
    />
  )
}

/** Where what the act appends comes to stand. */
const Made = ({ word }: { readonly word: string }) => (
  <p className={styles.made} data-how="made">
    <span data-swatch="" data-fate="made" aria-hidden="true" /> the {word} stands here
  </p>
)

const countsOf = ({ kind, runs }: PlanView) => {
  const counts = new Map<Run["is"], number>()
  for (const { is, seqs } of runs) counts.set(is, (counts.get(is) ?? 0) + seqs.length)
  return [...counts].map(([is, count]) => ({ is, count, word: fateOf(kind, is).word }))
}

/** What becomes of each message of the line: those that stay as they are folded, each a link to it. */
export const LinePane = (props: Props) => {
  const { plan } = props
  return (
    <section className={styles.pane} aria-label="The line">
      <div className={styles.counts}>
        <h2>
          <b>The line</b>
        </h2>
        {countsOf(plan).map(({ is, count, word }) => (
          <span key={is} className={styles.count}>
            <span data-swatch="" data-fate={is} aria-hidden="true" />
            {number(count)} {word}
          </span>
        ))}
        {plan.counts.map((words) => (
          <span key={words} data-quiet="">
            {words}
          </span>
        ))}
        {plan.rounds === 0 ? null : <span data-quiet="">{plural(plan.rounds, "round")} touched</span>}
      </div>
      <List key={plan.kind} {...props} />
    </section>
  )
}
