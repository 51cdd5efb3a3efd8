import { extensionRow } from "./extension.ts"
import { importRow } from "./import.ts"
import { isOver, type Row } from "./measure.ts"
import { pageRows } from "./page.ts"
import { projectionRows } from "./projection.ts"

/** `npm run bench [-- --json] [-- --only NAME]`: one row a measure; ends with 1 where a row is over its limit. */

const sections: { readonly [name: string]: () => readonly Row[] | Promise<readonly Row[]> } = {
  projection: () => projectionRows(),
  extension: () => [extensionRow()],
  import: () => [importRow()],
  page: pageRows,
}

const line = (row: Row): string =>
  `${row.name} ${row.value.toFixed(2)}${row.unit} ${row.limit}${row.unit} ${isOver(row) ? "over" : "ok"}  (${row.note})\n`

const main = async (): Promise<number> => {
  const only = process.argv[process.argv.indexOf("--only") + 1]
  const asked = process.argv.includes("--only") ? [only ?? ""] : Object.keys(sections)
  const rows: Row[] = []
  for (const name of asked) {
    for (const row of (await sections[name]?.()) ?? []) {
      rows.push(row)
      if (!process.argv.includes("--json")) process.stdout.write(line(row))
    }
  }
  if (process.argv.includes("--json"))
    process.stdout.write(
      `${JSON.stringify(rows.map((row) => ({ ...row, verdict: isOver(row) ? "over" : "ok" })))}\n`,
    )
  return rows.length === 0 || rows.some(isOver) ? 1 : 0
}

process.exitCode = await main()
