import type { Metadata } from "next"
import Link from "next/link"
import { notFound } from "next/navigation"
import { cache } from "react"
import { found } from "#app/actions/opened.ts"
import { TopBar } from "#app/ui/top-bar.tsx"
import { allTargets } from "#lib/live/targets.ts"
import { recordHref } from "#lib/view/address.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { requestRows } from "#lib/view/request-rows.ts"
import { titleOf } from "#lib/view/title.ts"
import pageStyles from "../page.module.css"
import { searchOf } from "../search.ts"
import { Requests } from "./requests.tsx"

export const dynamic = "force-dynamic"

/** One reading for the page and its title. */
const find = cache(async (record: string) =>
  found({ record, target: undefined, asOf: undefined, vision: undefined }),
)

export const generateMetadata = async ({ params }: PageProps<"/r/[id]/requests">): Promise<Metadata> => {
  const read = await find((await params).id)
  return { title: read.ok ? `Requests of ${titleOf(read.value.log)}` : "Not here" }
}

/** What crossed, request by request: how much of each was reused, what cut it, whether it is proved. */
const Page = async ({ params, searchParams }: PageProps<"/r/[id]/requests">) => {
  const { id } = await params
  const search = searchOf(await searchParams)
  const read = await find(id)
  if (!read.ok && read.problem.id === "record-unknown") notFound()
  if (!read.ok)
    return (
      <>
        <TopBar crumbs={<span>{id}</span>} />
        <main data-page="">
          <p role="alert">{sentenceOf(read.problem)}</p>
        </main>
      </>
    )
  const { log, head } = read.value
  return (
    <div className={pageStyles.page}>
      <TopBar
        crumbs={
          <>
            <Link href={recordHref(log.header.id, {})} prefetch={false} className={pageStyles.title}>
              {titleOf(log)}
            </Link>
            <span aria-hidden="true" data-quiet="">
              /
            </span>
            <h1 aria-current="page">Requests</h1>
          </>
        }
      >
        <Link href={`/r/${encodeURIComponent(id)}/chat`} prefetch={false} data-button="plain">
          Chat
        </Link>
      </TopBar>
      <Requests
        record={log.header.id}
        head={head}
        search={search}
        rows={requestRows(log.entries)}
        endpoints={allTargets().map(({ id: target, dialect, url, auth }) => ({ target, dialect, url, auth }))}
      />
    </div>
  )
}

export default Page
