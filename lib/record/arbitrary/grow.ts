import { type Block, type BlockId, nested } from "../block.ts"
import type { Draft } from "../build.ts"
import type { Entry, Maker } from "../entry.ts"
import type { RecordLog } from "../record.ts"
import type { Answer, Aside, HeaderIntent, Intent } from "./intent.ts"
import { headerTargets, makers, principalOf } from "./parties.ts"
import { contentOf, replyOf, said } from "./parts.ts"
import { at } from "./pick.ts"
import { replacementOf } from "./replace.ts"

type Call = { readonly callId: string; readonly name: string; readonly server: boolean }
type Reply = { readonly responseId: string | undefined; readonly maker: Maker | undefined }

const blocksOf = (entry: Entry): readonly Block[] =>
  entry.kind === "message" ? entry.blocks : entry.kind === "replacement" ? [entry.with] : []

/** Every block so far with its id, newest first. */
const placed = (entries: readonly Entry[]): readonly (readonly [BlockId, Block])[] =>
  entries
    .flatMap((entry) =>
      blocksOf(entry).flatMap((block, index): readonly (readonly [BlockId, Block])[] => [
        [`${entry.seq}.${index}`, block],
        ...nested(block).map((inner, place) => [`${entry.seq}.${index}.${place}`, inner] as const),
      ]),
    )
    .toReversed()

const callsOf = (entries: readonly Entry[]): readonly Call[] =>
  entries.flatMap((entry) =>
    blocksOf(entry).flatMap((block) =>
      block.kind === "tool-call"
        ? [{ callId: block.callId, name: block.name, server: block.providerExecuted === true }]
        : [],
    ),
  )

const answered = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap((entry) =>
      blocksOf(entry).flatMap((block) => (block.kind === "tool-result" ? [block.callId] : [])),
    ),
  )

const answerOf = (entries: readonly Entry[], answer: Answer): Block => {
  const calls = callsOf(entries)
    .filter((call) => !call.server || answer.server === true)
    .toReversed()
  const done = answered(entries)
  const wanted = calls.filter((call) => done.has(call.callId) === (answer.again === true))
  const among = wanted.length > 0 ? wanted : calls
  const call =
    answer.id !== undefined || among.length === 0
      ? { callId: answer.id ?? "nobody", name: "bash" }
      : at(among, answer.pick)
  return {
    kind: "tool-result",
    callId: call.callId,
    name: call.name,
    isError: answer.isError,
    content: contentOf(answer.content),
    ...(answer.server === undefined ? {} : { providerExecuted: answer.server }),
  }
}

const repliesOf = (entries: readonly Entry[]): readonly Reply[] =>
  entries.flatMap((entry) =>
    entry.kind === "message" && entry.role === "assistant" && entry.speaker.kind === "agent"
      ? [{ responseId: entry.responseId, maker: entry.maker }]
      : [],
  )

/** Whose reply goes on: the last one, the first one's id with a maker of its own, or a new one. */
const replyFor = (entries: readonly Entry[], intent: Extract<Intent, { readonly act: "agent" }>): Reply => {
  const maker = at(makers, intent.maker)
  const replies = repliesOf(entries)
  const named = replies.filter((reply) => reply.responseId !== undefined)
  const last = named.at(-1)
  if (intent.response === "none") return { responseId: undefined, maker }
  if (intent.response === "same" && last !== undefined) return last
  if (intent.response === "older" && named[0] !== undefined) return { responseId: named[0].responseId, maker }
  return { responseId: `r${replies.length + 1}`, maker }
}

const agent = (entries: readonly Entry[], intent: Extract<Intent, { readonly act: "agent" }>): Draft => {
  const { responseId, maker } = replyFor(entries, intent)
  return {
    kind: "message",
    role: "assistant",
    speaker: { kind: "agent" },
    ...(responseId === undefined ? {} : { responseId }),
    ...(maker === undefined ? {} : { maker }),
    ...(intent.stop === undefined ? {} : { stop: intent.stop }),
    blocks: replyOf(intent.parts, maker),
    ...(intent.surface === undefined ? {} : { audience: "surface" }),
  }
}

const header = (seq: number, { target, principal, ...fields }: HeaderIntent): Draft => ({
  kind: "header",
  reason: seq === 1 ? "initial" : "change",
  target: at(headerTargets, target),
  params: fields.params,
  ...(fields.system === undefined ? {} : { system: fields.system }),
  ...(fields.tools === undefined ? {} : { tools: fields.tools }),
  ...(principal === undefined ? {} : { principal: principalOf(seq, principal) }),
})

const aside = (seq: number, kind: Aside): Draft => {
  switch (kind) {
    case "turn":
      return { kind, turn: seq, phase: "start" }
    case "step":
      return {
        kind,
        step: seq,
        phase: "end",
        outcome: "interrupted",
        error: { kind: "network", message: "gone" },
      }
    case "attempt":
      return { kind, step: seq, n: 1, status: 529, retryAfter: 1000 }
    case "permission":
      return { kind, callId: "toolu_1", action: "allowed", by: "policy", risk: "low" }
    case "sent":
      return {
        kind,
        by: "crossing",
        length: 10,
        sha256: "0".repeat(64),
        shared: 0,
        target: "anthropic",
        projector: 1,
        through: seq - 1,
      }
    case "unread":
      return { kind, raw: "{ odd \u0000", why: "no JSON" }
  }
}

const gallery = (count: number): Draft => ({
  kind: "message",
  role: "user",
  speaker: { kind: "human" },
  blocks: Array.from({ length: count }, (_, index) =>
    said({ part: "image", picture: index === 0 ? 4 : index % 2 }),
  ),
})

const undoable = (entry: Entry): boolean =>
  entry.kind === "compaction" || entry.kind === "replacement" || entry.kind === "rewind"

/** The entry that an intent stands for after `entries`; undefined where there is nothing that it could be about. */
const draftOf = (entries: readonly Entry[], intent: Intent): Draft | undefined => {
  const seq = entries.length + 1
  switch (intent.act) {
    case "say":
      return {
        kind: "message",
        ...intent.voice,
        blocks: intent.parts.map(said),
        ...(intent.surface === undefined ? {} : { audience: "surface" }),
        ...(intent.derived === undefined ? {} : { derived: true }),
      }
    case "agent":
      return agent(entries, intent)
    case "answer":
      return {
        kind: "message",
        role: "tool",
        speaker: { kind: "tool" },
        blocks: [
          ...intent.answers.map((answer) => answerOf(entries, answer)),
          ...(intent.said === undefined ? [] : [said({ part: "text", text: intent.said })]),
        ],
        ...(intent.surface === undefined ? {} : { audience: "surface" }),
      }
    case "gallery":
      return gallery(intent.count)
    case "compaction": {
      if (!intent.covers || seq === 1) return { kind: "compaction", summary: intent.summary, covers: null }
      const from = 1 + (intent.from % (seq - 1))
      return {
        kind: "compaction",
        summary: intent.summary,
        covers: [from, from + (intent.to % (seq - from))],
      }
    }
    case "rewind":
      return seq === 1
        ? undefined
        : { kind: "rewind", to: seq - 1 - (intent.pick % (seq - 1)), keep: intent.keep }
    case "undo": {
      const among = entries.filter(undoable).toReversed()
      return among.length === 0 ? undefined : { kind: "undo", of: at(among, intent.pick).seq }
    }
    case "replacement": {
      const among = placed(entries)
      if (among.length === 0) return undefined
      const [of, block] = at(among, intent.pick)
      return {
        kind: "replacement",
        of,
        with: replacementOf(block, intent),
        reason: intent.odd % 2 === 0 ? "cleared" : "repaired",
      }
    }
    case "header":
      return header(seq, intent)
    case "aside":
      return aside(seq, intent.kind)
  }
}

/** The record that a list of intents stands for. Total: what does not apply is left out. */
export const grow = (intents: readonly Intent[]): RecordLog => {
  const entries: Entry[] = []
  for (const intent of intents) {
    const draft = draftOf(entries, intent)
    if (draft === undefined) continue
    const seq = entries.length + 1
    entries.push({ seq, id: `e${seq}`, at: null, ...draft } as Entry) // the draft's own kind and fields
  }
  return { header: { kind: "record", version: 1, id: "random", createdAt: null }, entries }
}
