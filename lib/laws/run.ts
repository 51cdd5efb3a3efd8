import { parseArgs } from "node:util"
import { targets } from "#lib/dialect/targets.ts"
import { extend, project } from "#lib/project.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { hunt, logOf } from "./hunt.ts"
import { huntPlans } from "./plans.ts"
import { exemptions, missing, tallyLines } from "./tally.ts"

/**
 * `npm run laws -- --runs N --seed S --length L --target T`: a long hunt, on all targets or those named; exit 1 where a law
 * breaks or something never occurred. `--plans`: an act of each kind is planned for each record, applied, taken back and done again.
 */
const { values } = parseArgs({
  options: {
    runs: { type: "string" },
    seed: { type: "string" },
    length: { type: "string" },
    target: { type: "string", multiple: true },
    plans: { type: "boolean" },
  },
})
const runs = Number(values.runs ?? 2000)
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const length = Number(values.length ?? 14)
const only = targets.filter(({ id }) => values.target?.includes(id) ?? true)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const from = performance.now()
const onRun = (n: number): void => {
  if (n % 500 === 0) say(`${n} records, ${((performance.now() - from) / 1000).toFixed(1)} s`)
}

const sayFound = (record: RecordLog, says: readonly string[], how: unknown): void => {
  for (const line of says) say(line)
  say(`with ${JSON.stringify(how)}`)
  say(logOf(record))
  process.exitCode = 1
}

const huntLaws = (): void => {
  const { tallies, found } = hunt({ runs, seed, length, only, subject: { project, extend }, onRun })
  for (const [target, tally] of tallies) for (const line of tallyLines(target, tally)) say(line)
  for (const target of tallies.keys())
    for (const { keys, on, why } of exemptions)
      if (on(target)) say(`${target.id} cannot have ${keys.join(", ")}: ${why}`)
  if (found !== undefined) {
    sayFound(found.record, found.says, found.policy)
    return
  }
  const gaps = [...tallies].flatMap(([target, tally]) =>
    missing(target, tally).map((key) => `${target.id} never had ${key}`),
  )
  for (const gap of gaps) say(gap)
  if (gaps.length > 0) process.exitCode = 1
}

const huntThroughPlans = (): void => {
  const { planned, refused, found } = huntPlans({ runs, seed, length, only, onRun })
  for (const [kind, count] of planned) say(`${kind} planned ${count}`)
  for (const [why, count] of refused) say(`${why} ${count}`)
  if (found !== undefined) sayFound(found.record, found.says, found.ask)
}

say(`seed ${seed}, ${runs} records of up to ${length} steps`)
if (values.plans === true) huntThroughPlans()
else huntLaws()
