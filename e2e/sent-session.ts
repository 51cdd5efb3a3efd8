import { append } from "#db/entries.ts"
import { openDatabase } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { appendSent } from "#db/sent.ts"
import { must, testHeader } from "#db/test-store.ts"
import { type Target, targetOf } from "#lib/dialect/targets.ts"
import { agent, call, compaction, type Draft, result, text, user } from "#lib/record/build.ts"
import type { Tool, Usage } from "#lib/record/entry.ts"
import { headerFor, type Panel, tool } from "#lib/sent/testing/asked.ts"
import { panel } from "#lib/sent/testing/panel.ts"

/** Sessions whose requests are logged as the panel logs them, put into an app's own store. */

export const knownTarget = (id: string): Target => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`no such target: ${id}`)
  return target
}

/** Puts a session with its requests into the store of an app; gives the record's id. */
export const putSession = async (data: string, on: Panel, title: string): Promise<string> => {
  const db = must(await openDatabase({ data, url: "" }))
  try {
    const record = must(await createRecord(db, { ...testHeader(), title }))
    must(await append(db, { record, head: 0, entries: [], objects: [] }))
    must(await appendSent(db, { record, head: 0, entries: on.entries }, on.sent))
    return record
  } finally {
    await db.close()
  }
}

export const clock = (minute: number): string =>
  `You are careful, and you look after the nightly import.\nIt is Tuesday, 21:${String(minute).padStart(2, "0")}.\nSay what you do before you do it.\n${"Never touch what you were not asked to touch. ".repeat(60)}`

export const shed: readonly Tool[] = ["bash", "read_file", "grep", "write_file"].map(tool)

type Spoken = { readonly words: string; readonly usage: Usage }

/** An answer that calls a tool, and what the tool gave. */
const round = (n: number, target: Target, { words, usage }: Spoken): readonly Draft[] => [
  {
    ...agent([text(words), call(`toolu_${n}`, "bash", `{"command":"tail -n ${n * 40} import.log"}`)], {
      maker: { provider: target.provider, api: target.api, model: "model-1" },
    }),
    usage,
  } as Draft, // an answer with the numbers of its provider
  { kind: "step", step: n, phase: "end", outcome: "done" },
  result(
    `toolu_${n}`,
    `line ${n}: the import of night ${n} was begun and stopped at row ${n * 1_713}\n`.repeat(n * 18),
  ),
]

const usage = (input: number, cacheRead: number, output: number): Usage => ({ input, cacheRead, output })

/** A session of eleven requests, four of which are not well: tools in another order, idle for long, a compaction, a clock in the system text. */
export const eventful = (): Panel => {
  const target = knownTarget("anthropic")
  const on = panel(target)
  const policies = { cacheMarks: true }
  const send = (n: number, words: string, of: Usage): void => {
    on.send({ policies })
    on.log(...round(n, target, { words, usage: of }))
    on.wait(19_000)
  }
  on.log(
    headerFor(target, { system: clock(4), tools: shed }),
    user("The nightly import fails since Tuesday. Why?"),
  )
  send(1, "I look at the log.", usage(1_211, 0, 212))
  send(2, "I look further back.", usage(1_980, 1_200, 640))
  send(3, "And further.", usage(3_012, 1_970, 118))
  send(4, "The row count differs.", usage(4_090, 3_004, 1_204))
  const [first, second, ...others] = shed
  if (first === undefined || second === undefined) throw new Error("too few tools")
  const reordered = [first, ...others.slice(0, 1), second, ...others.slice(1)]
  on.log(headerFor(target, { system: clock(4), tools: reordered }))
  send(5, "I look at the schema.", usage(5_610, 0, 96))
  send(6, "I compare the nights.", usage(7_020, 5_600, 410))
  send(7, "I write it down.", usage(9_011, 7_010, 2_210))
  on.wait(20 * 60_000)
  send(8, "I look at it again.", usage(11_660, 0, 302))
  on.log(compaction("The import stops at a row that grows each night; the schema has not changed.", [2, 20]))
  send(9, "I go on from the summary.", usage(5_702, 640, 88))
  send(10, "I look at the writer.", usage(8_590, 5_700, 530))
  on.log(headerFor(target, { system: clock(44), tools: reordered }))
  send(11, "It is the clock.", usage(9_301, 80, 77))
  return on
}
