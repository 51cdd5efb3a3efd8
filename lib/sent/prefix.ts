import type { Target } from "#lib/dialect/targets.ts"
import type { Entry, Seq, Usage } from "#lib/record/entry.ts"
import { type Body, bodyOf } from "./body.ts"
import { type Cause, type CutCause, causeOf, type Rebuilt, rebuiltOf } from "./cause.ts"
import { type Cut, cutBetween } from "./compare.ts"
import { historyOf, membersOf, type Section, sectionsOf } from "./order.ts"
import { type Known, type Sent, targetOf } from "./rebuild.ts"
import { replayEnd, tailOf } from "./tail.ts"
import { type Tokens, tokensOf, tokensOfFirst } from "./tokens.ts"

/** A request as it was sent: its entry and its bytes. */
export type Request = { readonly sent: Sent; readonly bytes: Uint8Array }

/**
 * Where a request leaves the one before: a pointer (in the later body, or in the earlier where it has no such value;
 * empty where the bodies are not comparable), the wire message, the byte in the later body, and why.
 */
export type Left = Cause & {
  readonly pointer: string
  readonly message?: number
  readonly byte: number
  /** The byte in the earlier body. */
  readonly byteBefore: number
}

/** What the provider read from its cache is not what the comparison says: nothing of it, or more than stands there. */
export type Disagreement = { readonly says: "missed" | "more"; readonly cause: CutCause }

/**
 * A request held against the one before it, in the order that its provider reads. `extension`: it begins with all of it
 * (closing brackets, cache marks and its made end left aside; of a replay, what was said behind its earlier turns); `cut`: it does not; `first`: there is none before.
 * `reported` are the provider's own numbers.
 */
export type Prefix = {
  readonly outcome: "first" | "extension" | "cut"
  readonly cut?: Left
  readonly tokens: Tokens
  readonly reported?: Usage
  readonly disagreement?: Disagreement
}

/** What the provider said of a request: the usage of its reply, which stands before the next request. */
export const reportedOf = (entries: readonly Entry[], seq: Seq): Usage | undefined => {
  let found: Usage | undefined
  for (const entry of entries.slice(seq)) {
    if (entry.kind === "sent") break
    const replied = entry.kind === "message" && entry.role === "assistant" && entry.speaker.kind === "agent"
    if (replied || (entry.kind === "step" && entry.phase === "end")) found = entry.usage ?? found
  }
  return found
}

const messageOf = (pointer: string, history: string): number | undefined => {
  const [, key, index] = pointer.split("/")
  return key === history && index !== undefined ? Number(index) : undefined
}

/** The beginning of a request's made end; beyond its text where nothing is known of its making. */
const tailIn = (body: Body, rebuilt: Rebuilt | undefined, history: string): number =>
  rebuilt === undefined || rebuilt.body.text !== body.text
    ? Number.POSITIVE_INFINITY
    : tailOf(body, rebuilt.projection.crossings.all(), history)

/** Requests for different targets or models share no cache, whatever their bodies share. */
const asOther = (
  { before, now }: Pair,
  sections: readonly Section[],
  rebuilt: { readonly old: Rebuilt | undefined; readonly young: Rebuilt | undefined },
  cut: Cut | undefined,
): Cut | undefined => {
  const isModel = cut !== undefined && sections[cut.section]?.is === "model"
  const [a, b] = [rebuilt.old?.projection.model, rebuilt.young?.projection.model]
  const isOther = (one: string | undefined, another: string | undefined): boolean =>
    one !== undefined && another !== undefined && one !== another
  const other = isOther(before.sent.target, now.sent.target) || isOther(a, b)
  return other && !isModel ? { section: -1, within: 0, before: 0, now: 0, pointer: "" } : cut
}

type Pair = { readonly before: Request; readonly now: Request }

/** Whether two bodies say themselves that they are for one target and model. */
const isForOne = ({ before, now }: Pair, body: Body): boolean =>
  before.sent.target !== undefined && before.sent.target === now.sent.target && membersOf(body).has("model")

type Held = {
  readonly cut?: Left
  readonly tokens: Tokens
}

/** Two requests side by side, with what the record gives for each. */
type Compared = {
  readonly known: Known
  readonly pair: Pair
  readonly before: Body
  readonly now: Body
  readonly sections: readonly Section[]
  readonly history: string
  readonly rebuilt: { readonly old: Rebuilt | undefined; readonly young: Rebuilt | undefined }
}

/** What comes of a comparison that does not look at the earlier request's history from the offset `tail` on. */
const heldUpTo = ({ known, pair, before, now, sections, history, rebuilt }: Compared, tail: number): Held => {
  const cut = asOther(pair, sections, rebuilt, cutBetween(before, now, sections, tail))
  const tokens = tokensOf(before, now, sections, cut, tail)
  if (cut === undefined) return { tokens }
  const sides = {
    before: { sent: pair.before.sent, body: before },
    now: { sent: pair.now.sent, body: now },
    sections,
    tail,
    cut,
  }
  const message = messageOf(cut.pointer, history)
  const place = {
    pointer: cut.pointer,
    byte: now.byteOf(cut.now),
    byteBefore: before.byteOf(cut.before),
    ...(message === undefined ? {} : { message }),
  }
  return { cut: { ...place, ...causeOf(known, sides, rebuilt) }, tokens }
}

const held = (known: Known, pair: Pair, target: Target | undefined): Held => {
  const [before, now] = [bodyOf(pair.before.bytes), bodyOf(pair.now.bytes)]
  const sections = sectionsOf(target?.dialect, before, now)
  if (isForOne(pair, now) && cutBetween(before, now, sections) === undefined)
    return { tokens: tokensOf(before, now, sections, undefined, before.text.length) }
  const history = historyOf(target?.dialect, [now, before])
  const rebuilt = { old: rebuiltOf(known, pair.before.sent), young: rebuiltOf(known, pair.now.sent) }
  const compared = { known, pair, before, now, sections, history, rebuilt }
  const tail = tailIn(before, rebuilt.old, history)
  const found = heldUpTo(compared, tail)
  return target?.dialect === "prior-turns" && found.cut?.cause === "re-rendered" // what was said last may be told as a turn
    ? heldUpTo(compared, Math.min(tail, replayEnd(before, history)))
    : found
}

/** Tokens below which a provider keeps nothing, so that reading nothing says nothing. */
const least = 4096

/** How long a provider keeps what it read, in milliseconds, where nothing else is asked of it. */
const lifetime = (target: Target | undefined): number =>
  (target?.api === "messages" || target?.dialect === "converse" ? 5 : 60) * 60_000

const idle = ({ before, now }: Pair): number => {
  const [from, to] = [before.sent.at, now.sent.at]
  return from === null || to === null ? 0 : Date.parse(to) - Date.parse(from)
}

/** Some providers keep only what is marked, in whole blocks: a replay is one block that grows. */
const isKept = (target: Target | undefined, { before }: Pair): boolean => {
  if (target?.dialect === "prior-turns") return false
  const marks =
    target?.api === "messages" ? '"cache_control"' : target?.dialect === "converse" ? '"cachePoint"' : ""
  return Buffer.from(before.bytes).includes(marks)
}

const disagreementOf = (
  pair: Pair,
  { cut, tokens }: Held,
  reported: Usage | undefined,
  target: Target | undefined,
): Disagreement | undefined => {
  const read = reported?.cacheRead
  if (read === undefined) return undefined
  if (read > tokens.reused * 2 + least) return { says: "more", cause: "unknown" }
  if (read > 0 || tokens.reused < least || !isKept(target, pair)) return undefined
  const forgotten = cut === undefined && idle(pair) > lifetime(target)
  return { says: "missed", cause: forgotten ? "time-to-live" : "unknown" }
}

/** Holds a request against the one before it in its record; `before` undefined where there is none. */
export const prefixOf = (known: Known, before: Request | undefined, now: Request): Prefix => {
  const target = targetOf(known, now.sent)
  const reported = reportedOf(known.entries, now.sent.seq)
  const said = reported === undefined ? {} : { reported }
  if (before === undefined) {
    const body = bodyOf(now.bytes)
    return { outcome: "first", tokens: tokensOfFirst(body, sectionsOf(target?.dialect, body, body)), ...said }
  }
  const pair = { before, now }
  const found = held(known, pair, target)
  const disagreement = disagreementOf(pair, found, reported, target)
  return {
    outcome: found.cut === undefined ? "extension" : "cut",
    ...found,
    ...said,
    ...(disagreement === undefined ? {} : { disagreement }),
  }
}
