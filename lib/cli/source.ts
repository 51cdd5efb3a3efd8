import { readFile, stat } from "node:fs/promises"
import { basename, resolve } from "node:path"
import { readSource, type SourceReading } from "#lib/import/read-source.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** What `read` and `project` work on: a file, standard input, or a stored record, here or at a server. */
export type Named = {
  /** A path, `-`, or a record's id. */
  readonly of: string
  /** A server to ask for the record; absent means the file, else this machine's own store. */
  readonly url?: string | undefined
}

type Bytes = { readonly name: string; readonly bytes: Uint8Array }

/** npm runs a script in the project's folder; where the user was is in INIT_CWD. */
const places = (path: string): readonly string[] => {
  const from = process.env.INIT_CWD
  return from === undefined ? [resolve(path)] : [resolve(path), resolve(from, path)]
}

/** The path as this process finds it; undefined where nothing is there. */
export const found = async (path: string): Promise<string | undefined> => {
  for (const place of places(path)) {
    const there = await stat(place).catch(() => undefined)
    if (there !== undefined) return place
  }
  return undefined
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error)

const fileBytes = async (path: string): Promise<Outcome<Bytes>> => {
  try {
    if ((await stat(path)).isDirectory()) return refused("file-is-folder", { name: path })
    return fine({ name: basename(path), bytes: await readFile(path) })
  } catch (error) {
    return refused("file-unreadable", { name: path, why: codeOf(error) })
  }
}

const inputBytes = async (): Promise<Outcome<Bytes>> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array) // a stream without an encoding gives bytes
  return fine({ name: "standard input", bytes: Buffer.concat(chunks) })
}

const storedBytes = async (record: string): Promise<Outcome<Bytes>> => {
  const { withStore } = await import("./store.ts")
  const { logLines } = await import("#lib/live/log-lines.ts")
  return withStore(async (db) => {
    const lines = await logLines(db, record)
    if (!lines.ok) return lines
    const chunks: Uint8Array[] = []
    for await (const line of lines.value) chunks.push(Buffer.from(`${line}\n`))
    return fine({ name: `${record}.crossing.jsonl`, bytes: Buffer.concat(chunks) })
  })
}

const remoteBytes = async (url: string, record: string): Promise<Outcome<Bytes>> => {
  const { ask } = await import("./remote.ts")
  const answer = await ask(url, `/v1/conversations/${encodeURIComponent(record)}/log`)
  if (!answer.ok) return answer
  return fine({ name: `${record}.crossing.jsonl`, bytes: new Uint8Array(await answer.value.arrayBuffer()) })
}

/**
 * The bytes of a file or of standard input (`-`), never of a stored record. Problems `file-missing`, `file-is-folder`
 * {name}, `file-unreadable` {name, why}.
 */
export const fileOrInput = async (of: string): Promise<Outcome<Bytes>> => {
  if (of === "-") return inputBytes()
  const path = await found(of)
  return path === undefined ? refused("file-missing", { name: of }) : fileBytes(path)
}

/** What looks like a path, and not like the id of a record, is missed as a file. */
const looksLikePath = (text: string): boolean => /[/\\]|\.(jsonl?|txt|log|har)$/i.test(text)

const bytesOf = async ({ of, url }: Named): Promise<Outcome<Bytes>> => {
  if (url !== undefined) return remoteBytes(url, of)
  if (of === "-") return inputBytes()
  const path = await found(of)
  if (path !== undefined) return fileBytes(path)
  if (looksLikePath(of)) return refused("file-missing", { name: of })
  const stored = await storedBytes(of)
  return !stored.ok && stored.problem.id === "record-unknown"
    ? refused("file-or-record-missing", { name: of })
    : stored
}

/**
 * Reads a transcript in memory. Problems: those of `readSource`; `file-missing`, `file-is-folder` {name},
 * `file-unreadable` {name, why}, `file-or-record-missing` {name}; those of the store or the server.
 */
export const readNamed = async (named: Named): Promise<Outcome<SourceReading>> => {
  const bytes = await bytesOf(named)
  return bytes.ok ? readSource(bytes.value) : bytes
}
