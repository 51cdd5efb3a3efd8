import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Draft } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { Outcome } from "#lib/record/problem.ts"
import type { RecordHeader } from "#lib/record/record.ts"
import { pool, urlLink } from "./connect.ts"
import { type Database, openDatabase } from "./open.ts"

/** The value of an outcome that a test takes to be fine. */
export const must = <Value>(outcome: Outcome<Value>): Value => {
  if (outcome.ok) return outcome.value
  throw new Error(`${outcome.problem.id} ${JSON.stringify(outcome.problem.facts)}`)
}

/** The id of the problem of an outcome that a test takes to be refused. */
export const problemOf = (outcome: Outcome<unknown>): string => (outcome.ok ? "none" : outcome.problem.id)

export type TestStore = { readonly db: Database; readonly data: string; readonly close: () => Promise<void> }

/** The server that the tests are to use instead of the embedded one. */
export const testUrl = process.env.TEST_DATABASE_URL

const temporary = (): string => mkdtempSync(join(tmpdir(), "crossing-test-"))

const administer = async (url: string, statement: string): Promise<void> => {
  const sql = pool(must(urlLink(url)), "crossing: testing", 1)
  await sql.unsafe(statement)
  await sql.end()
}

const onServer = async (url: string, data: string): Promise<TestStore> => {
  const name = `crossing_test_${randomBytes(6).toString("hex")}`
  await administer(url, `create database ${name} encoding 'UTF8' template template0`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const db = must(await openDatabase({ url: own.href, data }))
  const close = async (): Promise<void> => {
    await db.close()
    await administer(url, `drop database ${name} with (force)`)
    rmSync(data, { recursive: true, force: true })
  }
  return { db, data, close }
}

/** A store of its own for one test file: a new database on TEST_DATABASE_URL, else a new embedded server. */
export const openTestStore = async (): Promise<TestStore> => {
  const data = temporary()
  if (testUrl !== undefined) return onServer(testUrl, data)
  const db = must(await openDatabase({ url: "", data }))
  const close = async (): Promise<void> => {
    await db.close()
    rmSync(data, { recursive: true, force: true })
  }
  return { db, data, close }
}

let made = 0

/** A header with an id of its own. */
export const testHeader = (fields: Partial<RecordHeader> = {}): RecordHeader => {
  made += 1
  return { kind: "record", version: 1, id: `record-${process.pid}-${made}`, createdAt: null, ...fields }
}

/** Drafts as entries numbered from `after` + 1 on. */
export const numbered = (drafts: readonly Draft[], after = 0): readonly Entry[] =>
  drafts.map(
    (draft, index) =>
      ({ seq: after + index + 1, at: null, ...draft, id: draft.id ?? `e${after + index + 1}` }) as Entry, // the draft's own kind and fields
  )
