import type { Metadata } from "next"
import Link from "next/link"
import { notFound } from "next/navigation"
import { cache } from "react"
import { found } from "#app/actions/opened.ts"
import { TopBar } from "#app/ui/top-bar.tsx"
import { allTargets } from "#lib/live/targets.ts"
import { asked, parseAddress, recordHref } from "#lib/view/address.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { titleOf } from "#lib/view/title.ts"
import styles from "../page.module.css"
import { searchOf } from "../search.ts"
import { ExportSurface } from "./export-surface.tsx"

export const dynamic = "force-dynamic"

/** One reading for the page and its title. */
const find = cache(async (record: string) =>
  found({ record, target: undefined, asOf: undefined, vision: undefined }),
)

export const generateMetadata = async ({ params }: PageProps<"/r/[id]/export">): Promise<Metadata> => {
  const read = await find((await params).id)
  return { title: read.ok ? `Export of ${titleOf(read.value.log)}` : "Not here" }
}

/** A record as a file to hand on: in which form, and what of it stays here. */
const Page = async ({ params, searchParams }: PageProps<"/r/[id]/export">) => {
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
  const { log, head, own } = read.value
  const back = recordHref(log.header.id, asked(parseAddress(new URLSearchParams(search))))
  return (
    <div className={styles.page}>
      <TopBar
        crumbs={
          <>
            <Link href={back} prefetch={false} className={styles.title}>
              {titleOf(log)}
            </Link>
            <span aria-hidden="true" data-quiet="">
              /
            </span>
            <h1 aria-current="page">Export</h1>
          </>
        }
      />
      <ExportSurface
        record={log.header.id}
        head={head}
        search={search}
        ownTarget={own}
        targets={allTargets().map(({ id: target, label }) => ({ id: target, label }))}
      />
    </div>
  )
}

export default Page
