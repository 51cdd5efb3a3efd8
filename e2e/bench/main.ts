import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../run.ts"
import { aiSdkRow } from "./ai-sdk.ts"
import { extensionRow } from "./extension.ts"
import { importRow } from "./import.ts"
import { lintRows } from "./lint.ts"
import { isMissed, type Row } from "./measure.ts"
import { pageRows } from "./page.ts"
import { projectionRows } from "./projection.ts"
import { sentRows } from "./sent.ts"
import { stepsRow } from "./steps.ts"
import { viewersRow } from "./viewers.ts"

/**
 * `npm run bench [-- --json] [-- --only NAME] [-- --readme]`: one row a measure, `name value limit ok|over`, or `under`
 * where the limit is the least. Ends with 1 where a row misses its limit, with 2 where there is no such measure.
 */

const sections: { readonly [name: string]: () => readonly Row[] | Promise<readonly Row[]> } = {
  "ai-sdk": async () => [await aiSdkRow()], // before all that would leave the engine with shapes of other dialects
  projection: () => projectionRows(),
  lint: () => lintRows(),
  extension: async () => [await extensionRow()],
  steps: async () => [await stepsRow()],
  import: async () => [await importRow()],
  page: pageRows,
  sent: sentRows,
  viewers: async () => [await viewersRow()],
}

const shown = (value: number, unit: string): string =>
  unit === "x" ? `${value.toFixed(2)}x` : `${Math.round(value)}${unit === "" ? "" : ` ${unit}`}`

const verdict = (row: Row): string => (isMissed(row) ? (row.isLeast === true ? "under" : "over") : "ok")

const bound = ({ limit, unit, isLeast }: Row): string =>
  `${isLeast === true ? "at least " : ""}${shown(limit, unit)}`

const line = (row: Row): string =>
  `${row.name} ${shown(row.value, row.unit)} ${bound(row)} ${verdict(row)}  (${row.note})\n`

/** Writes the table between the README's two marks anew. */
const writeDown = (rows: readonly Row[]): void => {
  const path = join(root, "README.md")
  const table = [
    "| measure | value | limit | |",
    "|---|---|---|---|",
    ...rows.map((row) => `| ${row.name} | ${shown(row.value, row.unit)} | ${bound(row)} | ${row.note} |`),
  ].join("\n")
  const [before = "", rest = ""] = readFileSync(path, "utf8").split("<!-- bench -->")
  const [, after = ""] = rest.split("<!-- /bench -->")
  writeFileSync(path, `${before}<!-- bench -->\n${table}\n<!-- /bench -->${after}`)
}

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { json: { type: "boolean" }, only: { type: "string" }, readme: { type: "boolean" } },
  })
  const asked = values.only === undefined ? Object.keys(sections) : [values.only]
  const rows: Row[] = []
  for (const name of asked) {
    const measure = sections[name]
    if (measure === undefined) {
      process.stdout.write(`There is no measure ${name}; there are ${Object.keys(sections).join(", ")}.\n`)
      return 2
    }
    for (const row of await measure()) {
      rows.push(row)
      if (values.json !== true) process.stdout.write(line(row))
    }
  }
  if (values.json === true)
    process.stdout.write(`${JSON.stringify(rows.map((row) => ({ ...row, verdict: verdict(row) })))}\n`)
  if (values.readme === true) writeDown(rows)
  return rows.some(isMissed) ? 1 : 0
}

process.exitCode = await main()
