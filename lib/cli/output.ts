/** Writing to standard output so that all of it arrives, whatever stands behind the pipe. */

/** A reader that went away (`| head`) wants no more and no complaint. */
export const endQuietlyWithoutReader = (): void => {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
    process.exit()
  })
}

/** Resolves when the chunk has left this process, so memory holds one chunk at a time. */
export const write = (chunk: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(chunk, () => resolve())
  })

/** Lines, each with its line feed, in chunks of about 64 K characters. */
export const writeLines = async (lines: Iterable<string>): Promise<void> => {
  let chunk: string[] = []
  let length = 0
  for (const line of lines) {
    chunk.push(line, "\n")
    length += line.length
    if (length < 65_536) continue
    await write(chunk.join(""))
    chunk = []
    length = 0
  }
  if (chunk.length > 0) await write(chunk.join(""))
}

export const writeJson = (value: unknown): Promise<void> => write(`${JSON.stringify(value)}\n`)

/** Columns padded to their widest cell, two spaces apart; the last column is left as it is. */
export const columns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(cell.length, widest[at] ?? 0)),
    [],
  )
  return rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join("  "),
  )
}
