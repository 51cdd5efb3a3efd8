"use client"
import { memo } from "react"
import type { Verdict } from "#lib/sent/verify.ts"
import type { ComparedRow } from "#lib/view/request-causes.ts"
import { badgeOf } from "#lib/view/request-proofs.ts"
import type { RequestRow } from "#lib/view/request-rows.ts"
import { moment, number, plural } from "#lib/view/words.ts"
import { changed, go } from "../use-address.ts"
import styles from "./requests.module.css"

type Props = {
  readonly row: RequestRow
  readonly index: number
  readonly compared: ComparedRow | undefined
  readonly verdict: Verdict | undefined
  /** What a full bar stands for, in estimated tokens. */
  readonly scale: number
  readonly isCurrent: boolean
  readonly isOpen: boolean
}

type BarProps = Pick<Props, "row" | "compared" | "scale">

const share = (tokens: number, scale: number) => ({ width: `${(tokens / scale) * 100}%` })

/** A bar in words. */
const barWords = ({ outcome, tokens, cut }: ComparedRow): string => {
  const { reused, lost } = tokens
  const parts = [
    reused === 0 ? "" : `~${number(reused)} reused`,
    `~${number(tokens.new)} new`,
    lost === 0 ? "" : `~${number(lost)} lost`,
    cut === undefined ? "" : `cut at byte ${number(cut.byte)}`,
    tokens.media === 0 ? "" : `${plural(tokens.media, "picture or file", "pictures or files")} not counted`,
  ]
  return `${outcome === "first" ? "the first: " : ""}${parts.filter((part) => part !== "").join(", ")}`
}

/** What a request reused of the one before, what it lost of it from the cut on, and what is new. */
const Bar = ({ row, compared, scale }: BarProps) => {
  if (compared === undefined)
    return (
      <span className={styles.track} title={`${number(row.length)} bytes`}>
        <span className={styles.part} data-part="waiting" style={share(row.length / 4, scale)} />
        <span data-hidden="">{number(row.length)} bytes</span>
      </span>
    )
  const { tokens, cut } = compared
  return (
    <span className={styles.track} title={barWords(compared)}>
      <span className={styles.part} data-part="reused" style={share(tokens.reused, scale)} />
      {cut === undefined ? null : <span className={styles.cut} data-cut="" />}
      <span className={styles.part} data-part="lost" style={share(tokens.lost, scale)} />
      <span className={styles.part} data-part="new" style={share(tokens.new, scale)} />
      <span data-hidden="">{barWords(compared)}</span>
    </span>
  )
}

/** The provider's numbers are plain, an estimate has a tilde, what is not known says so. */
const Tokens = ({ row: { usage }, compared }: Pick<Props, "row" | "compared">) => {
  const guess = compared === undefined ? undefined : compared.tokens.reused + compared.tokens.new
  const known = (count: number | undefined) =>
    count === undefined ? (
      <span data-quiet="" title="unknown">
        –<span data-hidden="">unknown</span>
      </span>
    ) : (
      number(count)
    )
  return (
    <>
      <td className={styles.number}>
        {usage?.input !== undefined ? (
          number(usage.input)
        ) : (
          <span data-quiet="">{guess === undefined ? "…" : `~${number(guess)}`}</span>
        )}
      </td>
      <td className={styles.number}>{known(usage?.cacheRead)}</td>
      <td className={styles.number}>{known(usage?.output)}</td>
    </>
  )
}

const outcomeWords = { done: "", stopped: "stopped", error: "failed", interrupted: "interrupted" } as const

/** What became of it besides: tries that failed, and how it ended where it did not simply end. */
const endWords = ({ outcome, failed }: RequestRow): string =>
  [
    failed === 0 ? "" : `${plural(failed, "try", "tries")} failed`,
    outcome === undefined ? "" : outcomeWords[outcome],
  ]
    .filter((words) => words !== "")
    .join(" · ")

const Cause = ({ row, compared }: Pick<Props, "row" | "compared">) => {
  const line = compared?.line
  const end = endWords(row)
  return (
    <td className={styles.cause} data-tone={line?.tone} title={line && `${line.strong}${line.rest}`}>
      {line === undefined ? null : (
        <>
          {line.strong === "" ? null : <b>{line.strong}</b>}
          {line.rest}
        </>
      )}
      {end === "" ? null : (
        <span data-quiet="">
          {line === undefined ? "" : " · "}
          {end}
        </span>
      )}
    </td>
  )
}

/** The address of a request that is opened from here. */
const hrefOf = (seq: number): string => `?request=${seq}`

/** One request in a row; a click anywhere in it opens it. */
export const RequestRowView = memo(({ row, index, compared, verdict, scale, isCurrent, isOpen }: Props) => {
  const badge = badgeOf(row, verdict)
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      aria-current={isCurrent ? "true" : undefined}
      data-seq={row.seq}
      data-outcome={compared?.outcome}
    >
      <th scope="row" className={styles.number}>
        <a
          href={hrefOf(row.seq)}
          className={styles.open}
          aria-label={`Request ${row.n}`}
          aria-expanded={isOpen}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            const { with: against } = changed({})
            go({ request: row.seq, with: against === "record" ? against : undefined })
          }}
        >
          {row.n}
        </a>
      </th>
      <td title={row.at === null ? "no time is stored" : moment(row.at)}>
        {row.at === null ? <span data-quiet="">unknown</span> : row.at.slice(11, 19)}
      </td>
      <td className={styles.clip} title={[row.model, row.target].filter(Boolean).join(" · ")}>
        {row.model ?? row.target ?? <span data-quiet="">unknown</span>}
      </td>
      <td className={styles.barCell}>
        <Bar row={row} compared={compared} scale={scale} />
      </td>
      <Tokens row={row} compared={compared} />
      <Cause row={row} compared={compared} />
      <td className={styles.proof} data-tone={badge.tone} title={badge.says}>
        {badge.word}
        {badge.word === "✓" ? <span data-hidden=""> rebuilt = sent</span> : null}
      </td>
    </tr>
  )
})
RequestRowView.displayName = "RequestRowView"
