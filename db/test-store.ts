import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Draft } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { Outcome } from "#lib/record/problem.ts"
import { parseEntry, type RecordHeader } from "#lib/record/record.ts"
import { embeddedLink, type Link, pool, urlLink } from "./connect.ts"
import { startServer } from "./embedded.ts"
import { type Database, openDatabase } from "./open.ts"
import { projectRoot } from "./root.ts"

/** The value of an outcome that a test takes to be fine. */
export const must = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.ok) return outcome.value
  throw new Error(`${outcome.problem.id} ${JSON.stringify(outcome.problem.facts)}`)
}

/** The id of the problem of an outcome that a test takes to be refused. */
export const problemOf = (outcome: Outcome<unknown>): string => (outcome.ok ? "none" : outcome.problem.id)

export type TestStore = {
  readonly db: Database
  readonly data: string
  /** What another process, or the app's own code, is to have in its environment to open the same store. */
  readonly environment: Readonly<Record<"CROSSING_DATA" | "DATABASE_URL", string>>
  /** The same store as another process has it open; closed with the first. */
  readonly beside: () => Promise<Database>
  /** A new, empty database on the same server. */
  readonly another: () => Promise<Link>
  readonly close: () => Promise<void>
}

/** The server that the tests are to use instead of the embedded one. */
export const testUrl = process.env.TEST_DATABASE_URL

const temporary = (): string => mkdtempSync(join(tmpdir(), "crossing-test-"))

const administer = async (link: Link, statement: string): Promise<void> => {
  const sql = pool(link, "crossing: testing", 1)
  await sql.unsafe(statement)
  await sql.end()
}

const freshName = (): string => `crossing_test_${randomBytes(6).toString("hex")}`

const create = (link: Link, name: string): Promise<void> =>
  administer(link, `create database ${name} encoding 'UTF8' template template0`)

const drop = (link: Link, name: string): Promise<void> =>
  administer(link, `drop database ${name} with (force)`)

const onServer = async (server: string, data: string): Promise<TestStore> => {
  const link = must(urlLink(server))
  const names: string[] = []
  const another = async (): Promise<string> => {
    const name = freshName()
    await create(link, name)
    names.push(name)
    const own = new URL(server)
    own.pathname = `/${name}`
    return own.href
  }
  const url = await another()
  const environment = { CROSSING_DATA: data, DATABASE_URL: url }
  const opened: Database[] = []
  const beside = async (): Promise<Database> => {
    const db = must(await openDatabase({ url, data }))
    opened.push(db)
    return db
  }
  const db = await beside()
  const close = async (): Promise<void> => {
    for (const each of opened) await each.close()
    for (const name of names) await drop(link, name)
    rmSync(data, { recursive: true, force: true })
  }
  return { db, data, environment, beside, another: async () => must(urlLink(await another())), close }
}

/** A store of its own for one test file: a new database on TEST_DATABASE_URL, else a new embedded server. */
export const openTestStore = async (): Promise<TestStore> => {
  const data = temporary()
  if (testUrl !== undefined) return onServer(testUrl, data)
  const environment = { CROSSING_DATA: data, DATABASE_URL: "" }
  const opened: Database[] = []
  const beside = async (): Promise<Database> => {
    const db = must(await openDatabase({ url: "", data }))
    opened.push(db)
    return db
  }
  const db = await beside()
  const another = async (): Promise<Link> => {
    const { options } = embeddedLink(must(await startServer(data, projectRoot())).address)
    const database = freshName()
    await create({ options }, database)
    return { options: { ...options, database } }
  }
  const close = async (): Promise<void> => {
    for (const each of opened) await each.close()
    rmSync(data, { recursive: true, force: true })
  }
  return { db, data, environment, beside, another, close }
}

let made = 0

/** A header with an id of its own. */
export const testHeader = (fields: Partial<RecordHeader> = {}): RecordHeader => {
  made += 1
  return { kind: "record", version: 1, id: `record-${process.pid}-${made}`, createdAt: null, ...fields }
}

/** Drafts as entries numbered from `after` + 1 on, keys in the schema's order. */
export const numbered = (drafts: readonly Draft[], after = 0): readonly Entry[] =>
  drafts.map((draft, index) => {
    const seq = after + index + 1
    return must(parseEntry({ seq, at: null, ...draft, id: draft.id ?? `e${seq}` }))
  })
