import { append } from "#db/entries.ts"
import { openDatabase } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { must, testHeader } from "#db/test-store.ts"
import {
  agent,
  call,
  claude,
  type Draft,
  header,
  reasoning,
  record as recordOf,
  result,
  text,
  user,
} from "#lib/record/build.ts"
import { tool } from "#lib/sent/testing/asked.ts"

/** A long session of an agent that looks for a fault with its tools, of some hundred entries. */

const files = ["reader", "parser", "dates", "writer", "schema", "queue", "retry", "report"] as const

const maker = { ...claude, model: "claude-opus-4-5" }

const fileOf = (n: number): string => `src/import/${files[n % files.length]}.ts`

const logOf = (n: number): string =>
  Array.from(
    { length: 6 + (n % 23) },
    (_, line) =>
      `${String(line + 1).padStart(4)}  export const step${n}_${line} = (row: Row): Row => ({ ...row, at: shift(row.at, ${line * n}) })`,
  ).join("\n")

const questions = [
  "The nightly import fails since Tuesday. Find out why.",
  "And does the weekly one go through the same helper?",
  "Mend it there too, and run the tests.",
  "Why is the last line of a file lost?",
] as const

/** A question, and rounds in which the agent thinks, says what it does, calls a tool and reads its result. */
const chapter = (n: number, rounds: number): readonly Draft[] => [
  user(`${questions[n % questions.length] ?? ""} (${n + 1})`),
  ...Array.from({ length: rounds }, (_, at): readonly Draft[] => {
    const k = n * rounds + at
    const name = ["read_file", "bash", "grep"][k % 3] ?? "bash"
    const json = JSON.stringify(
      name === "bash" ? { command: `npm test -- ${fileOf(k)}` } : { path: fileOf(k), from: k * 7 },
    )
    return [
      agent(
        [
          reasoning(
            `Step ${k}: the offset may be shifted before it is checked in ${fileOf(k)}.`,
            `c2lnbmF0dXJl${k}`,
          ),
          text(`I look at ${fileOf(k)}.`),
          call(`toolu_${k}`, name, json),
        ],
        { maker },
      ),
      result(`toolu_${k}`, logOf(k)),
    ]
  }).flat(),
  agent(`Chapter ${n + 1} is done: \\"${fileOf(n)}\\" shifts the date twice, and it is mended.`, { maker }),
]

/** The session's entries: `chapters` questions with `rounds` rounds each. */
export const longSession = (chapters: number, rounds: number): readonly Draft[] => [
  header({
    target: { provider: "anthropic", dialect: "messages", model: maker.model },
    system: "You look after the nightly import. Say what you do before you do it.",
    tools: ["bash", "read_file", "grep"].map(tool),
  }),
  ...Array.from({ length: chapters }, (_, n) => chapter(n, rounds)).flat(),
]

/** Puts a record of these entries into the store of an app; gives its id. */
export const putRecord = async (data: string, title: string, drafts: readonly Draft[]): Promise<string> => {
  const db = must(await openDatabase({ data, url: "" }))
  try {
    const record = must(await createRecord(db, { ...testHeader(), title }))
    must(await append(db, { record, head: 0, entries: recordOf(...drafts).entries }))
    return record
  } finally {
    await db.close()
  }
}
