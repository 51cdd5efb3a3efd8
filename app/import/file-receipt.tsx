import Link from "next/link"
import { ExactText } from "#app/ui/exact.tsx"
import type { FileReport, ImportedFile } from "#db/imports.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { number, plural, size } from "#lib/view/words.ts"
import { RawLine } from "./raw-line.tsx"
import styles from "./receipt.module.css"

const statusWords = {
  new: "new",
  grown: "grown since it was imported before",
  same: "imported before; nothing added",
  changed: "imported again as new records",
} satisfies Record<FileReport["status"], string>

const changedWords = {
  bytes: "its earlier bytes are others than when it was imported before",
  importer: "the importer reads its earlier lines otherwise than before",
  continued: "the earlier record was continued here",
} satisfies Record<NonNullable<FileReport["changed"]>, string>

const Equation = ({ receipt }: Pick<FileReport, "receipt">) => (
  <dl className={styles.equation}>
    {(["read", "kept", "duplicate", "structural", "unread"] as const).map((name, index) => (
      <div key={name} data-severity={name === "unread" && receipt.unread > 0 ? "warning" : undefined}>
        <span aria-hidden="true" data-quiet="">
          {["", "=", "+", "+", "+"][index]}
        </span>
        <dd>{number(receipt[name])}</dd>
        <dt data-quiet="">{name}</dt>
      </div>
    ))}
    {receipt.repaired > 0 ? (
      <div>
        <dd>{number(receipt.repaired)}</dd>
        <dt data-quiet="">of the kept were repaired</dt>
      </div>
    ) : null}
  </dl>
)

/** First words of records that have no title, by id. */
export type Openings = ReadonlyMap<string, string>

type RecordsProps = { readonly report: FileReport; readonly openings: Openings }

const Records = ({ report, openings }: RecordsProps) => (
  <ul>
    {report.records.map(({ id, title, head, added }) => (
      <li key={id}>
        <Link href={`/r/${encodeURIComponent(id)}`} prefetch={false}>
          <ExactText text={title ?? openings.get(id) ?? id} />
        </Link>{" "}
        <span data-quiet="">
          {plural(head, "entry", "entries")}, {added === head ? "all added" : `${number(added)} added`} now
        </span>
      </li>
    ))}
    {report.records.length === 0 ? (
      <li data-quiet="">No record: the file holds no words of anyone.</li>
    ) : null}
  </ul>
)

const Structural = ({ types }: { readonly types: FileReport["structural"] }) => {
  const sorted = Object.entries(types).sort(([, a], [, b]) => b - a)
  if (sorted.length === 0) return null
  return (
    <p>
      <span data-quiet="">structural:</span>{" "}
      {sorted.map(([type, count], index) => (
        <span key={type}>
          {index === 0 ? "" : ", "}
          <span data-exact="">
            <ExactText text={type} />
          </span>{" "}
          {number(count)}
        </span>
      ))}
    </p>
  )
}

type UnreadProps = { readonly into: string; readonly file: number; readonly report: FileReport }

const Unread = ({ into, file, report: { unread, receipt } }: UnreadProps) => {
  if (unread.length === 0) return null
  return (
    <div>
      <h3>
        {plural(receipt.unread, "line")} that no importer understood
        <span data-quiet="">; kept as they are</span>
      </h3>
      <ul className={styles.unread}>
        {unread.map(({ line, why }) => (
          <li key={line}>
            <RawLine into={into} file={file} line={line} />
            <span data-exact="">
              <ExactText text={why} />
            </span>
          </li>
        ))}
      </ul>
      {receipt.unread > unread.length ? (
        <p data-quiet="">and {number(receipt.unread - unread.length)} more; the record shows each.</p>
      ) : null}
    </div>
  )
}

type FileProps = { readonly into: string; readonly file: ImportedFile; readonly openings: Openings }

/** What an import did with one file, line by line accounted for; or the one sentence for which it was refused. */
export const FileReceipt = ({ into, file, openings }: FileProps) => (
  <section className={styles.file} aria-label={file.name} data-refused={file.outcome.ok ? undefined : ""}>
    <h2 data-exact="">
      <ExactText text={file.name} />
    </h2>
    {file.outcome.ok ? (
      <>
        <p data-quiet="">
          {file.outcome.value.format} · {size(file.outcome.value.bytes)} ·{" "}
          {statusWords[file.outcome.value.status]}
          {file.outcome.value.changed === undefined ? "" : `: ${changedWords[file.outcome.value.changed]}`}
        </p>
        <Equation receipt={file.outcome.value.receipt} />
        <Records report={file.outcome.value} openings={openings} />
        <Structural types={file.outcome.value.structural} />
        <Unread into={into} file={file.n} report={file.outcome.value} />
      </>
    ) : (
      <p className={styles.problem}>
        <span aria-hidden="true">×</span> {sentenceOf(file.outcome.problem)}
      </p>
    )}
  </section>
)
