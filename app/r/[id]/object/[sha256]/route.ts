import { problemAnswer } from "#app/server/problem-answer.ts"
import { getObject, isNamed } from "#db/objects.ts"
import { withDatabase } from "#db/shared.ts"
import { refused } from "#lib/record/problem.ts"

/** Shown in the page; whatever else is kept is only ever handed down. SVG is not among them: it can hold scripts. */
const shownTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"])

const common = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "private, max-age=86400, immutable",
}

/** `GET /r/<id>/object/<sha256>`: a picture or file that the record names, its digest checked. */
export const GET = async (
  _request: Request,
  { params }: RouteContext<"/r/[id]/object/[sha256]">,
): Promise<Response> => {
  const { id, sha256 } = await params
  if (!/^[0-9a-f]{64}$/.test(sha256)) return problemAnswer(refused("object-unknown", { sha256 }).problem)
  const found = await withDatabase(async (db) =>
    (await isNamed(db, id, sha256)) ? await getObject(db, sha256) : refused("object-unknown", { sha256 }),
  )
  if (!found.ok) return problemAnswer(found.problem)
  if (!found.value.ok) return problemAnswer(found.value.problem)
  const { bytes, mediaType } = found.value.value
  const isShown = shownTypes.has(mediaType)
  const headers = isShown
    ? { ...common, "content-type": mediaType }
    : {
        ...common,
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename="${sha256.slice(0, 16)}"`,
      }
  return new Response(new Uint8Array(bytes), { headers })
}
