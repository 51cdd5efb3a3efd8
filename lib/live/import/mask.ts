import { decodeLine, longestLine } from "#lib/import/decode.ts"
import type { Importer } from "#lib/import/importer.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { longestSegment, pieces, splitter } from "./cut.ts"
import { readRange, type Spooled, spool } from "./spool.ts"

type Mask = NonNullable<Importer["mask"]>

const lineFeed = Buffer.from("\n")

/** Stands for a line that no string can hold, so that it can be looked over for secrets neither. */
const tooLong = Buffer.from(JSON.stringify("line-too-long"))

async function* maskedLines({ file, bytes }: Spooled, mask: Mask): AsyncGenerator<Uint8Array> {
  const lines = splitter()
  let first = true
  const written = (line: { readonly bytes: Buffer } | { readonly tooLong: true }): Buffer => {
    const text = "tooLong" in line ? undefined : decodeLine(line.bytes, first).text
    first = false
    return text === undefined ? tooLong : Buffer.from(mask(text))
  }
  for await (const piece of pieces(file, 0, bytes, longestSegment))
    for (const line of lines.push(piece)) yield Buffer.concat([written(line), lineFeed])
  const rest = lines.rest()
  if (rest !== undefined) yield written(rest)
}

async function* maskedDocument({ file, bytes }: Spooled, mask: Mask): AsyncGenerator<Uint8Array> {
  yield Buffer.from(mask(decodeLine(await readRange(file, 0, bytes), true).text))
}

/**
 * A spooled file without the secrets that its format may hold, so that nothing of them is ever stored; the file that was
 * given is closed where another takes its place. The same file again gives the same bytes, and one that has grown begins
 * as it did. Problem `document-too-large` {bytes, limit}.
 */
export const maskSpooled = async (
  folder: string,
  spooled: Spooled,
  { mask, unit }: Importer,
): Promise<Outcome<Spooled>> => {
  if (mask === undefined) return fine(spooled)
  if (unit === "document" && spooled.bytes > longestLine)
    return refused("document-too-large", { bytes: spooled.bytes, limit: longestLine })
  const stream = unit === "line" ? maskedLines(spooled, mask) : maskedDocument(spooled, mask)
  const written = await spool(folder, stream, Number.POSITIVE_INFINITY, () => undefined)
  if (written.ok) await spooled.close()
  return written
}
