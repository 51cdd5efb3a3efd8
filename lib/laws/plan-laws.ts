import type { Target } from "#lib/dialect/targets.ts"
import { cutFor, defaultPreserve } from "#lib/plan/compaction.ts"
import { afterwards, behind, type Plan, type Planned } from "#lib/plan/plan.ts"
import { promptTexts, summaryPrompt } from "#lib/plan/summary-prompt.ts"
import { planUndo } from "#lib/plan/undo.ts"
import { type Options, type Projection, project } from "#lib/project.ts"
import type { BlockId } from "#lib/record/block.ts"
import type { Draft } from "#lib/record/build.ts"
import { type Entry, entryTraits, type Principal, type Seq } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Seen } from "./law.ts"
import { summaryText } from "./plan-asks.ts"
import { pastOf } from "./seen.ts"
import { isLeaf, type Node } from "./tree.ts"

/** A plan for a record on one target: the record as it was and as it is applied, and the wire that it then has. */
export type Applied = {
  readonly entries: readonly Entry[]
  readonly plan: Plan
  readonly after: readonly Entry[]
  readonly target: Target
  readonly options: Options
  readonly seen: Seen
  /** The same asked of another record. */
  readonly again: (entries: readonly Entry[]) => Planned
}

/** What every plan obeys beside the laws of every wire; what of it is broken, empty where it holds. */
type PlanLaw = (applied: Applied) => readonly string[]

const projected = ({ target, options }: Applied, entries: readonly Entry[]): Projection =>
  project({ entries }, target, options)

const equal = (says: string, wanted: string, found: string): readonly string[] =>
  wanted === found ? [] : [`${says}:\n${wanted}\n${found}`]

/** Taken back, the wire is what it was; done once more after that, it is what it was when it was done first. */
const undoneAndDoneAgain: PlanLaw = (applied) => {
  const { entries, plan, after, seen, again } = applied
  if (plan.kind === "fork" || plan.kind === "undo") return [] // a fork is deleted; an undo is not undone
  const undo = planUndo(after, { of: after.slice(entries.length).map(({ seq }) => seq) })
  if (!undo.ok) return [`cannot be taken back: ${undo.problem.id}`]
  const back = afterwards(after, undo.value)
  const twice = again(back)
  if (!twice.ok) return [`cannot be done again: ${twice.problem.id}`]
  const redone = projected(applied, afterwards(back, twice.value))
  return [
    ...equal(
      "undone, the wire is not as it was",
      projected(applied, entries).wire.text(),
      projected(applied, back).wire.text(),
    ),
    ...equal("done again, the wire is not as after the act", seen.projection.wire.text(), redone.wire.text()),
  ]
}

const draftOf = ({ seq: _, id: __, at: ___, origin: ____, ...draft }: Entry): Draft => draft

/** An act of the record that was the last to change its line: taken back the wire is as before it, done again as it was. */
const undoOfTheLastAct: PlanLaw = (applied) => {
  const { entries, plan, after, seen } = applied
  const [undo] = plan.drafts
  if (undo?.kind !== "undo") return []
  const act = entries[undo.of - 1]
  const later = entries.slice(undo.of)
  if (act === undefined || later.some(({ kind }) => entryTraits[kind].inLine || kind === "header")) return []
  const before = projected(applied, entries.slice(0, act.seq - 1)).wire.text()
  const redone = projected(applied, behind(after, [draftOf(act)])).wire.text()
  return [
    ...equal("the wire is not as before the act", before, seen.projection.wire.text()),
    ...equal("done again, the wire is not as it was", projected(applied, entries).wire.text(), redone),
  ]
}

/** What was taken back is not in force any more, so it cannot be taken back once more. */
const undoneOnce: PlanLaw = ({ plan, after, again }) =>
  plan.kind === "undo" && again(after).ok ? ["it can be taken back twice"] : []

/** No act lets go of a result and keeps its call, or the other way round. */
const roundsStayWhole: PlanLaw = ({ entries, plan, seen }) => {
  if (plan.kind === "undo") return [] // it goes back to what was
  const before = pastOf({ entries }).rounds(entries.length)
  const answered = new Set(before.calls.flatMap(({ block, state }) => (state === "answered" ? [block] : [])))
  const bound = new Set(before.results.flatMap(({ block, fate }) => (fate === "bound" ? [block] : [])))
  const { calls, results } = seen.rounds
  return [
    ...calls
      .filter(({ block, state }) => state !== "answered" && answered.has(block))
      .map(({ block }) => `call ${block} loses its result`),
    ...results
      .filter(({ block, fate }) => fate !== "bound" && bound.has(block))
      .map(({ block }) => `result ${block} loses its call`),
  ]
}

const placeOf = ({ tree }: Seen, { at: [place] }: Crossing): number | undefined => {
  const node = place === undefined ? undefined : tree.at(place.pointer)
  return node === undefined ? undefined : node.start + (place?.from ?? 0)
}

const placesOf = (seen: Seen, block: BlockId): readonly number[] =>
  (seen.byBlock.get(block) ?? []).flatMap((crossing) => placeOf(seen, crossing) ?? [])

const seqOf = (block: BlockId): Seq => Number(block.slice(0, block.indexOf(".")))

/** A summary stands once, before all that is kept: a compaction's own place yields nothing, nor does any older one. */
const summaryStandsOnce: PlanLaw = ({ entries, plan, after, seen }) => {
  if (plan.kind !== "compaction") return []
  const times = seen.projection.wire.text().split(summaryText).length - 1
  const [own] = placesOf(seen, `${after.length}.0`)
  const kept = new Set(plan.kept)
  const early = [...seen.byBlock.keys()].filter(
    (block) => kept.has(seqOf(block)) && placesOf(seen, block).some((at) => own !== undefined && at < own),
  )
  const older = entries.filter(
    ({ kind, seq }) => kind === "compaction" && placesOf(seen, `${seq}.0`).length > 0,
  )
  return [
    ...(times === 1 ? [] : [`the summary stands ${times} times`]),
    ...(own === undefined ? ["the summary has no place"] : []),
    ...early.map((block) => `${block} stands before the summary`),
    ...older.map(({ seq }) => `the older summary ${seq} still crosses`),
  ]
}

const leaves = (node: Node): readonly Node[] => (isLeaf(node) ? [node] : node.children.flatMap(leaves))

/** Words that an act puts into the place of others: the summary, or what a cleared result says. */
const wordsOf = ({ drafts }: Plan): readonly string[] =>
  drafts.flatMap((draft) => {
    if (draft.kind === "compaction") return [draft.summary]
    if (draft.kind !== "replacement" || draft.reason !== "cleared" || draft.with.kind !== "tool-result")
      return []
    return draft.with.content.flatMap((block) => (block.kind === "text" ? [block.text] : []))
  })

/** No summary and no mark of a cleared result is what a model reads as the agent's own speech or thought. */
const neverTheAgents: PlanLaw = ({ plan, seen: { shape, messages } }) => {
  const words = wordsOf(plan)
  if (words.length === 0) return []
  const own = messages
    .flatMap((message) => [...shape.speech(message), ...shape.reasoning(message)])
    .flatMap(leaves)
  return words.flatMap((text) =>
    own
      .filter(({ string }) => string.includes(text))
      .map(({ pointer }) => `${pointer} reads as the agent's own: ${text}`),
  )
}

export const planLaws: readonly PlanLaw[] = [
  undoneAndDoneAgain,
  undoOfTheLastAct,
  undoneOnce,
  roundsStayWhole,
  summaryStandsOnce,
  neverTheAgents,
]

const planted = "principal-4711"
const somebody: Principal = {
  agent: planted,
  account: planted,
  uid: 4711,
  expectedAccount: planted,
  mode: "borrowed",
  node: planted,
  drift: true,
}

/** Whoever a record's headers name, the prompt for a summary says nothing of it, and nothing else for its sake. */
export const promptFaults = (entries: readonly Entry[], preserve = defaultPreserve): readonly string[] => {
  const named = entries.map((entry) => (entry.kind === "header" ? { ...entry, principal: somebody } : entry))
  const [cut, other] = [cutFor(entries, preserve), cutFor(named, preserve)]
  if (!cut.ok || !other.ok) return []
  const { text } = summaryPrompt(named, other.value, () => [])
  const texts = [text, ...promptTexts(other.value)]
  return [
    ...(texts.some((each) => each.includes(planted)) ? ["the principal is in the summary prompt"] : []),
    ...equal("the prompt depends on the principal", summaryPrompt(entries, cut.value, () => []).text, text),
  ]
}
