import type { NextRequest } from "next/server"
import { guard } from "#app/server/guard.ts"

export const proxy = (request: NextRequest): Response => guard(request)

/** Not the built scripts, styles and the icon, which are no secret; not uploads, whose bodies a proxy cuts: they call the same check. */
export const config = {
  matcher: ["/((?!_next/static/|favicon\\.ico$|v1/import$|v1/conversations/[^/]+/captures$).*)"],
}
