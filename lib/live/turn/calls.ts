import type { BlockOf } from "#lib/record/block.ts"
import type { Entry, EntryOf, Seq } from "#lib/record/entry.ts"
import { permissionOf } from "../tools/policy.ts"
import type { Ran, RunOptions } from "../tools/toolbox.ts"
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

const keep = async ({ writer }: Work, ran: Ran): Promise<void> => {
  if (ran.outcome !== "answered") return // it stays unanswered, which is the truth
  const { result, objects } = ran
  await writer.append([{ kind: "message", role: "tool", speaker: { kind: "tool" }, blocks: [result] }], {
    objects,
  })
}

const run = async (work: Work, call: Call): Promise<void> => {
  const verdict = await permitted(work, call)
  if (verdict === undefined) return
  const asked = verdict === "by-policy" ? {} : { verdict }
  await keep(work, await work.toolbox.runTool(call, { signal: work.stop, ...asked }))
}

/** Runs calls side by side; each result is kept as it comes. A call that was stopped, or whose server died, has none. */
export const runCalls = async (work: Work, calls: readonly Call[]): Promise<void> => {
  await Promise.all(calls.map((call) => run(work, call)))
}
