import { headers } from "next/headers"
import { ImportSurface } from "#app/import/surface.tsx"
import type { ListView } from "#app/list/address.ts"
import { EmptyList } from "#app/list/empty.tsx"
import { Filters } from "#app/list/filters.tsx"
import { ListKeys } from "#app/list/keys.tsx"
import styles from "#app/list/list.module.css"
import { type Listed, loadList } from "#app/list/load.ts"
import { NewConversation } from "#app/list/new-conversation.tsx"
import { Pager } from "#app/list/pager.tsx"
import { SessionTable } from "#app/list/table.tsx"
import { readParameters } from "#app/server/interface/door.ts"
import { shownQuery } from "#app/server/interface/queries.ts"
import { TopBar } from "#app/ui/top-bar.tsx"
import { withDatabase } from "#db/shared.ts"
import type { Outcome } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"

export const dynamic = "force-dynamic"

type Props = { readonly searchParams: Promise<Record<string, string | readonly string[] | undefined>> }

const load = async (view: ListView): Promise<Outcome<Listed>> => {
  const loaded = await withDatabase((db) => loadList(db, view))
  return loaded.ok ? loaded.value : loaded
}

const Sessions = ({ view, listed }: { readonly view: ListView; readonly listed: Listed }) => (
  <>
    <Filters view={view} formats={listed.formats} models={listed.models} total={listed.total} />
    <SessionTable view={view} listed={listed} />
    <Pager view={view} next={listed.next} />
    <ListKeys pending={listed.pending} />
  </>
)

const Refused = ({ sentence }: { readonly sentence: string }) => (
  <main data-page="">
    <h1 data-title="">Sessions</h1>
    <p role="alert">{sentence}</p>
    <p>
      <a href="/">Show all sessions</a>
    </p>
  </main>
)

/** The list of sessions: search, filters and pages stand in the address. */
const List = async ({ searchParams }: Props) => {
  await headers() // the page is of its request, also where the store cannot be asked
  const view = readParameters(shownQuery, await searchParams)
  const listed = view.ok ? await load(view.value) : view
  return (
    <div className={styles.page}>
      <TopBar>
        <NewConversation />
      </TopBar>
      {!view.ok || !listed.ok ? (
        <Refused sentence={sentenceOf(listed.ok ? { id: "internal", facts: {} } : listed.problem)} />
      ) : (
        <ImportSurface>
          {listed.value.isEmpty ? <EmptyList /> : <Sessions view={view.value} listed={listed.value} />}
        </ImportSurface>
      )}
    </div>
  )
}

export default List
