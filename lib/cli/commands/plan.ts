import { v7 } from "uuid"
import { z } from "zod"
import { linesOf } from "#lib/import/decode.ts"
import type { SourceReading } from "#lib/import/read-source.ts"
import { scan } from "#lib/live/secrets/scan.ts"
import { targetNamed } from "#lib/live/targets.ts"
import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { type Cut, cutFor, defaultPreserve } from "#lib/plan/compaction.ts"
import { type Effect, effectOf } from "#lib/plan/effect.ts"
import { forkHeader } from "#lib/plan/fork.ts"
import { appendedBy, type Plan, planKinds } from "#lib/plan/plan.ts"
import { promptTexts, type SummaryPrompt, summaryPrompt } from "#lib/plan/summary-prompt.ts"
import type { Entry } from "#lib/record/entry.ts"
import { printLog } from "#lib/record/log.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { printLine, type RecordLog } from "#lib/record/record.ts"
import { effectLines, planLines } from "#lib/view/plan-lines.ts"
import { chosenRecord, wholeNumber } from "../chosen.ts"
import { fail } from "../fail.ts"
import { writeJson, writeLines } from "../output.ts"
import { readNamed } from "../source.ts"

const options = z.object({
  kind: z.string(),
  target: z.string(),
  record: z.string().optional(),
  preserve: z.string().optional(),
  summary: z.string().optional(),
  keep: z.string().optional(),
  to: z.string().optional(),
  dropTarget: z.boolean().default(false),
  of: z.string().optional(),
  apply: z.boolean().default(false),
  json: z.boolean().default(false),
  url: z.string().optional(),
})
type Options = z.infer<typeof options>

/** A number that a kind cannot be planned without. */
const needed = (kind: string, name: string, text: string | undefined): Outcome<number> =>
  text === undefined ? refused("option-needed", { kind, name }) : wholeNumber(name, text)

const given = (name: string, text: string | undefined): Outcome<number | undefined> =>
  text === undefined ? fine(undefined) : wholeNumber(name, text)

const then = <From, To>(outcome: Outcome<From>, to: (value: From) => To): Outcome<To> =>
  outcome.ok ? fine(to(outcome.value)) : outcome

/** What the options ask for. Problems `plan-kind-unknown` {kind, kinds}, `option-needed` {kind, name}, `option-not-number`. */
const askOf = (asked: Options): Outcome<PlanAsk> => {
  const { kind } = asked
  switch (kind) {
    case "compaction":
      return then(given("--preserve", asked.preserve), (preserve = defaultPreserve) => ({
        kind,
        summary: asked.summary ?? "",
        preserve,
      }))
    case "microcompaction":
      return then(given("--keep", asked.keep), (keep) => ({ kind, ...(keep === undefined ? {} : { keep }) }))
    case "rewind":
      return then(needed(kind, "--to", asked.to), (to) => ({ kind, to, keep: !asked.dropTarget }))
    case "fork":
      return then(needed(kind, "--to", asked.to), (through) => ({ kind, through }))
    case "undo":
      return then(needed(kind, "--of", asked.of), (of) => ({ kind, of: [of] }))
    case "repair":
      return fine({ kind })
    default:
      return refused("plan-kind-unknown", { kind, kinds: Object.keys(planKinds).join(", ") })
  }
}

/** What was planned for, and all that is printed of it. */
type Worked = { readonly record: RecordLog; readonly plan: Plan; readonly effect: Effect }

const work = (reading: SourceReading, asked: Options, ask: PlanAsk): Outcome<Worked> => {
  const target = targetNamed(asked.target)
  if (!target.ok) return target
  const record = chosenRecord(reading, asked.record)
  if (!record.ok) return record
  const plan = planFor(record.value.entries, ask)
  if (!plan.ok) return plan
  const bytes = new Map(reading.objects.map((object) => [object.sha256, object.bytes]))
  const effect = effectOf(record.value.entries, plan.value, target.value, {
    objects: (sha256) => bytes.get(sha256),
  })
  return fine({ record: record.value, plan: plan.value, effect })
}

const isHeader = (line: string): boolean => {
  if (!line.includes('"record"')) return false
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === "object" && value !== null && "kind" in value && value.kind === "record"
  } catch {
    return false
  }
}

/** The lines of one record of a crossing log as they stand in the file. */
const ownLines = ({ segment, records }: SourceReading, record: RecordLog): readonly string[] => {
  const place = records.indexOf(record)
  let n = -1
  const lines: string[] = []
  for (const line of linesOf(segment.bytes)) {
    if (line === undefined || line.text === "") continue
    if (isHeader(line.text)) n++
    if (n === place) lines.push(line.text)
  }
  return lines
}

/** The record's log as it is in the file, or printed where the file is of another format. */
const linesBefore = (reading: SourceReading, record: RecordLog): Iterable<string> =>
  reading.format === "crossing"
    ? ownLines(reading, record)
    : printLog(record, (sha256) => reading.objects.find((object) => object.sha256 === sha256))

const appended = ({ record, plan }: Worked): readonly Entry[] =>
  appendedBy(record.entries, plan, { id: v7, at: new Date().toISOString() })

const forked = ({ record, plan }: Worked, reading: SourceReading): Iterable<string> => {
  const through = plan.through ?? record.entries.length
  const header = forkHeader(record.header, through, { id: v7(), at: new Date().toISOString() })
  return printLog({ header, entries: record.entries.slice(0, through) }, (sha256) =>
    reading.objects.find((object) => object.sha256 === sha256),
  )
}

const apply = async (worked: Worked, reading: SourceReading): Promise<void> => {
  const { plan, record } = worked
  await writeLines(plan.kind === "fork" ? forked(worked, reading) : linesBefore(reading, record))
  await writeLines(appended(worked).map(printLine))
}

const print = async ({ plan, effect }: Worked, json: boolean): Promise<void> => {
  if (json) await writeJson({ plan, effect })
  else await writeLines([...planLines(plan), ...effectLines(effect)])
}

const printPrompt = async (cut: Cut, prompt: SummaryPrompt, json: boolean): Promise<void> => {
  if (json) await writeJson({ covers: cut.covers, ...prompt })
  else await writeLines([prompt.text])
}

/** What a summariser would be asked, where no summary is given. */
const promptFor = async (reading: SourceReading, asked: Options, preserve: number): Promise<number> => {
  const record = chosenRecord(reading, asked.record)
  if (!record.ok) return fail(record.problem)
  const cut = cutFor(record.value.entries, preserve)
  if (!cut.ok) return fail(cut.problem)
  const secrets = await scan(promptTexts(cut.value))
  await printPrompt(cut.value, summaryPrompt(record.value.entries, cut.value, secrets), asked.json)
  return 0
}

/**
 * `plan FILE --kind K`: what an act would do, and, with `--apply`, the log with the act's entries behind it. Reads files
 * and the store, writes neither. 2 where nothing can be planned.
 */
export const planCommand = async (of: unknown, options_: unknown): Promise<number> => {
  const asked = options.parse(options_)
  const ask = askOf(asked)
  if (!ask.ok) return fail(ask.problem)
  const reading = await readNamed({ of: z.string().parse(of), url: asked.url })
  if (!reading.ok) return fail(reading.problem)
  if (ask.value.kind === "compaction" && asked.summary === undefined && !asked.apply)
    return promptFor(reading.value, asked, ask.value.preserve ?? defaultPreserve)
  const worked = work(reading.value, asked, ask.value)
  if (!worked.ok) return fail(worked.problem)
  if (asked.apply) await apply(worked.value, reading.value)
  else await print(worked.value, asked.json)
  return 0
}
