import type { Metadata } from "next"
import Link from "next/link"
import { notFound } from "next/navigation"
import { FileReceipt, type Openings } from "#app/import/file-receipt.tsx"
import styles from "#app/import/receipt.module.css"
import { ImportSurface } from "#app/import/surface.tsx"
import { ExactText } from "#app/ui/exact.tsx"
import { TopBar } from "#app/ui/top-bar.tsx"
import { getImport, type ImportedFile, type ImportReport } from "#db/imports.ts"
import type { Database } from "#db/open.ts"
import { openingsOf } from "#db/openings.ts"
import { withDatabase } from "#db/shared.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { moment, plural } from "#lib/view/words.ts"

export const dynamic = "force-dynamic"
export const metadata: Metadata = { title: "Receipt" }

type Props = { readonly params: Promise<{ readonly id: string }> }

/** What needs a look comes first: refused files, then those with unread lines. */
const rank = ({ outcome }: ImportedFile): number => {
  if (!outcome.ok) return 0
  return outcome.value.receipt.unread > 0 ? 1 : 2
}

const sum = (report: ImportReport): string => {
  const taken = report.files.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : []))
  const records = new Set(taken.flatMap((file) => file.records.map(({ id }) => id)))
  const added = taken.flatMap((file) => file.records).reduce((total, record) => total + record.added, 0)
  const refused = report.files.length - taken.length
  return [
    plural(report.files.length, "file"),
    ...(refused > 0 ? [`${refused} refused`] : []),
    plural(records.size, "record"),
    `${plural(added, "entry", "entries")} added`,
  ].join(" · ")
}

type Loaded = { readonly report: ImportReport; readonly openings: Openings }

const openingLength = 120

const load = async (db: Database, id: string): Promise<Outcome<Loaded>> => {
  const report = await getImport(db, id)
  if (!report.ok) return report
  const records = report.value.files.flatMap(({ outcome }) => (outcome.ok ? outcome.value.records : []))
  const untitled = records.filter(({ title }) => title === null).map((record) => record.id)
  return fine({ report: report.value, openings: await openingsOf(db, untitled, openingLength) })
}

/** The receipt of one import. */
const Receipt = async ({ params }: Props) => {
  const { id } = await params
  const asked = await withDatabase((db) => load(db, id))
  if (asked.ok && !asked.value.ok) notFound()
  const loaded = asked.ok ? asked.value : asked
  return (
    <div className={styles.page}>
      <TopBar
        crumbs={
          <>
            <Link href="/import" prefetch={false}>
              Imports
            </Link>
            {loaded.ok ? (
              <>
                <span aria-hidden="true" data-quiet="">
                  /
                </span>
                <span aria-current="page">
                  <ExactText text={loaded.value.report.name} />
                </span>
              </>
            ) : null}
          </>
        }
      />
      {loaded.ok ? (
        <ImportSurface>
          <main className={styles.receipt}>
            <h1 data-hidden="">Receipt</h1>
            <p className={styles.sum}>
              {sum(loaded.value.report)} ·{" "}
              <time dateTime={loaded.value.report.at}>{moment(loaded.value.report.at)}</time>
            </p>
            {loaded.value.report.files
              .toSorted((a, b) => rank(a) - rank(b) || a.n - b.n)
              .map((file) => (
                <FileReceipt key={file.n} into={id} file={file} openings={loaded.value.openings} />
              ))}
            {loaded.value.report.files.length === 0 ? (
              <p className={styles.file}>No file has come in yet.</p>
            ) : null}
          </main>
        </ImportSurface>
      ) : (
        <main data-page="">
          <h1 data-title="">Receipt</h1>
          <p role="alert">{sentenceOf(loaded.problem)}</p>
        </main>
      )}
    </div>
  )
}

export default Receipt
