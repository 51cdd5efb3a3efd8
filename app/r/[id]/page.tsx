import type { Metadata } from "next"
import Link from "next/link"
import { notFound } from "next/navigation"
import { cache, Suspense } from "react"
import { firstView } from "#app/actions/first-view.ts"
import { headNow } from "#app/actions/opened.ts"
import { TopBar } from "#app/ui/top-bar.tsx"
import { isLong } from "#lib/live/first-view.ts"
import { allTargets } from "#lib/live/targets.ts"
import { asked, exportHref, parseAddress, requestsHref } from "#lib/view/address.ts"
import type { RecordFacts } from "#lib/view/skeleton.ts"
import { day, parentWords, plural } from "#lib/view/words.ts"
import { FilterBox } from "./filter-box.tsx"
import { Inspector } from "./inspector.tsx"
import styles from "./page.module.css"
import { PlanMenu } from "./plan/plan-menu.tsx"
import { RecordRefused } from "./record-page.tsx"
import { searchOf } from "./search.ts"

export const dynamic = "force-dynamic"

/** The target that the URL names, if there is such a one. */
const targetIn = (search: string): string | undefined => {
  const { target } = parseAddress(new URLSearchParams(search))
  return allTargets().find(({ id }) => id === target)?.id
}

/** One opening for the page and its title. */
const open = cache(async (record: string, search: string) => {
  const { asOf, vision } = parseAddress(new URLSearchParams(search))
  return firstView({ record, target: targetIn(search), asOf, vision })
})

/** The record that this one came from, at the entry where it parted, if that is known. */
const parentHref = ({ record, seq }: NonNullable<RecordFacts["parent"]>): string =>
  `/r/${encodeURIComponent(record)}${seq === undefined ? "" : `?asOf=${seq}`}`

export const generateMetadata = async ({ params, searchParams }: PageProps<"/r/[id]">): Promise<Metadata> => {
  const { id } = await params
  const found = await open(id, searchOf(await searchParams))
  return { title: found.ok ? found.value.title : "Not here" }
}

/** What stands while a long record is read. */
const Opening = ({ entries }: { readonly entries: number }) => (
  <>
    <TopBar crumbs={<span data-quiet="">{plural(entries, "entry", "entries")}</span>} />
    <main data-page="">
      <p role="status">Reading the record…</p>
    </main>
  </>
)

const Page = async ({ params, searchParams }: PageProps<"/r/[id]">) => {
  const { id } = await params
  const search = searchOf(await searchParams)
  const head = await headNow(id)
  if (head.ok && head.value === undefined) notFound()
  const entries = head.ok ? (head.value ?? 0) : 0
  const shown = <Opened id={id} search={search} />
  return isLong(entries) ? <Suspense fallback={<Opening entries={entries} />}>{shown}</Suspense> : shown
}

const Opened = async ({ id, search }: { readonly id: string; readonly search: string }) => {
  const found = await open(id, search)
  if (!found.ok) return <RecordRefused id={id} problem={found.problem} />
  const { record, title, own, skeleton: laid } = found.value
  const { vision } = parseAddress(new URLSearchParams(search))
  const facts = [
    record.redacted === undefined ? undefined : `${plural(record.redacted.secrets, "secret")} left out`,
    record.format,
    record.createdAt === null ? undefined : day(record.createdAt),
    plural(record.head, "entry", "entries"),
  ]
  return (
    <div className={styles.page}>
      <TopBar
        crumbs={
          <>
            <h1 className={styles.title}>{title}</h1>
            <span data-quiet="" className={styles.facts}>
              {facts.filter((fact) => fact !== undefined).join(" · ")}
              {record.parent === undefined ? null : (
                <>
                  {" · "}
                  {parentWords[record.parent.how]}{" "}
                  <Link href={parentHref(record.parent)} prefetch={false}>
                    another record
                  </Link>
                </>
              )}
            </span>
          </>
        }
      >
        <FilterBox search={search} />
        <PlanMenu record={record.id} />
        <Link href={requestsHref(id, {})} prefetch={false} data-button="plain">
          Requests
        </Link>
        <Link href={`/r/${encodeURIComponent(id)}/chat`} prefetch={false} data-button="plain">
          Chat
        </Link>
        <Link
          href={exportHref(id, asked(parseAddress(new URLSearchParams(search))))}
          prefetch={false}
          data-button="plain"
        >
          Export
        </Link>
      </TopBar>
      <Inspector
        record={record}
        title={title}
        search={search}
        ownTarget={own}
        targets={allTargets().map(({ id: target, label, sees, dialect, url, auth }) => ({
          id: target,
          label,
          sees,
          dialect,
          endpoint: { url, auth },
        }))}
        first={{ asked: { record: record.id, target: laid.target, asOf: laid.asOf, vision }, skeleton: laid }}
      />
    </div>
  )
}

export default Page
