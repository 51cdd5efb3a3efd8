import { parseArgs } from "node:util"
import { targets } from "#lib/dialect/targets.ts"
import { extend, project } from "#lib/project.ts"
import { hunt, logOf } from "./hunt.ts"
import { exemptions, missing, tallyLines } from "./tally.ts"

/** `npm run laws -- --runs N --seed S --length L --target T`: a long hunt, on all targets or those named; exit 1 where a law breaks or something never occurred. */
const { values } = parseArgs({
  options: {
    runs: { type: "string" },
    seed: { type: "string" },
    length: { type: "string" },
    target: { type: "string", multiple: true },
  },
})
const runs = Number(values.runs ?? 2000)
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const length = Number(values.length ?? 14)
const only = targets.filter(({ id }) => values.target?.includes(id) ?? true)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

say(`seed ${seed}, ${runs} records of up to ${length} steps`)
const from = performance.now()
const { tallies, found } = hunt({
  runs,
  seed,
  length,
  only,
  subject: { project, extend },
  onRun: (n) => {
    if (n % 500 === 0) say(`${n} records, ${((performance.now() - from) / 1000).toFixed(1)} s`)
  },
})
for (const [target, tally] of tallies) for (const line of tallyLines(target, tally)) say(line)
for (const target of tallies.keys())
  for (const { keys, on, why } of exemptions)
    if (on(target)) say(`${target.id} cannot have ${keys.join(", ")}: ${why}`)
if (found !== undefined) {
  for (const line of found.says) say(line)
  say(`with ${JSON.stringify(found.policy)}`)
  say(logOf(found.record))
  process.exitCode = 1
} else {
  const gaps = [...tallies].flatMap(([target, tally]) =>
    missing(target, tally).map((key) => `${target.id} never had ${key}`),
  )
  for (const gap of gaps) say(gap)
  if (gaps.length > 0) process.exitCode = 1
}
