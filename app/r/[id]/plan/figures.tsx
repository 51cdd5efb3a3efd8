import Link from "next/link"
import { ExactText } from "#app/ui/exact.tsx"
import type { Told } from "#lib/lint/told.ts"
import { recordHref } from "#lib/view/address.ts"
import type { Figures, FindingsChange, Lost } from "#lib/view/plan-figures.ts"
import { pricesAsOf } from "#lib/view/prices.ts"
import { dollars } from "#lib/view/spent.ts"
import { number, plural, severities } from "#lib/view/words.ts"
import styles from "./figures.module.css"

type Of = { readonly record: string; readonly target: string }

type RowProps = {
  readonly name: string
  readonly before: React.ReactNode
  readonly after: React.ReactNode
  readonly note?: React.ReactNode
  readonly title?: string
}

const Row = ({ name, before, after, note, title }: RowProps) => (
  <tr title={title}>
    <th scope="row">{name}</th>
    <td>{before}</td>
    <td>{after}</td>
    <td className={styles.note}>{note}</td>
  </tr>
)

/** By how much a number changes, in words. */
const shareWords = ([before, after]: readonly [number, number]): string => {
  if (before === after) return "as before"
  if (before === 0) return ""
  const percent = Math.round(((after - before) / before) * 100)
  if (percent === 0) return after < before ? "hardly less" : "hardly more"
  return `${percent < 0 ? "−" : "+"}${number(Math.abs(percent))} %`
}

const cost = (amount: number | undefined): string =>
  amount === undefined ? "unknown" : amount === 0 ? "$0" : `~${dollars(amount)}`

const cacheWords = ({ cache, cut }: Figures): string =>
  cut === undefined
    ? "The former wire stands at the beginning of the new one: nothing loses its cache."
    : `They part at byte ${number(cut.byteBefore)}: ~${plural(cache.lost, "token")} lose their cache, ~${number(cache.new)} are written anew.`

const countWords = (counts: FindingsChange["counts"][number]): React.ReactNode =>
  counts.length === 0
    ? "none"
    : counts.map(([severity, count]) => (
        <span key={severity} className={styles.severity} data-severity={severity}>
          <span data-square="" aria-hidden="true" /> {plural(count, severities[severity].word)}
        </span>
      ))

const changeWords = ({ gone, fresh, unlisted }: FindingsChange): string => {
  const [went, came] = [gone.length + unlisted[0], fresh.length + unlisted[1]]
  if (went === 0 && came === 0) return "the same ones"
  return [
    ...(came === 0 ? [] : [`${number(came)} new`]),
    ...(went === 0 ? [] : [`${number(went)} gone`]),
  ].join(", ")
}

const Table = ({ figures }: { readonly figures: Figures }) => {
  const { bytes, tokens, cache, cost: price, findings, model } = figures
  const media =
    cache.media === 0 ? "" : `, without ${plural(cache.media, "picture or file", "pictures or files")}`
  const unknown = price.later === undefined ? `no price is known for ${model}` : undefined
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">wire</th>
          <th scope="col">before</th>
          <th scope="col">after</th>
          <th scope="col">
            <span data-hidden="">change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <Row name="bytes" before={number(bytes[0])} after={number(bytes[1])} note={shareWords(bytes)} />
        <Row
          name="tokens"
          before={`~${number(tokens[0])}`}
          after={`~${number(tokens[1])}`}
          note={`${shareWords(tokens)}${media}`}
        />
        <Row
          name="next prompt"
          before={cost(price.before)}
          after={cost(price.next)}
          note={unknown ?? "where all of the former wire is in the cache"}
          title={`Prices as of ${pricesAsOf}`}
        />
        <Row
          name="each one after"
          before={cost(price.before)}
          after={cost(price.later)}
          note={unknown === undefined ? "read from the cache" : ""}
          title={`Prices as of ${pricesAsOf}`}
        />
        <Row
          name="findings"
          before={countWords(findings.counts[0])}
          after={countWords(findings.counts[1])}
          note={changeWords(findings)}
        />
      </tbody>
    </table>
  )
}

/** Block ids that are listed of one reason. */
const mostBlocks = 24

const Losses = ({ lost, record, target }: Of & { readonly lost: readonly Lost[] }) => (
  <div className={styles.lost} data-role="thought">
    <h3>
      <b>Signed reasoning</b>{" "}
      {plural(
        lost.reduce((sum, { blocks }) => sum + blocks.length, 0),
        "block",
      )}{" "}
      that crossed and will not
    </h3>
    {lost.map(({ reason, sentence, blocks }) => (
      <p key={reason}>
        <span data-how="dropped" className={styles.reason} title={sentence}>
          <span aria-hidden="true">×</span> <code>{reason}</code>
        </span>{" "}
        {blocks.slice(0, mostBlocks).map((block) => (
          <Link key={block} href={recordHref(record, { target, block })} prefetch={false} data-exact="">
            {block}
          </Link>
        ))}
        {blocks.length <= mostBlocks ? null : (
          <span data-quiet="">and {number(blocks.length - mostBlocks)} more</span>
        )}
      </p>
    ))}
  </div>
)

const FindingLine = ({
  finding,
  word,
  record,
  target,
}: Of & { readonly finding: Told; readonly word: string }) => (
  <li className={styles.finding} data-severity={finding.severity}>
    <span className={styles.word}>{word}</span>
    <span className={styles.severity}>
      <span data-square="" aria-hidden="true" /> {severities[finding.severity].word}
    </span>
    <code>{finding.rule}</code>
    <span className={styles.meaning}>
      {finding.meaning} <span data-quiet="">{finding.fix}</span>
    </span>
    {finding.block === undefined ? (
      <code data-quiet="">
        <ExactText text={finding.pointer} />
      </code>
    ) : (
      <Link href={recordHref(record, { target, block: finding.block })} prefetch={false} data-exact="">
        {finding.block}
      </Link>
    )}
  </li>
)

const Findings = ({ findings, ...of }: Of & { readonly findings: FindingsChange }) => {
  const { gone, fresh, unlisted } = findings
  if (gone.length === 0 && fresh.length === 0) return null
  const more = unlisted[0] + unlisted[1]
  return (
    <ul className={styles.findings} aria-label="Findings that come or go">
      {fresh.map((finding, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule may speak twice of one place
        <FindingLine key={`new ${at}`} {...of} finding={finding} word="new" />
      ))}
      {gone.map((finding, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <FindingLine key={`gone ${at}`} {...of} finding={finding} word="gone" />
      ))}
      {more === 0 ? null : <li data-quiet="">and {number(more)} more</li>}
    </ul>
  )
}

/** What an act does to the wire, in figures: its size, what its cache costs, what the lint says, what no longer crosses. */
export const FiguresView = ({ record, figures }: { readonly record: string; readonly figures: Figures }) => {
  const { target, reasoningLost, findings } = figures
  return (
    <div className={styles.figures}>
      <Table figures={figures} />
      <p className={styles.cache}>{cacheWords(figures)}</p>
      {reasoningLost.length === 0 ? null : <Losses lost={reasoningLost} record={record} target={target} />}
      <Findings findings={findings} record={record} target={target} />
    </div>
  )
}
