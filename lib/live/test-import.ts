import type { FileReport } from "#db/imports.ts"
import type { Database } from "#db/open.ts"
import { must } from "#db/test-store.ts"
import { importStream } from "./import.ts"

/** What the tests of importing share: synthetic sessions, and a door into a store. */

let sessions = 0
export const newSession = (): string => {
  sessions += 1
  return `${String(sessions).padStart(8, "0")}-0000-4000-8000-000000000000`
}

type Fields = { readonly [key: string]: unknown }

/** Lines of a session as Claude Code writes them: a prompt and an answer in turn, each the child of the one before. */
export const transcript = (
  session: string,
  count: number,
  extra: (n: number) => Fields = () => ({}),
): readonly string[] =>
  Array.from({ length: count }, (_, index) => {
    const n = index + 1
    const message =
      n % 2 === 1
        ? { role: "user", content: `prompt ${n}` }
        : {
            role: "assistant",
            id: `msg_${n}`,
            model: "claude-x",
            content: [{ type: "text", text: `answer ${n}` }],
          }
    return JSON.stringify({
      parentUuid: n === 1 ? null : `${session}~${n - 1}`,
      isSidechain: false,
      sessionId: session,
      version: "2.1.47",
      type: message.role,
      message,
      uuid: `${session}~${n}`,
      timestamp: `2026-01-02T03:04:${String(n % 60).padStart(2, "0")}.000Z`,
      ...extra(n),
    })
  })

export const file = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("")

export async function* streamOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export const limit = 100_000_000

export const mainOf = (report: FileReport): string => report.records[0]?.id ?? ""

/** Sends files to the store that `db` gives once it is open. */
export const door = (db: () => Database) => {
  const send = (content: string | Uint8Array, name = "session.jsonl", into?: string) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content
    return importStream(db(), { name, stream: streamOf(bytes, 50_000), limit }, into)
  }
  const reportOf = async (content: string | Uint8Array, name?: string): Promise<FileReport> => {
    const report = must(await send(content, name))
    const [only] = report.files
    if (only === undefined || report.files.length !== 1) throw new Error("expected one file")
    return must(only.outcome)
  }
  /** Rows of records, entries and objects together: unchanged where nothing was stored. */
  const total = async (): Promise<number> => {
    const [row] = await db().sql<{ n: number }[]>`
      select (select count(*) from record)::int + (select count(*) from entry)::int + (select count(*) from object)::int as n`
    return row?.n ?? 0
  }
  return { send, reportOf, total }
}
