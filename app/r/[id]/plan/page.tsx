import type { Metadata } from "next"
import { planKinds } from "#lib/plan/plan.ts"
import { actsInForce } from "#lib/view/acts-in-force.ts"
import { recordHref } from "#lib/view/address.ts"
import { titleOf } from "#lib/view/title.ts"
import { findRecord } from "../find-record.ts"
import { RecordPage, RecordRefused } from "../record-page.tsx"
import { ActsList } from "./acts-list.tsx"
import { targetIn } from "./target-in.ts"

export const dynamic = "force-dynamic"

export const generateMetadata = async ({ params }: PageProps<"/r/[id]/plan">): Promise<Metadata> => {
  const read = await findRecord((await params).id)
  return { title: read.ok ? `Plans for ${titleOf(read.value.log)}` : "Not here" }
}

/** The acts that can be planned for a record, and those in force that can be taken back. */
const Page = async ({ params, searchParams }: PageProps<"/r/[id]/plan">) => {
  const { id } = await params
  const read = await findRecord(id)
  if (!read.ok) return <RecordRefused id={id} problem={read.problem} />
  const { log, head, own } = read.value
  return (
    <RecordPage title={titleOf(log)} back={recordHref(log.header.id, {})} name="Plan">
      <ActsList
        record={log.header.id}
        head={head}
        own={own}
        target={targetIn(await searchParams) ?? own}
        sentences={planKinds}
        acts={actsInForce(log.entries)}
      />
    </RecordPage>
  )
}

export default Page
