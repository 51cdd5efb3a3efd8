import { createReadStream } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { basename, join, relative } from "node:path"
import { addFile, type FileReport, getImport, type ImportReport, isImport, startImport } from "#db/imports.ts"
import { codeOf, isConnectionLoss } from "#db/loss.ts"
import { type Database, spoolFolder } from "#db/open.ts"
import { clean } from "#db/words.ts"
import { type Importer, sampleBytes } from "#lib/import/importer.ts"
import { detect, sampleOf } from "#lib/import/index.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { wholeLines } from "./import/cut.ts"
import { maskSpooled } from "./import/mask.ts"
import { identify } from "./import/read.ts"
import { readRange, type Spooled, spool, sweep } from "./import/spool.ts"
import { type Found, onlyRead, type Stored, store } from "./import/store.ts"

/** How far an import is: bytes received, then lines read and their bytes. `of`: bytes of the whole file, once known. */
export type Progress =
  | { readonly phase: "receiving"; readonly name: string; readonly bytes: number }
  | {
      readonly phase: "reading"
      readonly name: string
      readonly bytes: number
      readonly of: number
      readonly lines: number
    }

export type Upload = {
  /** Of the file, or its path within the folder that is imported; shown, never opened. */
  readonly name: string
  readonly stream: AsyncIterable<Uint8Array>
  /** Most bytes that are taken. */
  readonly limit: number
  readonly onProgress?: (progress: Progress) => void
}

const longestName = 500
const shownName = (name: string): string => clean(name).slice(-longestName)

const recognise = async (name: string, { file, bytes }: Spooled): Promise<Outcome<Importer>> =>
  detect(sampleOf(await readRange(file, 0, Math.min(bytes, sampleBytes)), name, bytes <= sampleBytes))

const find = async (upload: Upload, importer: Importer, spooled: Spooled): Promise<Outcome<Found>> => {
  const name = shownName(upload.name)
  const whole = importer.unit === "line" ? await wholeLines(spooled.file, spooled.bytes) : spooled.bytes
  const identity = await identify({
    file: spooled.file,
    importer,
    facts: { name },
    bytes: whole,
    known: [],
  })
  if (!identity.ok) return identity
  const onLines = (lines: number, bytes: number): void =>
    upload.onProgress?.({
      phase: "reading",
      name,
      bytes: Math.min(bytes, spooled.bytes),
      of: spooled.bytes,
      lines,
    })
  return fine({ spooled, name, importer, identity: identity.value, whole, onLines })
}

const deadlock = "40P01"

/**
 * The file is on disk, so it can be stored once more where the database was lost, or where another import of the same
 * pictures held what this one wanted, and the other way round.
 */
const storeOrRetry = async (db: Database, found: Found): Promise<Outcome<Stored>> => {
  if (found.identity === undefined) return onlyRead(found)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store(db, found)
    } catch (error) {
      const passing = isConnectionLoss(error) || codeOf(error) === deadlock
      if (!passing || attempt === 3) throw error
      const back = await db.recover()
      if (!back.ok) return back
    }
  }
}

const importFile = async (db: Database, upload: Upload): Promise<Outcome<Stored>> => {
  const folder = spoolFolder(db)
  await sweep(folder, Date.now())
  const { name, onProgress } = upload
  const spooled = await spool(folder, upload.stream, upload.limit, (bytes) =>
    onProgress?.({ phase: "receiving", name, bytes }),
  )
  if (!spooled.ok) return spooled
  let held = spooled.value
  try {
    const importer = await recognise(shownName(name), held)
    if (!importer.ok) return importer
    const masked = await maskSpooled(folder, held, importer.value)
    if (!masked.ok) return masked
    held = masked.value
    const found = await find(upload, importer.value, held)
    return found.ok ? await storeOrRetry(db, found.value) : found
  } finally {
    await held.close()
  }
}

/**
 * Imports one file from a stream: spooled to disk, recognised by its content, stored in one transaction. The same file
 * again adds nothing; a file that has grown adds what is new; one whose old bytes changed becomes new records, and the
 * report says so. Secrets that captured traffic brings (headers, cookies, addresses) are masked before anything is kept.
 * With `into` the file joins an import that was started before, and a refusal is kept there too;
 * without, a refused file leaves nothing behind.
 *
 * Problems: `body-too-large`, `body-interrupted`, `file-empty`, `file-binary`, `format-unknown`, `json-invalid`,
 * `document-too-large`, `import-unknown` {import}.
 */
export const importStream = async (
  db: Database,
  upload: Upload,
  into?: string,
): Promise<Outcome<ImportReport>> => {
  if (into !== undefined && !(await isImport(db, into))) return refused("import-unknown", { import: into })
  const stored = await importFile(db, upload)
  if (!stored.ok && into === undefined) return stored
  const id = into ?? (await startImport(db, shownName(upload.name)))
  const outcome: Outcome<FileReport> = stored.ok ? fine(stored.value.report) : stored
  await addFile(db, id, shownName(upload.name), outcome, stored.ok ? stored.value.source : undefined)
  return stored.ok ? getImport(db, id) : stored
}

/** Files below a folder by path, in order; links are not followed, and names that begin with a dot are passed over. */
const filesIn = async (folder: string): Promise<readonly string[]> => {
  const found = await readdir(folder, { withFileTypes: true })
  const nested = await Promise.all(
    found
      .filter((entry) => !entry.name.startsWith("."))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) return filesIn(path)
        return entry.isFile() ? [path] : []
      }),
  )
  return nested.flat()
}

const kindOf = async (path: string): Promise<"file" | "folder" | undefined> => {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) return "folder"
  return found?.isFile() === true ? "file" : undefined
}

export type PathOptions = {
  /** Most bytes of one file. */
  readonly limit: number
  readonly onProgress?: (progress: Progress) => void
}

/**
 * Imports a file, or every file below a folder, as one import; a file that is refused stands in the report with its
 * problem and stops nothing. Problem `path-unknown` {path}.
 */
export const importPath = async (
  db: Database,
  path: string,
  options: PathOptions,
): Promise<Outcome<ImportReport>> => {
  const kind = await kindOf(path)
  if (kind === undefined) return refused("path-unknown", { path })
  const files = kind === "file" ? [path] : await filesIn(path)
  const id = await startImport(db, clean(basename(path)))
  for (const file of files) {
    const name = kind === "file" ? basename(file) : relative(path, file)
    await importStream(db, { ...options, name, stream: createReadStream(file) }, id)
  }
  return getImport(db, id)
}
