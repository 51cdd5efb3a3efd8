import type { Response, Said, Segment } from "#lib/rounds/segment.ts"
import { array, type Claim, json, type Piece, type Run, raw, runs } from "#lib/wire/writer.ts"
import { wireArguments } from "./arguments.ts"
import { alsoAltered, claimOf, droppedOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { Dialect } from "./dialect.ts"
import { emptyIds, type Ids } from "./ids.ts"
import { messagesHead } from "./messages-head.ts"
import { reasonedVerdict, reasoningDropped } from "./reasoning.ts"
import { resultParts } from "./results.ts"
import { type Crossed, settle } from "./settle.ts"
import { asideParts, isPlain, isRun, type Shapes, saidParts, summaryParts, textRun } from "./speech.ts"
import { neutral, neutralRun } from "./tags.ts"
import { gap, joined } from "./text.ts"
import type { TurnPart } from "./turn.ts"
import { words } from "./words.ts"

/** Pictures stand behind the whole text, wherever they were said. */
const shapes: Shapes = {
  media: ({ mediaType, base64 }, _kind, claim) =>
    raw(
      `{"type":"image","source":{"type":"base64","media_type":${JSON.stringify(mediaType)},"data":"${base64}"}}`,
      claim.reason === "image-moved" ? claim : alsoAltered(claim, "image-moved"),
    ),
  opaque: () => undefined,
  nativeText: () => undefined,
}

/**
 * What a stretch of the replay adds: runs of its one text, pictures that stand behind it, and what was dropped.
 * `answers`: it ends with answers of calls.
 */
type Stretch = {
  readonly runs: readonly Run[]
  readonly pictures: readonly Piece[]
  readonly dropped: readonly Claim[]
  readonly answers?: boolean
}

const stretchOf = (parts: readonly TurnPart[]): Stretch => ({
  runs: joined(
    parts.flatMap((part) =>
      part.is === "text" ? [part.runs.map((run) => (run.claim.how === "made" ? run : neutralRun(run)))] : [],
    ),
  ),
  pictures: parts.flatMap((part) => (part.is === "element" ? [part.piece] : [])),
  dropped: parts.flatMap((part) => (part.is === "dropped" ? [part.claim] : [])),
})

/** Whether a result without its call is among what was said: it is heard in the user's voice only. */
const holdsOrphan = ({ blocks }: Said): boolean => blocks.some(({ loose }) => loose === "orphan")

const speakerOf = (said: Said): string => {
  const { entry } = said.message
  if (isPlain(entry) || holdsOrphan(said)) return 'speaker="user"'
  const { kind } = entry.speaker
  return kind === "human" || kind === "agent" ? 'speaker="system"' : `speaker="system" kind="${kind}"`
}

/** A turn in its tags; nothing where it says nothing. */
const framed = (speaker: string, text: readonly Run[], calls: readonly Run[]): readonly Run[] => {
  if (text.length === 0 && calls.length === 0) return []
  const frame = made("replay-frame")
  const end: readonly Run[] = text.length === 0 ? [] : [{ text: "\n", claim: frame }]
  return [
    { text: `<turn ${speaker}>\n`, claim: frame },
    ...text,
    ...end,
    ...calls,
    { text: "</turn>\n", claim: frame },
  ]
}

/** No id stands in the replay, so none is rewritten. */
const told = (reasons: Crossed["reasons"]): Crossed["reasons"] =>
  reasons.includes("call-id-rewritten") ? reasons.filter((reason) => reason !== "call-id-rewritten") : reasons

const answerRuns = ({ answer }: Crossed, context: Context): Stretch => {
  if (answer.is === "made") {
    const text = answer.text
    return {
      runs: [{ text: `<answer>${text}</answer>\n</call>\n`, claim: made(answer.reason) }],
      pictures: [],
      dropped: [],
    }
  }
  const { held, reasons } = answer
  const claim = claimOf(held, [...told(reasons), held.block.isError ? "error-flag-lost" : undefined])
  const parts = resultParts(held, shapes, context)
  const texts = joined(parts.flatMap((part) => (part.is === "run" ? [[neutralRun(part.run)]] : [])))
  return {
    runs: [{ text: "<answer>", claim }, ...texts, { text: "</answer>\n</call>\n", claim }],
    pictures: [],
    dropped: parts.flatMap((part) => (part.is === "dropped" ? [part.claim] : [])),
  }
}

const callRun = ({ call, name, reasons }: Crossed, context: Context): Run => {
  const input = wireArguments(call.held.block, context.policies.maxToolChars)
  const text = neutral(input.json)
  const claim = claimOf(call.held, [
    ...told(reasons),
    input.reason,
    text === input.json ? undefined : "tag-neutralised",
  ])
  return { text: `<call tool="${name}">\n<input>${text}</input>\n`, claim }
}

/** A line that says where pictures come from would stand far from them here. */
const unlabelled = (stretch: Stretch): Stretch => ({
  ...stretch,
  runs: stretch.runs
    .filter(({ claim }) => claim.reason !== "image-label")
    .map((run, index) => (index > 0 ? run : { text: run.text, claim: run.claim })),
})

/** A response as one turn of the assistant: what it said, then its calls with their answers. */
const replied = (response: Response, ids: Ids, context: Context): Stretch => {
  const settled = settle(response, ids, () => undefined, context)
  const dropped: Claim[] = []
  const texts: Run[][] = []
  for (const part of settled.parts) {
    if (part.is === "text") {
      const run = textRun(part.held, [part.afterCall ? "order-lost" : undefined])
      if (isRun(run)) texts.push([neutralRun(run)])
      else dropped.push(run)
    } else if (part.is === "reasoning") {
      const verdict = reasonedVerdict(part.held, part.message, part.alone, 0, context)
      dropped.push(reasoningDropped(part.held, verdict).claim)
    } else if (part.is === "opaque") dropped.push(droppedOf(part.held, "opaque-foreign"))
    else if (part.is === "dropped") dropped.push(part.claim)
  }
  const answers = settled.crossed.map((each) => ({
    call: callRun(each, context),
    ...answerRuns(each, context),
  }))
  const calls = answers.flatMap(({ call, runs: answer }) => [call, ...answer])
  const aside = unlabelled(stretchOf(asideParts(settled.aside, shapes, context)))
  const behind = framed('speaker="user"', aside.runs, [])
  return {
    runs: [...framed('speaker="assistant"', joined(texts), calls), ...behind],
    pictures: aside.pictures,
    dropped: [...dropped, ...answers.flatMap((each) => each.dropped), ...aside.dropped],
    answers: calls.length > 0 && behind.length === 0,
  }
}

const prior = (segment: Segment, ids: Ids, context: Context): Stretch => {
  if (segment.kind === "response") return replied(segment, ids, context)
  if (segment.kind === "summary") {
    const said = stretchOf(summaryParts(segment))
    const own = said.runs.filter((run) => run.claim.how !== "made")
    return { ...said, runs: framed('speaker="system" kind="summary"', own, []) }
  }
  const said = stretchOf(saidParts(segment, shapes, context, holdsOrphan(segment)))
  return { ...said, runs: framed(speakerOf(segment), said.runs, []) }
}

/** A segment of the last user run; a reply in it is one of which nothing stands, in `replay`. */
const last = (segment: Segment, replay: Stretch, context: Context): Stretch => {
  if (segment.kind === "response") return replay
  return stretchOf(segment.kind === "summary" ? summaryParts(segment) : saidParts(segment, shapes, context))
}

/** What stands behind the replay where nothing was said there. */
const continued = (newest: Stretch | undefined): Run =>
  newest?.answers === true
    ? { text: words.continueReplay, claim: made("continue-replay") }
    : { text: words.awaitingUser, claim: made("awaiting-user") }

const inPrior = (stretches: readonly Stretch[]): readonly Run[] => {
  const turns = stretches.flatMap((stretch) => stretch.runs)
  if (turns.length === 0) return []
  const frame = made("replay-frame")
  return [{ text: "<prior_turns>\n", claim: frame }, ...turns, { text: "</prior_turns>\n", claim: frame }]
}

/** All of history as one user message: prior turns as text, then the last user run, then the pictures. */
const whole = (segments: readonly Segment[], context: Context): Piece => {
  const ids = emptyIds()
  const turns = segments.map((segment) => ({ segment, replay: prior(segment, ids, context) }))
  const cut =
    turns.findLastIndex(({ segment, replay }) => segment.kind === "response" && replay.runs.length > 0) + 1
  const before = turns.slice(0, cut).map(({ replay }) => replay)
  const behind = turns.slice(cut).map(({ segment, replay }) => last(segment, replay, context))
  const said = behind.flatMap((stretch, index) => {
    const spoken = behind.slice(0, index).some((earlier) => earlier.runs.length > 0)
    return stretch.runs.map((run, at) => (at === 0 && spoken ? { ...run, gap } : run))
  })
  const pictures = [...before, ...behind].flatMap((stretch) => stretch.pictures)
  const shows = turns
    .slice(cut)
    .some(({ segment, replay }) => segment.kind !== "response" && replay.pictures.length > 0)
  const end = said.length > 0 || shows ? said : [continued(before.at(-1))]
  const list = [...inPrior(before), ...end]
  const text = json()`{"type":"text","text":${runs(list)}}`
  const drops = [...before, ...behind]
    .flatMap((stretch) => stretch.dropped)
    .map((claim): Piece => ({ is: "nothing", claim }))
  const content = [...(list.length > 0 ? [text] : []), ...pictures, ...drops]
  return json()`{"role":"user","content":${array(content)}}`
}

/** A Messages body that holds the conversation as text (design 3.4). */
export const priorTurns: Dialect = {
  id: "prior-turns",
  shapes,
  history: "messages",
  head: messagesHead,
  lead: () => [],
  response: () => [],
  messages: () => [],
  whole,
}
