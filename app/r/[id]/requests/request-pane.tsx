"use client"
import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import type { RefObject } from "react"
import { recordHref } from "#lib/view/address.ts"
import type { RequestDiff } from "#lib/view/request-diff.ts"
import { badgeOf } from "#lib/view/request-proofs.ts"
import type { RequestRow } from "#lib/view/request-rows.ts"
import { moment, number } from "#lib/view/words.ts"
import { ask } from "../ask.ts"
import { go } from "../use-address.ts"
import { DiffView } from "./diff-view.tsx"
import styles from "./pane.module.css"
import type { RequestsModel } from "./use-requests.ts"

type Props = {
  readonly model: RequestsModel
  readonly row: RequestRow
  /** Where it is chosen what the request is held against. */
  readonly choice: RefObject<HTMLSelectElement | null>
  readonly copyCurl: (row: RequestRow) => void
}

const Choice = ({ model: { rows, against }, row, choice }: Pick<Props, "model" | "row" | "choice">) => {
  const before = rows[row.n - 2]?.seq
  return (
    <select
      ref={choice}
      data-field=""
      className={styles.choice}
      aria-label="Against"
      aria-keyshortcuts="d"
      value={String(against)}
      onChange={({ target: { value } }) => {
        const seq = value === "record" ? value : Number(value)
        go({ with: seq === before ? undefined : seq }, "replace")
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.blur()
      }}
    >
      <option value="record">what the record gives for it</option>
      {rows
        .filter(({ seq }) => seq !== row.seq)
        .map(({ seq, n, at }) => (
          <option key={seq} value={seq}>
            request {n}
            {at === null ? "" : `, ${at.slice(11, 19)}`}
            {seq === before ? ", the one before" : ""}
          </option>
        ))}
    </select>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const usageWords = ({ usage }: RequestRow): string =>
  usage === undefined
    ? "unknown"
    : Object.entries({
        in: usage.input,
        "cache read": usage.cacheRead,
        "cache write": usage.cacheWrite,
        out: usage.output,
        reasoning: usage.reasoning,
      })
        .flatMap(([name, count]) => (count === undefined ? [] : [`${number(count)} ${name}`]))
        .join(" · ")

const Facts = ({ model: { record, proofs }, row }: Pick<Props, "model" | "row">) => (
  <dl className={styles.facts}>
    {row.target === undefined && row.model === undefined ? null : (
      <Fact name="to">{[row.model, row.target].filter(Boolean).join(" · ")}</Fact>
    )}
    <Fact name="sent">{row.at === null ? "at no known time" : `${moment(row.at)} UTC`}</Fact>
    {row.step === undefined ? null : (
      <Fact name="step">
        {number(row.step)}
        {row.outcome === undefined ? "" : `, ${row.outcome}`}
      </Fact>
    )}
    {row.through === undefined ? null : (
      <Fact name="rests on">
        <Link href={recordHref(record, { asOf: row.through })} prefetch={false}>
          entries to {number(row.through)}
        </Link>
      </Fact>
    )}
    {row.header === undefined ? null : (
      <Fact name="header">
        <Link href={recordHref(record, { asOf: row.header })} prefetch={false}>
          entry {number(row.header)}
        </Link>
      </Fact>
    )}
    <Fact name="body">{number(row.length)} bytes</Fact>
    <Fact name="sha256">
      <span data-exact="" title={row.sha256}>
        {`${row.sha256.slice(0, 8)}…${row.sha256.slice(-4)}`}
      </span>
    </Fact>
    {row.projector === undefined ? null : <Fact name="projector">{row.projector}</Fact>}
    <Fact name="tokens">{usageWords(row)}</Fact>
    <Fact name="proof">{badgeOf(row, proofs.verdicts.get(row.seq)).says}</Fact>
  </dl>
)

const nameOf = (row: RequestRow | undefined): string =>
  row === undefined ? "the record gives" : `request ${number(row.n)}`

const Tools = ({ model: { record, proofs }, row, copyCurl }: Omit<Props, "choice">) => (
  <div className={styles.tools}>
    <button
      type="button"
      data-button="plain"
      aria-keyshortcuts="v"
      onClick={() => void proofs.verify(row.seq)}
    >
      Verify
    </button>
    <a data-button="plain" href={`/v1/conversations/${encodeURIComponent(record)}/requests/${row.seq}/body`}>
      Body
    </a>
    <button type="button" data-button="plain" onClick={() => copyCurl(row)}>
      Copy as cURL
    </button>
    {row.through === undefined ? null : (
      <Link
        data-button="plain"
        prefetch={false}
        href={recordHref(record, {
          asOf: row.through,
          ...(row.target === undefined ? {} : { target: row.target }),
        })}
      >
        Inspector
      </Link>
    )}
    <button
      type="button"
      data-button="plain"
      aria-label="Close the request"
      onClick={() => go({ request: undefined, with: undefined })}
    >
      ×
    </button>
  </div>
)

/** One request, opened: what it is, and how it differs from another or from what the record gives. */
export const RequestPane = ({ model, row, choice, copyCurl }: Props) => {
  const { record, head, against, rows } = model
  const { data, error } = useQuery({
    queryKey: ["request diff", record, head, row.seq, against],
    queryFn: ({ signal }) =>
      ask<RequestDiff>(
        `/r/${encodeURIComponent(record)}/requests/diff`,
        { head, seq: row.seq, with: against },
        signal,
      ),
    retry: false,
  })
  const other = rows.find(({ seq }) => seq === against)
  const names = [nameOf(other), nameOf(row)] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reached by keyboard
    <section className={styles.pane} aria-label={`Request ${row.n}`} tabIndex={0}>
      <header className={styles.head}>
        <h2>
          <b>Request {row.n}</b> against
        </h2>
        <Choice model={model} row={row} choice={choice} />
        <Tools model={model} row={row} copyCurl={copyCurl} />
      </header>
      <Facts model={model} row={row} />
      {error === null ? null : (
        <p role="alert" className={styles.note}>
          {error.message}
        </p>
      )}
      {data === undefined ? (
        error === null && (
          <p role="status" className={styles.note} data-quiet="">
            Comparing…
          </p>
        )
      ) : (
        <DiffView
          diff={data}
          names={other !== undefined && other.seq > row.seq ? [names[1], names[0]] : names}
        />
      )}
    </section>
  )
}
