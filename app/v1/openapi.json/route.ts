import { openapi } from "#app/server/interface/openapi.ts"

export const dynamic = "force-dynamic"

/** The description of this interface, made from the schemas that read its requests. */
export const GET = (): Response => Response.json(openapi(), { headers: { "cache-control": "no-cache" } })
