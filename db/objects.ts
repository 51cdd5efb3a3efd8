import { createHash } from "node:crypto"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { type Db, inTransaction } from "./connect.ts"

const insert = async ({ sql }: Db, { sha256, mediaType, bytes }: StoredObject): Promise<void> => {
  await sql`
    insert into object (sha256, media_type, bytes) values (${sha256}, ${mediaType}, ${Buffer.from(bytes)})
    on conflict do nothing`
}

/** Keeps stored objects from being deleted until this transaction ends; gives back those that are there. */
const hold = async ({ sql }: Db, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await sql<{ sha256: string }[]>`
    select sha256 from object where sha256 = any(${[...names]}) order by sha256 for key share`
  return new Set(rows.map((row) => row.sha256))
}

/**
 * Stores objects, each once; what is there already stays. Contract: every `sha256` is the digest of its bytes. A
 * deletion that runs at the same time cannot take one away before the entries that name it are in.
 */
export const putObjects = (db: Db, objects: readonly StoredObject[]): Promise<void> =>
  inTransaction(db, async (within) => {
    const distinct = new Map(objects.map((object) => [object.sha256, object]))
    let missing = [...distinct.values()]
    while (missing.length > 0) {
      const there = await hold(
        within,
        missing.map((object) => object.sha256),
      )
      missing = missing.filter((object) => !there.has(object.sha256))
      for (const object of missing) await insert(within, object)
    }
  })

export const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** An object, its digest checked. Problems `object-missing`, `object-damaged`, each with {sha256}. */
export const getObject = async ({ sql }: Db, sha256: string): Promise<Outcome<StoredObject>> => {
  const [row] = await sql<{ mediaType: string; bytes: Uint8Array }[]>`
    select media_type as "mediaType", bytes from object where sha256 = ${sha256}`
  if (row === undefined) return refused("object-missing", { sha256 })
  return digestOf(row.bytes) === sha256 ? fine({ sha256, ...row }) : refused("object-damaged", { sha256 })
}

/** Whether a record names an object: only then may a page of that record show it. */
export const isNamed = async ({ sql }: Db, record: string, sha256: string): Promise<boolean> => {
  const rows = await sql`select 1 from naming where record = ${record} and sha256 = ${sha256}`
  return rows.length > 0
}

/** The pictures and files of a record, in memory for a projection, and the problems of those that are not to be had. */
export type LoadedObjects = {
  readonly objects: (sha256: string) => Uint8Array | undefined
  readonly problems: readonly { readonly sha256: string; readonly id: string }[]
}

/** Digests of the pictures and files that a record names; segments of its source are left out. */
export const mediaOf = async ({ sql }: Db, record: string): Promise<readonly string[]> => {
  const names = await sql<{ sha256: string }[]>`
    select sha256 from naming where record = ${record} and media`
  return names.map(({ sha256 }) => sha256)
}

/**
 * Loads every picture and file that a record names, each digest checked. What is missing or damaged is undefined for the
 * projection, never a stand-in.
 */
export const loadObjects = async (db: Db, record: string): Promise<LoadedObjects> => {
  const loaded = new Map<string, Uint8Array>()
  const problems: { sha256: string; id: string }[] = []
  for (const sha256 of await mediaOf(db, record)) {
    const found = await getObject(db, sha256)
    if (found.ok) loaded.set(sha256, found.value.bytes)
    else problems.push({ sha256, id: found.problem.id })
  }
  return { objects: (sha256) => loaded.get(sha256), problems }
}
