import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { findNative } from "#db/embedded/native.ts"
import { bundleVariable } from "#lib/cli/testing/run.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { findBrowser } from "./browser.ts"
import { bundle } from "./bundle.ts"
import { reachable, realProviders } from "./real.ts"
import { node, root, script } from "./run.ts"
import { add, leftOut, nothing, reasons, type Tally, tallyVariable, totals } from "./tally.ts"

/**
 * `npm test [-- unit store e2e real]`: every suite, or those named. Says what it skipped and why, ends with one line of
 * totals, and exits with 1 where anything failed. What is only run where somebody asks for it by giving a provider's key
 * is listed as not run otherwise; it was not to be run, so it does not count as skipped.
 */

const folder = mkdtempSync(join(tmpdir(), "crossing-tally-"))
const command = await bundle()

const tallySchema = z.strictObject({
  passed: z.int(),
  failed: z.int(),
  skipped: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
})

/** Runs a test runner and reads what its reporter left; one that left nothing, or ended badly without a failure, has failed. */
const counted = async (name: string, given: readonly string[]): Promise<Tally> => {
  process.stdout.write(`\n── ${name}\n`)
  const path = join(folder, `${name}.json`)
  const environment = { [tallyVariable]: path, [bundleVariable]: command.path }
  const code = await node(given, { environment })
  try {
    const tally: Tally = tallySchema.parse(JSON.parse(readFileSync(path, "utf8")))
    return code !== 0 && tally.failed === 0 ? add(tally, { ...nothing, failed: 1 }) : tally
  } catch {
    process.stdout.write(`The suite ${name} left no result; it ended with ${code}.\n`)
    return { ...nothing, failed: 1 }
  }
}

const vitest = (project: string, ...more: readonly string[]): Promise<Tally> =>
  counted(project, [
    script("vitest", "vitest.mjs"),
    "run",
    "--config=db/vitest.config.ts",
    `--project=${project}`,
    "--reporter=default",
    "--reporter=./e2e/vitest-tally.ts",
    ...more,
  ])

/** Why nothing that needs the store can run here. */
const noStore = (url: string | undefined): string | undefined => {
  if ((url ?? "") !== "") return undefined
  const native = findNative(root)
  return native.ok ? undefined : sentenceOf(native.problem)
}

const store = async (): Promise<Tally> => {
  const missing = noStore(process.env.TEST_DATABASE_URL)
  return missing === undefined ? vitest("store", "--maxWorkers=100%") : leftOut("store", missing)
}

const browser = async (): Promise<string | undefined> => {
  const found = findBrowser()
  if (found.ok) return found.value
  if (found.problem.id === "browser-path-wrong") return undefined
  process.stdout.write("No browser found; asking Playwright to install its own.\n")
  await node([script("@playwright/test", "cli.js"), "install", "chromium"], { patience: 300_000 })
  const installed = findBrowser()
  return installed.ok ? installed.value : undefined
}

const noBrowser =
  "no Chromium was found or could be installed: set CHROMIUM_PATH to one, or run `npx playwright install chromium`"

const e2e = async (): Promise<Tally> => {
  const missing = noStore(undefined)
  if (missing !== undefined) return leftOut("e2e", missing)
  const found = await browser()
  if (found === undefined) return leftOut("e2e", noBrowser)
  return counted("e2e", [
    script("@playwright/test", "cli.js"),
    "test",
    "--config=e2e/playwright.config.ts",
    "--reporter=list,./e2e/playwright-tally.ts",
  ])
}

const notRun: string[] = []

/** Real providers, which cost money: only with a key, and where the store can run. */
const real = async (): Promise<Tally> => {
  const why =
    reachable().length === 0
      ? `no provider's key is set (${realProviders.flatMap(({ variables }) => variables).join(", ")})`
      : noStore(process.env.TEST_DATABASE_URL)
  if (why === undefined) return vitest("real")
  notRun.push(`not run, ${why}\n  real\n`)
  return nothing
}

const suites: { readonly [name: string]: () => Promise<Tally> } = {
  unit: () => vitest("unit", "--maxWorkers=100%"),
  store,
  e2e,
  real,
}

const main = async (): Promise<number> => {
  const named = process.argv.slice(2)
  const unknown = named.find((name) => suites[name] === undefined)
  if (unknown !== undefined) {
    process.stdout.write(`There is no suite ${unknown}; there are ${Object.keys(suites).join(", ")}.\n`)
    return 2
  }
  let tally = nothing
  for (const [name, run] of Object.entries(suites))
    if (named.length === 0 || named.includes(name)) tally = add(tally, await run())
  process.stdout.write(`\n${notRun.join("")}${reasons(tally).join("")}${totals(tally)}\n`)
  return tally.failed === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} finally {
  command.remove()
  rmSync(folder, { recursive: true, force: true })
}
