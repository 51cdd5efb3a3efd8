import type { Block } from "#lib/record/block.ts"
import {
  agent,
  answer,
  claude,
  type Draft,
  header,
  reasoning,
  record,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { parseEntry, printLine } from "#lib/record/record.ts"
import { type Chance, chance } from "./chance.ts"
import { base64, input, output, prose } from "./writing.ts"

/** A long session of an agent that thinks, reads files and runs commands; grows turn by turn, each turn different. */
export type Session = {
  /** The next turn's messages: a question, rounds of calls with their results, an answer. */
  readonly turn: (rounds: number) => readonly Draft[]
}

const names = ["bash", "read_file", "edit_file", "search"] as const

const schema = `{"type":"object","properties":{"command":{"type":"string","description":"What to run"},"path":{"type":"string"},"timeout":{"type":"number","default":1.0}},"required":[]}`

export const openingHeader = (): Draft =>
  header({
    system: prose(chance(7), 6000),
    tools: names.map((name) => ({ name, description: prose(chance(name.length), 300), inputSchema: schema })),
  })

type Numbering = { readonly by: Chance; calls: number; responses: number }

const round = (numbering: Numbering): readonly Draft[] => {
  const { by } = numbering
  const calls = Array.from({ length: by.next() < 0.3 ? 2 : 1 }, () => ({
    callId: `toolu_${String(++numbering.calls).padStart(8, "0")}${base64(by, 14).replaceAll(/[+/]/g, "x")}`,
    name: by.pick(names),
    json: input(by),
  }))
  const blocks: Block[] = [
    reasoning(prose(by, by.between(100, 900)), base64(by, by.between(200, 500))),
    ...(by.next() < 0.6 ? [text(prose(by, by.between(40, 300)))] : []),
    ...calls.map(({ callId, name, json }): Block => ({ kind: "tool-call", callId, name, arguments: json })),
  ]
  return [
    agent(blocks, { responseId: `msg_${++numbering.responses}`, maker: claude, stop: "tool-calls" }),
    ...calls.map(({ callId, name }) => tools(answer(callId, output(by, by.between(200, 3300)), name))),
  ]
}

export const session = (seed: number): Session => {
  const numbering: Numbering = { by: chance(seed), calls: seed * 1_000_000, responses: seed * 1_000_000 }
  const { by } = numbering
  const turn = (rounds: number): readonly Draft[] => [
    user(prose(by, by.between(60, 700))),
    ...Array.from({ length: rounds }, () => round(numbering)).flat(),
    agent([text(prose(by, by.between(200, 1400)))], {
      responseId: `msg_${++numbering.responses}`,
      maker: claude,
      stop: "end",
    }),
  ]
  return { turn }
}

/** Drafts as entries that go on behind `count` others. */
export const numbered = (drafts: readonly Draft[], count: number): readonly Entry[] =>
  record(...drafts).entries.map((entry, index) => ({
    ...entry,
    seq: count + index + 1,
    id: `e${count + index + 1}`,
  }))

/** The lines of a record of exactly `messages` messages behind one header. */
export const sessionLines = (messages: number, from: Session): readonly string[] => {
  const drafts: Draft[] = [openingHeader()]
  while (drafts.length < messages + 1) drafts.push(...from.turn(3))
  return numbered(drafts.slice(0, messages + 1), 0).map(printLine)
}

/** Entries read anew from their lines: objects that no earlier run has touched. */
export const readEntries = (lines: readonly string[]): readonly Entry[] =>
  lines.map((line) => {
    const read = parseEntry(JSON.parse(line))
    if (!read.ok) throw new Error(`The bench made an entry that is none: ${JSON.stringify(read.problem)}`)
    return read.value
  })
