import type { Metadata } from "next"
import Link from "next/link"
import { ImportButtons } from "#app/import/buttons.tsx"
import styles from "#app/import/receipt.module.css"
import { ImportSurface } from "#app/import/surface.tsx"
import { readParameters } from "#app/server/interface/door.ts"
import { importsQuery } from "#app/server/interface/queries.ts"
import { ExactText } from "#app/ui/exact.tsx"
import { TopBar } from "#app/ui/top-bar.tsx"
import { type ImportSummary, listImports } from "#db/imports.ts"
import { withDatabase } from "#db/shared.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { moment, number } from "#lib/view/words.ts"

export const dynamic = "force-dynamic"
export const metadata: Metadata = { title: "Imports" }

type Props = { readonly searchParams: Promise<Record<string, string | readonly string[] | undefined>> }

const Row = ({ each }: { readonly each: ImportSummary }) => (
  <tr>
    <th scope="row">
      <Link href={`/import/${each.id}`} prefetch={false}>
        <ExactText text={each.name} />
      </Link>
    </th>
    <td>
      <time dateTime={each.at}>{moment(each.at)}</time>
    </td>
    <td>{number(each.files)}</td>
    <td data-severity={each.refused > 0 ? "error" : undefined}>{number(each.refused)}</td>
    <td>{number(each.records)}</td>
    <td>{number(each.added)}</td>
    <td data-severity={each.unread > 0 ? "warning" : undefined}>{number(each.unread)}</td>
  </tr>
)

const Table = ({ imports }: { readonly imports: readonly ImportSummary[] }) => (
  <table className={styles.table}>
    <caption data-hidden="">Imports, newest first</caption>
    <thead>
      <tr>
        {["import", "when", "files", "refused", "records", "entries added", "unread"].map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {imports.map((each) => (
        <Row key={each.id} each={each} />
      ))}
    </tbody>
  </table>
)

/** Every import that left something behind, newest first. */
const Imports = async ({ searchParams }: Props) => {
  const query = readParameters(importsQuery, await searchParams)
  const { limit, before } = query.ok ? query.value : { limit: 50, before: undefined }
  const loaded = await withDatabase((db) =>
    listImports(db, before === undefined ? { limit } : { limit, before }),
  )
  const problem = query.ok ? (loaded.ok ? undefined : loaded.problem) : query.problem
  const imports = loaded.ok ? loaded.value : []
  return (
    <div className={styles.page}>
      <TopBar crumbs={<span aria-current="page">Imports</span>} />
      <ImportSurface>
        <main className={styles.receipt}>
          <h1 data-hidden="">Imports</h1>
          <div className={styles.sum}>
            <ImportButtons />
          </div>
          {problem === undefined ? null : <p role="alert">{sentenceOf(problem)}</p>}
          {imports.length === 0 ? (
            <p className={styles.file}>Nothing was imported yet: drop files or a folder anywhere here.</p>
          ) : (
            <Table imports={imports} />
          )}
          {imports.length < limit ? null : (
            <nav className={styles.file} aria-label="Pages">
              <Link
                data-button=""
                rel="next"
                href={`/import?before=${imports.at(-1)?.id ?? ""}`}
                prefetch={false}
              >
                Older imports
              </Link>
            </nav>
          )}
        </main>
      </ImportSurface>
    </div>
  )
}

export default Imports
