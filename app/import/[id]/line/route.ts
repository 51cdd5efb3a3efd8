import { z } from "zod"
import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { rawLineOf } from "#lib/live/raw.ts"
import { fine } from "#lib/record/problem.ts"
import { clip, opened } from "#lib/view/clip.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

const query = z.strictObject({ file: whole(1, 1_000_000), line: whole(1, 2_147_483_647) })

/** A source line that an import could not read, as it stands in the file; clipped where it is long. */
export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const asked = readQuery(query, request.url)
    if (!asked.ok) return asked
    const raw = await rawLineOf(db, id, asked.value.file, asked.value.line)
    return raw.ok ? fine(jsonAnswer({ clip: clip(raw.value, opened) })) : raw
  })
}
