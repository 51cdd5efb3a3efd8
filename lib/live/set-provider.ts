import { z } from "zod"
import type { Db } from "#db/connect.ts"
import { type Preferences, savePreferences, saveSealed } from "#db/settings.ts"
import { readSecretKey } from "#lib/cli/settings.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { params } from "#lib/record/entries/header.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { readBaseUrl } from "./base-url.ts"
import { type Environment, readKey } from "./providers.ts"
import { seal } from "./sealing.ts"
import { targetNamed } from "./targets.ts"

/** What the settings of a target are changed by; each function changes one thing, or nothing where it is refused. */

/**
 * Stores a target's key, encrypted, in the place of an older one. Problems: `target-unknown`, `key-unusable`,
 * `secret-key-needed` where no SECRET_KEY is set, `secret-key-short`. None repeats the key.
 */
export const storeKey = async (
  db: Db,
  id: string,
  given: string,
  environment: Environment = process.env,
): Promise<Outcome<true>> => {
  const target = targetNamed(id)
  if (!target.ok) return target
  const secretKey = readSecretKey(environment)
  if (!secretKey.ok) return secretKey
  if (secretKey.value === undefined) return refused("secret-key-needed", { target: id })
  const key = readKey(given, "the form")
  if (!key.ok) return key
  await saveSealed(db, id, await seal(secretKey.value, id, key.value))
  return fine(true)
}

/** Takes a target's stored key away, where there is one; the environment's is used then. Problem `target-unknown`. */
export const removeKey = async (db: Db, id: string): Promise<Outcome<true>> => {
  const target = targetNamed(id)
  if (!target.ok) return target
  await saveSealed(db, id, undefined)
  return fine(true)
}

const isObject = (json: string): boolean => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === "object" && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The record's own parameters; `extra` is spliced into a body, so it is an object's text. */
const asked = z.strictObject({
  baseUrl: z.string().optional(),
  model: z.string().trim().min(1).max(200).optional(),
  params: params.refine(({ extra }) => extra === undefined || isObject(extra), {
    path: ["extra"],
    message: "must be the JSON text of an object",
  }),
  compactAt: z.number().gt(0, "must be above 0 %").lte(1, "must be at most 100 %").optional(),
})

const refusedField = ({ path, message }: z.core.$ZodIssue) =>
  refused("preference-invalid", {
    field: path.filter((part) => part !== "params").join(".") || "the settings",
    why: message.replace(/^Invalid input: /, ""),
  })

const readPreferences = (given: unknown, { dialect }: Target): Outcome<Preferences> => {
  const parsed = asked.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return issue === undefined
      ? refused("preference-invalid", { field: "the settings", why: "" })
      : refusedField(issue)
  }
  const { baseUrl, model, params: chosen, compactAt } = parsed.data
  const base = baseUrl === undefined ? undefined : readBaseUrl(baseUrl, dialect)
  if (base?.ok === false) return base
  return fine({
    ...(base === undefined ? {} : { baseUrl: base.value }),
    ...(model === undefined ? {} : { model }),
    params: chosen,
    ...(compactAt === undefined ? {} : { compactAt }),
  })
}

/**
 * Stores where a target's requests go and what they ask for, in the place of what was stored; what is absent falls back
 * to the target's row. `given`: `{baseUrl?, model?, params, compactAt?}`, of any origin. Problems: `target-unknown`,
 * `base-url-invalid`, `preference-invalid` {field, why} for the first value that does not fit.
 */
export const storePreferences = async (db: Db, id: string, given: unknown): Promise<Outcome<true>> => {
  const target = targetNamed(id)
  if (!target.ok) return target
  const preferences = readPreferences(given, target.value)
  if (!preferences.ok) return preferences
  await savePreferences(db, id, preferences.value)
  return fine(true)
}
