import { createHash } from "node:crypto"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { z } from "zod"
import { targets } from "#lib/dialect/targets.ts"
import { type App, startApp, temporary } from "./app.ts"
import { ask, held } from "./ask.ts"
import { type Chance, chance } from "./bench/chance.ts"
import { claudeCodeTurns } from "./bench/claude-code.ts"
import build from "./build.ts"

/**
 * `npm run faults -- --rounds N --seed S`: kills the app at any moment of turns and imports, in a third of the rounds the
 * embedded database's server too, and holds what is there after each restart against what was there before. Exit 1 where
 * an entry is missing, a number has a gap, a turn stays open, a record does not project, or a request is not proved.
 */

/** What was committed of a record, as far as somebody was told. */
type Known = { readonly head: number; readonly digest: string }

const json = { "content-type": "application/json" } as const
const entryLine = z.looseObject({ seq: z.int(), kind: z.string(), phase: z.string().optional() })
type Line = z.infer<typeof entryLine>

const at = (app: App, id: string, rest = ""): string =>
  `${app.url}/v1/conversations/${encodeURIComponent(id)}${rest}`

const read = async <Value>(url: string, schema: z.ZodType<Value>): Promise<Value> => {
  const answer = await ask(url)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return schema.parse(JSON.parse(answer.text))
}

/** The texts of a record's entries, in order. */
const linesOf = async (app: App, id: string): Promise<readonly string[]> => {
  const answer = await ask(at(app, id, "/log"))
  if (answer.status !== 200)
    throw new Error(`The log of ${id} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return answer.text
    .split("\n")
    .slice(1)
    .filter((line) => line !== "" && !line.startsWith('{"kind":"object"'))
}

const digestOf = (lines: readonly string[]): string =>
  createHash("sha256").update(lines.join("\n")).digest("hex")

/** Records that a round may have touched. */
const newest = 6

const note = async (app: App, known: Map<string, Known>): Promise<void> => {
  for (const { id } of (await held(app.url)).slice(0, newest)) {
    const lines = await linesOf(app, id)
    known.set(id, { head: lines.length, digest: digestOf(lines) })
  }
}

/** Entries of a conversation that nothing more is said to: each request is proved anew in every round. */
const longest = 150

/** Says something to a new conversation or to one that is there. */
const talk = async (app: App, by: Chance): Promise<void> => {
  const records = (await held(app.url)).filter(({ head }) => head < longest).slice(0, 4)
  const made = z.object({ id: z.string() })
  const fresh = records.length === 0 || by.next() < 0.5
  const id = fresh
    ? made.parse(JSON.parse((await ask(`${app.url}/v1/conversations`, { method: "POST" })).text)).id
    : by.pick(records).id
  const text = by.pick([
    "Where did we speak of migrations?",
    "And the parser?",
    "Go on, please.",
    "What failed?",
  ])
  const body = Buffer.from(JSON.stringify({ text, to: { target: "demo" } }))
  await ask(at(app, id, "/messages"), { method: "POST", headers: json, body })
}

function* session(seed: number, turns: number): Generator<Buffer> {
  let left = turns
  for (const turn of claudeCodeTurns(seed)) {
    if (left-- === 0) return
    for (const line of turn) yield Buffer.from(`${line}\n`)
  }
}

const bring = (app: App, by: Chance): Promise<unknown> => {
  const seed = by.between(1, 1_000_000)
  return ask(`${app.url}/v1/import`, {
    method: "POST",
    headers: { "x-file-name": `session-${seed}.jsonl` },
    body: session(seed, by.between(20, 400)),
  })
}

const killDatabase = (data: string): void => {
  const [pid = ""] = readFileSync(join(data, "pg", "postmaster.pid"), "utf8").split("\n")
  process.kill(Number(pid), "SIGKILL")
}

/** Turns and imports, and death in the midst of them; what was committed by then, as far as was told. */
const disturb = async (
  data: string,
  by: Chance,
  withDatabase: boolean,
): Promise<ReadonlyMap<string, Known>> => {
  const app = await startApp({ data })
  const known = new Map<string, Known>()
  const works = Promise.allSettled([talk(app, by), talk(app, by), bring(app, by)])
  await pause(by.between(0, 2_500))
  await note(app, known).catch(() => undefined) // what was read until then counts
  await pause(by.between(0, 400))
  const databaseFirst = by.next() < 0.5
  if (withDatabase && databaseFirst) killDatabase(data)
  await app.end("SIGKILL")
  if (withDatabase && !databaseFirst) killDatabase(data)
  await works
  return known
}

/** Waits until no turn of a record is open. */
const settled = async (app: App, id: string): Promise<readonly Line[]> => {
  for (let times = 0; ; times++) {
    const lines = (await linesOf(app, id)).map((line) => entryLine.parse(JSON.parse(line)))
    const last = lines.findLast(({ kind }) => kind === "turn")
    if (last === undefined || last.phase === "end") return lines
    if (times === 300) throw new Error(`A turn of ${id} stays open.`)
    await pause(100)
  }
}

const page = z.object({ requests: z.array(z.object({ sent: z.object({ seq: z.int() }) })) })
const proof = z.object({ verdict: z.object({ is: z.string() }) })

/** Holds one record against every promise; how many requests were proved. */
const hold = async (app: App, id: string, before: Known | undefined): Promise<number> => {
  if (before !== undefined) {
    const lines = (await linesOf(app, id)).slice(0, before.head)
    if (digestOf(lines) !== before.digest)
      throw new Error(`Entries of ${id} that were committed are not there.`)
  }
  const lines = await settled(app, id)
  const gap = lines.findIndex(({ seq }, index) => seq !== index + 1)
  if (gap >= 0) throw new Error(`Entry ${gap + 1} of ${id} is numbered ${lines[gap]?.seq}.`)
  for (const target of targets) {
    const wire = await ask(at(app, id, `/wire?target=${target.id}`))
    if (wire.status !== 200)
      throw new Error(`${id} does not project to ${target.id}: ${wire.text.slice(0, 300)}`)
  }
  const { requests } = await read(at(app, id, "/requests?limit=1000"), page)
  for (const { seq } of requests.map(({ sent }) => sent)) {
    const { verdict } = await read(at(app, id, `/requests/${seq}/verify`), proof)
    if (verdict.is !== "proved") throw new Error(`Request ${seq} of ${id} is ${verdict.is}.`)
  }
  return requests.length
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { rounds: { type: "string" }, seed: { type: "string" } } })
  const rounds = Number(values.rounds ?? 10)
  const seed = Number(values.seed ?? Date.now() % 2 ** 31)
  process.stdout.write(`seed ${seed}, ${rounds} rounds\n`)
  await build()
  const by = chance(seed)
  const data = temporary()
  const sums = { records: 0, entries: 0, requests: 0, databases: 0 }
  for (let round = 1; round <= rounds; round++) {
    const withDatabase = round % 3 === 0
    const known = await disturb(data, by, withDatabase)
    const app = await startApp({ data })
    const records = (await held(app.url)).slice(0, newest)
    for (const id of known.keys())
      if (!(await held(app.url)).some((record) => record.id === id)) throw new Error(`Record ${id} is gone.`)
    for (const { id } of records) {
      sums.requests += await hold(app, id, known.get(id))
      sums.entries += known.get(id)?.head ?? 0
    }
    sums.records += records.length
    if (withDatabase) sums.databases += 1
    if (round < rounds) await app.end(by.next() < 0.5 ? "SIGKILL" : "SIGTERM")
    else await app.end() // the last one out stops the database
    process.stdout.write(`round ${round}: ${JSON.stringify(sums)}\n`)
  }
  rmSync(data, { recursive: true, force: true })
}

await main()
