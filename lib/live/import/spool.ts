import { randomBytes } from "node:crypto"
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** A source on disk, whole and no longer changing. `close` removes it. */
export type Spooled = {
  readonly file: FileHandle
  readonly bytes: number
  readonly close: () => Promise<void>
}

const write = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
  for (let from = 0; from < chunk.length; ) from += (await file.write(chunk, from)).bytesWritten
}

const receive = async (
  file: FileHandle,
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  onBytes: (bytes: number) => void,
): Promise<Outcome<number>> => {
  let bytes = 0
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > limit) return refused("body-too-large", { limit })
      await write(file, chunk)
      onBytes(bytes)
    }
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "unknown"
    return refused("body-interrupted", { bytes, why }) // the sender left, or the disk is full
  }
  return fine(bytes)
}

/**
 * Writes a stream to a file of the spool folder, so that it can be read more than once and however long it is.
 * Problems, each with nothing left behind: `body-too-large` {limit}, `body-interrupted`.
 */
export const spool = async (
  folder: string,
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  onBytes: (bytes: number) => void,
): Promise<Outcome<Spooled>> => {
  const path = join(folder, `${process.pid}-${randomBytes(8).toString("hex")}`)
  const file = await open(path, "wx+", 0o600)
  const close = async (): Promise<void> => {
    await file.close()
    await rm(path, { force: true })
  }
  const received = await receive(file, stream, limit, onBytes)
  if (received.ok) return fine({ file, bytes: received.value, close })
  await close()
  return received
}

const staleAfter = 24 * 60 * 60 * 1000 // milliseconds

/** Removes what a killed process has left in the spool folder a day ago or earlier. */
export const sweep = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && now - found.mtimeMs > staleAfter) await rm(path, { force: true })
  }
}

/** A range of a file, whole. */
export const readRange = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(buffer, at, length - at, from + at)
    if (bytesRead === 0) throw new Error("The spooled file is shorter than it was.")
    at += bytesRead
  }
  return buffer
}
