import { takeInputs, waitingInputs } from "#db/inputs.ts"
import type { Block, BlockOf } from "#lib/record/block.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, EntryOf, Failure, Usage } from "#lib/record/entry.ts"
import type { Answer } from "../transport/read.ts"
import { beforeReply } from "./again.ts"
import { ask } from "./ask.ts"
import { runCalls } from "./calls.ts"
import { compactFirst } from "./compact.ts"
import { headerNow } from "./header.ts"
import { type Input, isFor, parseInput } from "./input.ts"
import { prepare } from "./prepare.ts"
import type { Work } from "./work.ts"

/** The most requests of one turn: one that goes on longer goes in circles. */
const mostSteps = 200

type Outcome = NonNullable<EntryOf<"turn">["outcome"]>

/** How a step ended, and the calls that are to run before the next. */
type Ended = {
  readonly outcome: Outcome
  readonly error?: Failure
  readonly usage?: Usage
  readonly calls: readonly BlockOf<"tool-call">[]
}

const isOurs = (block: Block): block is BlockOf<"tool-call"> =>
  block.kind === "tool-call" && block.providerExecuted !== true

const endOf = ({ failure, usage, blocks }: Answer): Ended => {
  const known = usage === undefined ? {} : { usage }
  if (failure?.kind === "stopped") return { outcome: "stopped", calls: [], ...known }
  if (failure !== undefined) return { outcome: "error", error: failure, calls: [], ...known }
  return { outcome: "done", calls: blocks.filter(isOurs), ...known }
}

/** The number of the newest turn or step; 0 without any. */
export const newest = (entries: readonly Entry[], kind: "turn" | "step"): number =>
  entries.reduce((most, entry) => {
    const n = entry.kind === "turn" ? entry.turn : entry.kind === "step" ? entry.step : 0
    return entry.kind === kind ? Math.max(most, n) : most
  }, 0)

const phaseEnd = ({ outcome, error, usage }: Omit<Ended, "calls">) => ({
  phase: "end" as const,
  outcome,
  ...(usage === undefined ? {} : { usage }),
  ...(error === undefined ? {} : { error }),
})

/** One request and its answer, logged from start to end. */
const runStep = async (work: Work, step: number): Promise<Ended> => {
  const { writer, toolbox } = work
  const offer = await toolbox.tools()
  const header = headerNow(
    work,
    offer.tools.map(({ declared }) => declared),
  )
  await writer.append([...(header === undefined ? [] : [header]), { kind: "step", step, phase: "start" }])
  const ended = await answered(work, step)
  await writer.append([{ kind: "step", step, ...phaseEnd(ended) }])
  return ended
}

const answered = async (work: Work, step: number): Promise<Ended> => {
  const prepared = await prepare(work, step)
  if (prepared.is === "refused") return { outcome: "error", error: prepared.error, calls: [] }
  const answer = await ask(work, step, prepared.body)
  return answer.ok
    ? endOf(answer.value)
    : { outcome: "error", error: { kind: answer.problem.id, message: "" }, calls: [] }
}

const sum = (one: Usage | undefined, other: Usage | undefined): Usage | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  const keys = ["input", "cacheRead", "cacheWrite", "output", "reasoning"] as const
  return Object.fromEntries(
    keys.flatMap((key) => {
      const [a, b] = [one[key], other[key]]
      return a === undefined && b === undefined ? [] : [[key, (a ?? 0) + (b ?? 0)]]
    }),
  )
}

const draftsOf = ({ blocks, speaker, rewind }: Input): readonly Draft[] => [
  ...(rewind === undefined ? [] : [{ kind: "rewind", ...rewind } as const]),
  ...(blocks.length === 0 ? [] : [{ kind: "message", role: "user", speaker, blocks } as const]),
]

/** All that taking in what was said needs of a turn. */
export type Taking = Pick<Work, "db" | "writer" | "to">

/**
 * Takes what was said and waits into the record, in order, up to what is for somebody else; `before` and
 * `behind` are appended around it. How much that was: 0, and nothing is appended, where nothing waits.
 */
export const takeIn = async (
  { db, writer, to }: Taking,
  {
    before = [],
    behind = [],
  }: { readonly before?: readonly Draft[]; readonly behind?: readonly Draft[] } = {},
): Promise<number> => {
  const waiting = await waitingInputs(db, writer.record)
  const said = waiting.map(({ id, json }) => ({ id, input: parseInput(json) }))
  const other = said.findIndex(({ input }) => !isFor(input, to))
  const taken = other < 0 ? said : said.slice(0, other)
  if (taken.length === 0) return 0
  const ids = taken.map(({ id }) => id)
  const drafts = taken.flatMap(({ input }, n) =>
    draftsOf(n === 0 ? beforeReply(input, writer.entries) : input),
  )
  await writer.append([...before, ...drafts, ...behind], {
    also: (within) => takeInputs(within, writer.record, ids),
  })
  return taken.length
}

/**
 * One turn: takes in what was said, asks, runs the calls of the answer, and asks again until an answer calls nothing. All
 * of it is logged as it happens. False where nothing waited to be said.
 */
export const runTurn = async (work: Work): Promise<boolean> => {
  const { writer, stop } = work
  const turn = newest(writer.entries, "turn") + 1
  if ((await takeIn(work, { before: [{ kind: "turn", turn, phase: "start" }] })) === 0) return false
  await compactFirst(work)
  let ended: Ended
  let usage: Usage | undefined
  for (let steps = 1; ; steps++) {
    ended = stop.aborted
      ? { outcome: "stopped", calls: [] }
      : await runStep(work, newest(writer.entries, "step") + 1)
    usage = sum(usage, ended.usage)
    if (ended.calls.length > 0 && !stop.aborted) await runCalls(work, ended.calls)
    if (ended.outcome === "done" && stop.aborted) ended = { ...ended, outcome: "stopped" }
    const more = ended.outcome === "done" && ((await takeIn(work)) > 0 || ended.calls.length > 0)
    if (!more) break
    if (steps === mostSteps) {
      ended = { outcome: "error", error: { kind: "steps-many", message: "" }, calls: [] }
      break
    }
  }
  const { calls: _, usage: __, ...end } = ended
  await writer.append([
    { kind: "turn", turn, ...phaseEnd({ ...end, ...(usage === undefined ? {} : { usage }) }) },
  ])
  return true
}
