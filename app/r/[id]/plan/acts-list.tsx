import Link from "next/link"
import type { PlanKind } from "#lib/plan/plan.ts"
import type { ActInForce } from "#lib/view/acts-in-force.ts"
import { parsePlanWish, planHref } from "#lib/view/plan-address.ts"
import { planOrder } from "#lib/view/plan-words.ts"
import { stretches } from "#lib/view/stretches.ts"
import { moment, number } from "#lib/view/words.ts"
import styles from "./acts-list.module.css"
import { PlanBar } from "./plan-bar.tsx"

type Props = {
  readonly record: string
  readonly head: number
  readonly own: string
  readonly target: string
  readonly sentences: Readonly<Record<PlanKind, string>>
  readonly acts: readonly ActInForce[]
}

const blank = new URLSearchParams()

/** The most acts in force that are listed. */
const most = 500

const InForce = ({
  record,
  acts,
  named,
}: Pick<Props, "record" | "acts"> & { readonly named: string | undefined }) => (
  <section aria-label="Acts in force" className={styles.part}>
    <h2>
      <b>In force</b>{" "}
      <span data-quiet="">
        {acts.length === 0
          ? "Nothing was compacted, rewound, cleared or repaired here, so there is nothing to take back."
          : "Newest first; each can be taken back."}
      </span>
    </h2>
    <ul>
      {acts.slice(0, most).map((act) => (
        <li key={act.seqs[0]} className={styles.act}>
          <span data-exact="" data-quiet="">
            {stretches(act.seqs)}
          </span>
          <span className={styles.words}>{act.words}</span>
          <span data-quiet="">{act.at === null ? "" : `${moment(act.at)} UTC`}</span>
          <Link
            data-button="plain"
            href={planHref(record, { kind: "undo", of: act.seqs }, named)}
            prefetch={false}
            aria-label={`Plan the undo of ${act.words}`}
          >
            Plan its undo
          </Link>
        </li>
      ))}
    </ul>
    {acts.length <= most ? null : <p data-quiet="">and {number(acts.length - most)} older ones</p>}
  </section>
)

/** Every act in one sentence, a link to its plan; then those that still act, each with a link to the plan of its undo. */
export const ActsList = ({ record, head, own, target, sentences, acts }: Props) => {
  const named = target === own ? undefined : target
  return (
    <main className={styles.main}>
      <PlanBar record={record} target={target} own={own} head={head} />
      <section aria-label="Acts" className={styles.part}>
        <h2>
          <b>Acts</b>{" "}
          <span data-quiet="">
            Each is planned and shown first, writes nothing until it is applied, and can be taken back.
          </span>
        </h2>
        <dl>
          {planOrder.map((kind) => (
            <div key={kind} className={styles.kind}>
              <dt>
                <Link href={planHref(record, parsePlanWish(kind, blank), named)} prefetch={false}>
                  {kind}
                </Link>
              </dt>
              <dd>{sentences[kind]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <InForce record={record} acts={acts} named={named} />
    </main>
  )
}
