import type { Metadata } from "next"
import Link from "next/link"
import { allTargets } from "#lib/live/targets.ts"
import { recordHref } from "#lib/view/address.ts"
import { requestRows } from "#lib/view/request-rows.ts"
import { titleOf } from "#lib/view/title.ts"
import { findRecord } from "../find-record.ts"
import { RecordPage, RecordRefused } from "../record-page.tsx"
import { searchOf } from "../search.ts"
import { Requests } from "./requests.tsx"

export const dynamic = "force-dynamic"

export const generateMetadata = async ({ params }: PageProps<"/r/[id]/requests">): Promise<Metadata> => {
  const read = await findRecord((await params).id)
  return { title: read.ok ? `Requests of ${titleOf(read.value.log)}` : "Not here" }
}

/** What crossed, request by request: how much of each was reused, what cut it, whether it is proved. */
const Page = async ({ params, searchParams }: PageProps<"/r/[id]/requests">) => {
  const { id } = await params
  const search = searchOf(await searchParams)
  const read = await findRecord(id)
  if (!read.ok) return <RecordRefused id={id} problem={read.problem} />
  const { log, head } = read.value
  return (
    <RecordPage
      title={titleOf(log)}
      back={recordHref(log.header.id, {})}
      name="Requests"
      controls={
        <Link href={`/r/${encodeURIComponent(id)}/chat`} prefetch={false} data-button="plain">
          Chat
        </Link>
      }
    >
      <Requests
        record={log.header.id}
        head={head}
        search={search}
        rows={requestRows(log.entries)}
        endpoints={allTargets().map(({ id: target, dialect, url, auth }) => ({ target, dialect, url, auth }))}
      />
    </RecordPage>
  )
}

export default Page
