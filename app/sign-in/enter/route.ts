import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { signIn } from "#app/server/session.ts"
import { readSettings } from "#lib/cli/settings.ts"

export const dynamic = "force-dynamic"

const form = z.object({ token: z.string().max(10_000), next: z.string().max(2000).nullable() })

/** Milliseconds that a wrong token costs whoever guesses. */
const penalty = 500

/** Takes the token of the sign-in form. */
export const POST = async (request: Request): Promise<Response> => {
  const settings = readSettings(process.env)
  if (!settings.ok) return problemAnswer(settings.problem)
  const fields = await request.formData().catch(() => new FormData())
  const given = form.safeParse({ token: fields.get("token"), next: fields.get("next") })
  const secure = request.headers.get("x-forwarded-proto") === "https" || request.url.startsWith("https:")
  const filled = given.success ? given.data : { token: "", next: null }
  const answer = signIn({ ...filled, secure, now: Date.now() }, settings.value)
  if (!answer.headers.has("set-cookie")) await pause(penalty)
  return answer
}
