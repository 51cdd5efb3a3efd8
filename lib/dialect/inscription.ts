import type { Growing } from "#lib/line/line.ts"
import type { Rounds } from "#lib/rounds/rounds.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { joined, rope, type Wire, wireOf } from "#lib/wire/rope.ts"
import { type Piece, type Sheet, say, sheet, write } from "#lib/wire/writer.ts"
import type { Context, Policies } from "./context.ts"
import type { Dialect } from "./dialect.ts"
import { dialects } from "./index.ts"
import { leftOut } from "./limits.ts"
import { toolNames } from "./names.ts"
import { finish, fork, inscribe, lacksThinking, type Scribe, scribe } from "./scribe.ts"
import type { Target } from "./targets.ts"

/** The crossings of a wire, in the order they were written. */
export type Crossings = { readonly length: number; readonly all: () => readonly Crossing[] }

/** What a projection shows of its inscription at one moment; later growth does not change it. */
export type Written = { readonly wire: Wire; readonly crossings: Crossings }

/**
 * A wire in the writing: head, settled messages, and a tail that is written anew each time (the open message, the open
 * response, what is made at the end). Owned by one projection and handed on to the next.
 */
export type Inscription = {
  readonly context: Context
  readonly scribe: Scribe
  readonly head: Sheet
  /** Whether the head leaves thinking out, because the last round begins without it. */
  readonly thinkingOff: boolean
  /** Segments that the scribe has written for good. */
  written: number
}

const contextOf = (
  line: Growing,
  rounds: Rounds,
  target: Target,
  model: string,
  policies: Policies,
  keeps: boolean,
): Context => ({
  target,
  model,
  policies,
  header: line.header,
  line,
  rounds,
  names: toolNames(target, line.header?.tools ?? []),
  keeps,
  left: leftOut(rounds.segments, line, target, policies),
})

const writeHead = (context: Context, thinkingOff: boolean): Sheet => {
  const on = sheet(context.keeps)
  const dialect: Dialect = dialects[context.target.dialect]
  say(on, "{")
  let between = ""
  for (const [key, piece] of dialect.head(context, { thinkingOff })) {
    if (piece.is !== "nothing") {
      say(on, `${between}${JSON.stringify(key)}:`)
      between = ","
    }
    write(on, piece, `/${key}`)
  }
  say(on, `${between}${JSON.stringify(dialect.history)}:[`)
  return on
}

const endsThinking = ({ header }: Context, tail: Scribe): boolean =>
  header?.params.thinking?.mode === "enabled" && lacksThinking(tail)

/** Whether the head would still come out as it stands: history may use a tool that it does not declare. */
const sameHead = ({ context, head, thinkingOff }: Inscription): boolean => {
  const now = wireOf(writeHead(context, thinkingOff).rope, rope())
  return now.text() === wireOf(head.rope, rope()).text()
}

const writeTail = (from: Scribe, rounds: Rounds, written: number): Scribe => {
  const tail = fork(from)
  for (let at = written; at < rounds.segments.length; at++) {
    const segment = rounds.segments[at]
    if (segment !== undefined) inscribe(tail, segment)
  }
  finish(tail)
  say(tail.on, "]}")
  return tail
}

const show = ({ context, scribe: settled, head }: Inscription, tail: Scribe): Written => {
  const out = context.line.out
  const counts = { out: out.length, settled: settled.on.crossings.length }
  const all = (): readonly Crossing[] => [
    ...out
      .slice(0, counts.out)
      .map(({ id, reason }): Crossing => ({ how: "dropped", reason, from: { block: id }, at: [] })),
    ...head.crossings,
    ...settled.on.crossings.slice(0, counts.settled),
    ...tail.on.crossings,
  ]
  const length = counts.out + head.crossings.length + counts.settled + tail.on.crossings.length
  return { wire: wireOf(settled.on.rope, tail.on.rope), crossings: { length, all } }
}

/** A history that stands still in no part: all of it is tail. */
const atOnce = (history: Piece, to: Scribe): Inscription & { readonly shown: Written } => {
  const { context } = to
  const head = writeHead(context, false)
  to.on.rope = head.rope
  const tail = fork(to)
  write(tail.on, history, `/${to.dialect.history}/0`)
  say(tail.on, "]}")
  const made: Inscription = { context, scribe: to, head, thinkingOff: false, written: 0 }
  return Object.assign(made, { shown: show(made, tail) })
}

/** Writes a line's rounds from nothing; without crossings where only the wire is asked for. */
export const inscription = (
  line: Growing,
  rounds: Rounds,
  target: Target,
  model: string,
  policies: Policies,
  keeps = true,
): Inscription & { readonly shown: Written } => {
  const context = contextOf(line, rounds, target, model, policies, keeps)
  const dialect: Dialect = dialects[target.dialect]
  const to = scribe(dialect, context)
  if (dialect.whole !== undefined) return atOnce(dialect.whole(rounds.segments, context), to)
  for (let at = 0; at < rounds.openAt; at++) {
    const segment = rounds.segments[at]
    if (segment !== undefined) inscribe(to, segment)
  }
  const tail = writeTail(to, rounds, rounds.openAt)
  const thinkingOff = endsThinking(context, tail)
  const head = writeHead(context, thinkingOff)
  to.on.rope = joined(head.rope, to.on.rope)
  const made: Inscription = { context, scribe: to, head, thinkingOff, written: rounds.openAt }
  return Object.assign(made, { shown: show(made, tail) })
}

/**
 * Writes what the rounds have gained: only the new segments, the open message and the tail. Undefined where the head
 * comes out differently, so that the whole has to be written anew.
 */
export const extendInscription = (of: Inscription, rounds: Rounds): Written | undefined => {
  if (of.scribe.dialect.whole !== undefined) return undefined
  for (; of.written < rounds.openAt; of.written++) {
    const segment = rounds.segments[of.written]
    if (segment !== undefined) inscribe(of.scribe, segment)
  }
  const tail = writeTail(of.scribe, rounds, of.written)
  if (endsThinking(of.context, tail) !== of.thinkingOff) return undefined
  if (of.context.target.declares && !sameHead(of)) return undefined
  return show(of, tail)
}
