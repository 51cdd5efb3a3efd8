import type { Metadata } from "next"
import Link from "next/link"
import { notFound } from "next/navigation"
import { isClaimed } from "#db/claims.ts"
import { withDatabase } from "#db/shared.ts"
import { allTargets } from "#lib/live/targets.ts"
import { defaultPreserve } from "#lib/plan/compaction.ts"
import { defaultKeep } from "#lib/plan/microcompaction.ts"
import { type PlanKind, planKinds } from "#lib/plan/plan.ts"
import type { Entry } from "#lib/record/entry.ts"
import { type ActInForce, actsInForce } from "#lib/view/acts-in-force.ts"
import { recordHref } from "#lib/view/address.ts"
import { plansHref } from "#lib/view/plan-address.ts"
import { planOrder } from "#lib/view/plan-words.ts"
import { titleOf } from "#lib/view/title.ts"
import { findRecord } from "../../find-record.ts"
import { RecordPage, RecordRefused } from "../../record-page.tsx"
import { searchOf } from "../../search.ts"
import type { Defaults } from "../asked.ts"
import { Plan } from "../plan.tsx"
import { targetIn } from "../target-in.ts"

export const dynamic = "force-dynamic"

const named = (kind: PlanKind): string => `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`

const kindIn = (text: string): PlanKind | undefined => planOrder.find((kind) => kind === text)

export const generateMetadata = async ({ params }: PageProps<"/r/[id]/plan/[kind]">): Promise<Metadata> => {
  const { id, kind: text } = await params
  const kind = kindIn(text)
  const read = await findRecord(id)
  return {
    title: read.ok && kind !== undefined ? `${named(kind)} of ${titleOf(read.value.log)}` : "Not here",
  }
}

/** A rewind goes back to what a person said last, so that it can be answered anew. */
const defaultsOf = (entries: readonly Entry[], acts: readonly ActInForce[]): Defaults => {
  const said = entries.findLast((entry) => entry.kind === "message" && entry.speaker.kind === "human")
  return {
    preserve: defaultPreserve,
    keep: defaultKeep,
    to: said?.seq ?? entries.length,
    through: entries.length,
    of: acts[0]?.seqs ?? [],
  }
}

const isRunning = async (record: string): Promise<boolean> => {
  const claimed = await withDatabase((db) => isClaimed(db, record))
  return claimed.ok && claimed.value
}

/** One act on a record, planned: what it would do, before it is done. */
const Page = async ({ params, searchParams }: PageProps<"/r/[id]/plan/[kind]">) => {
  const { id, kind: text } = await params
  const kind = kindIn(text)
  if (kind === undefined) notFound()
  const query = await searchParams
  const read = await findRecord(id)
  if (!read.ok) return <RecordRefused id={id} problem={read.problem} />
  const { log, head, own } = read.value
  const record = log.header.id
  const acts = actsInForce(log.entries)
  return (
    <RecordPage
      title={titleOf(log)}
      back={recordHref(record, {})}
      name={named(kind)}
      between={
        <Link href={plansHref(record, targetIn(query))} prefetch={false}>
          Plan
        </Link>
      }
      controls={
        <Link href={`/r/${encodeURIComponent(record)}/chat`} prefetch={false} data-button="plain">
          Chat
        </Link>
      }
    >
      <Plan
        record={record}
        title={titleOf(log)}
        kind={kind}
        sentence={planKinds[kind]}
        first={{ head, isRunning: await isRunning(record) }}
        search={searchOf(query)}
        targets={allTargets().map(({ id: target, label, sees }) => ({ id: target, label, sees }))}
        ownTarget={own}
        defaults={defaultsOf(log.entries, acts)}
        acts={acts.slice(0, 500)}
      />
    </RecordPage>
  )
}

export default Page
