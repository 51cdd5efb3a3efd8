import { readFileSync } from "node:fs"
import { join } from "node:path"
import { drizzle } from "drizzle-orm/postgres-js"
import { migrate as run } from "drizzle-orm/postgres-js/migrator"
import { z } from "zod"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { type Link, pool } from "./connect.ts"
import { isConnectionLoss } from "./loss.ts"
import { projectRoot } from "./root.ts"

const lock = 7_267_742_264 // any fixed number; all that migrate this database take it

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) })

export const migrationsFolder = (): string => join(projectRoot(), "db", "migrations")

/** When the newest migration of this code was made, in milliseconds. */
const newest = (folder: string): number => {
  const { entries } = journal.parse(JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")))
  return Math.max(...entries.map((entry) => entry.when))
}

const said = (error: unknown): string => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error // drizzle wraps the server's error
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * Brings the database's tables up to this code, one process at a time. Problems: `database-newer` (a newer version of
 * this program has already been there), `migration-failed`.
 */
export const migrate = async (link: Link, folder = migrationsFolder()): Promise<Outcome<true>> => {
  const sql = pool(link, "crossing: migrating", 1)
  try {
    await sql`select pg_advisory_lock(${lock}::bigint)`
    await run(drizzle(sql), { migrationsFolder: folder })
    const [last] = await sql<{ when: number }[]>`
      select max(created_at)::float8 as "when" from drizzle.__drizzle_migrations`
    const ahead = last !== undefined && last.when > newest(folder)
    return ahead ? refused("database-newer") : fine(true)
  } catch (error) {
    if (isConnectionLoss(error)) throw error
    return refused("migration-failed", { why: said(error) })
  } finally {
    await sql.end({ timeout: 5 }) // gives the lock back
  }
}
