import { readSettings } from "#lib/cli/settings.ts"
import type { Upload } from "#lib/live/import.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A header's text, percent-encoded since headers hold no more than Latin letters; what is not so is taken as it stands. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A file sent as the raw body of a request. */
export type Uploaded = Pick<Upload, "name" | "stream" | "limit">

/**
 * The file that a request brings, called `name`, or what its header `x-file-name` says. Problems: those of the settings,
 * `body-too-large` {limit}.
 */
export const uploadOf = (request: Request, name?: string): Outcome<Uploaded> => {
  const settings = readSettings(process.env)
  if (!settings.ok) return settings
  const limit = settings.value.maxImportBytes
  const stated = Number(request.headers.get("content-length") ?? 0)
  if (stated > limit) return refused("body-too-large", { limit }) // told at once, before a byte is read
  const named = name ?? decoded(request.headers.get("x-file-name") ?? "")
  return fine({
    name: named.trim() === "" ? "upload" : named,
    stream: request.body ?? nothing(),
    limit,
  })
}
