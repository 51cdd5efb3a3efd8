import { planFor } from "#lib/plan/ask.ts"
import { behind } from "#lib/plan/plan.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, EntryOf, Seq } from "#lib/record/entry.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { writerIn } from "../summary/outcome.ts"
import type { Act } from "../tools/own/own.ts"
import { permissionOf } from "../tools/policy.ts"
import { said } from "../tools/said.ts"
import { type Ran, type RunOptions, told } from "../tools/toolbox.ts"
import type { Work } from "./work.ts"

type Call = BlockOf<"tool-call">
type Permission = EntryOf<"permission">

/** What somebody has decided about a call since it was asked for. */
export const verdictOn = (entries: readonly Entry[], callId: string, asked: Seq): Permission | undefined =>
  entries.find(
    (entry): entry is Permission =>
      entry.kind === "permission" && entry.seq > asked && entry.callId === callId && entry.action !== "asked",
  )

/** Waits until somebody has decided about a call; undefined where the turn is stopped first. */
const decided = async (
  { writer, ear, stop }: Work,
  callId: string,
  asked: Seq,
): Promise<Permission | undefined> => {
  let wake = (): void => undefined
  const off = ear.on(writer.record, () => wake())
  const left = (): void => wake()
  stop.addEventListener("abort", left, { once: true })
  try {
    while (!stop.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve)) // before looking, so that nothing falls between
      await writer.refresh()
      const found = verdictOn(writer.entries, callId, asked)
      if (found !== undefined) return found
      if (!stop.aborted) await woken
    }
    return undefined
  } finally {
    off()
    stop.removeEventListener("abort", left)
  }
}

/** What may be done about a call, each decision logged; undefined where the turn was stopped before anybody decided. */
const permitted = async (
  work: Work,
  call: Call,
): Promise<RunOptions["verdict"] | "by-policy" | undefined> => {
  const { writer, toolbox } = work
  const tool = toolbox.find(call.name)
  if (tool === undefined) return "by-policy" // nothing of that name can run
  const rule = toolbox.policy(call.name)
  if (rule !== "ask") {
    await writer.append([permissionOf(call.callId, rule === "allow" ? "allowed" : "denied", "policy", tool)])
    return "by-policy"
  }
  const asked = await writer.append([permissionOf(call.callId, "asked", "policy", tool)])
  const [entry] = asked.ok ? asked.value : []
  const verdict = entry === undefined ? undefined : await decided(work, call.callId, entry.seq)
  return verdict === undefined ? undefined : { allowed: verdict.action === "allowed", by: verdict.by }
}

type Answered = Extract<Ran, { readonly outcome: "answered" }>

const messageOf = ({ result }: Answered): Draft => ({
  kind: "message",
  role: "tool",
  speaker: { kind: "tool" },
  blocks: [result],
})

/** Runs a call; what answered it, undefined where it stays unanswered, which is the truth. */
const run = async (work: Work, call: Call): Promise<Answered | undefined> => {
  const verdict = await permitted(work, call)
  if (verdict === undefined) return undefined
  const asked = verdict === "by-policy" ? {} : { verdict }
  const ran = await work.toolbox.runTool(call, { signal: work.stop, ...asked })
  return ran.outcome === "answered" ? ran : undefined
}

const keep = async ({ writer }: Work, answered: Answered): Promise<void> => {
  await writer.append([messageOf(answered)], { objects: answered.objects })
}

/**
 * Does to the conversation what a call is for: the call and its result stand before it, so that they are never parted. The
 * result says why where it cannot be done.
 */
const act = async ({ writer }: Work, call: Call, answered: Answered, asked: Act): Promise<void> => {
  await writer.refresh()
  const message = messageOf(answered)
  const by = writerIn(writer.entries)
  const plan = planFor(behind(writer.entries, [message]), { ...asked, ...(by === undefined ? {} : { by }) })
  if (plan.ok) await writer.append([message, ...plan.value.drafts])
  else await writer.append([messageOf(told(call, sentenceOf(plan.problem)))])
}

/**
 * Runs calls side by side; each result is kept as it comes, but of one that changes the conversation when all others are
 * there: a reply has one such call at most. A call that was stopped, or whose server died, has no result.
 */
export const runCalls = async (work: Work, calls: readonly Call[]): Promise<void> => {
  const acts = await Promise.all(
    calls.map(async (call) => {
      const answered = await run(work, call)
      if (answered === undefined) return []
      if (answered.act !== undefined) return [{ call, answered, asked: answered.act }]
      await keep(work, answered)
      return []
    }),
  )
  const [first, ...others] = acts.flat()
  for (const { call } of others) await keep(work, told(call, said.once))
  if (first !== undefined) await act(work, first.call, first.answered, first.asked)
}
