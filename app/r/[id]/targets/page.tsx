import type { Metadata } from "next"
import { projector } from "#lib/dialect/words.ts"
import { allTargets } from "#lib/live/targets.ts"
import { asked, parseAddress, recordHref } from "#lib/view/address.ts"
import { titleOf } from "#lib/view/title.ts"
import { findRecord } from "../find-record.ts"
import { RecordPage, RecordRefused } from "../record-page.tsx"
import { searchOf } from "../search.ts"
import { Comparison } from "./comparison.tsx"

export const dynamic = "force-dynamic"

export const generateMetadata = async ({ params }: PageProps<"/r/[id]/targets">): Promise<Metadata> => {
  const read = await findRecord((await params).id)
  return { title: read.ok ? `Targets of ${titleOf(read.value.log)}` : "Not here" }
}

/** A record for every target: what each of them loses, and why. */
const Page = async ({ params, searchParams }: PageProps<"/r/[id]/targets">) => {
  const { id } = await params
  const search = searchOf(await searchParams)
  const read = await findRecord(id)
  if (!read.ok) return <RecordRefused id={id} problem={read.problem} />
  const { log, head, own } = read.value
  return (
    <RecordPage
      title={titleOf(log)}
      back={recordHref(log.header.id, asked(parseAddress(new URLSearchParams(search))))}
      name="Targets"
    >
      <Comparison
        record={log.header.id}
        head={head}
        projector={projector}
        search={search}
        ownTarget={own}
        targets={allTargets().map(({ id: target, label, sees }) => ({ id: target, label, sees }))}
      />
    </RecordPage>
  )
}

export default Page
