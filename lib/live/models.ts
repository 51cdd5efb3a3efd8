import { z } from "zod"
import type { Db } from "#db/connect.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { type Answer, ask, type Limits } from "./models/ask.ts"
import { type Credentials, credentials, type Environment } from "./providers.ts"
import { targetNamed } from "./targets.ts"

/** A model that a provider offers; `label` is its name for people, where it has one. */
export type Model = { readonly id: string; readonly label?: string }

type Catalogue = {
  /** Behind the base URL. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly schema: z.ZodType<readonly Model[]>
}

const name = z.string().min(1).max(200)
const model = (id: string, label: string | undefined): Model =>
  label === undefined || label === id ? { id } : { id, label }

const items = z.array(
  z
    .object({ id: name, display_name: z.string().optional() })
    .transform((item) => model(item.id, item.display_name)),
)

/** As OpenAI and Anthropic list them; some servers leave the envelope out. */
const listed = z.union([items, z.object({ data: items }).transform(({ data }) => data)])

const ofGemini = z
  .object({
    models: z.array(
      z.object({
        name,
        displayName: z.string().optional(),
        supportedGenerationMethods: z.array(z.string()).optional(),
      }),
    ),
  })
  .transform(({ models }) =>
    models
      .filter(({ supportedGenerationMethods: can }) => can === undefined || can.includes("generateContent"))
      .map((each) => model(each.name.replace(/^models\//, ""), each.displayName)),
  )

const ofOllama = z
  .object({ models: z.array(z.object({ name })) })
  .transform(({ models }) => models.map((each) => model(each.name, undefined)))

const openaiLike: Catalogue = { path: "/models", schema: listed }
const anthropicLike: Catalogue = {
  path: "/v1/models?limit=1000",
  headers: { "anthropic-version": "2023-06-01" },
  schema: listed,
}

/** A provider's list; undefined where it has none at the address that requests go to. */
const catalogueOf = ({ dialect, like }: Target): Catalogue | undefined => {
  if (like === "codex") return undefined
  switch (dialect) {
    case "chat":
    case "responses":
      return openaiLike
    case "messages":
    case "prior-turns":
      return anthropicLike
    case "gemini":
      return { path: "/v1beta/models?pageSize=1000", schema: ofGemini }
    case "ollama":
      return { path: "/api/tags", schema: ofOllama }
    case "converse":
      return undefined
  }
}

/** Whether a target's provider lists its models. */
export const hasModels = (target: Target): boolean => catalogueOf(target) !== undefined

const headersOf = ({ key, auth }: Credentials, catalogue: Catalogue): Readonly<Record<string, string>> => ({
  accept: "application/json",
  ...catalogue.headers,
  ...(key === undefined ? {} : { [auth.header]: `${auth.prefix}${key.reveal()}` }),
})

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const errors = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
])

/** The most characters of a provider's words that are repeated. */
const most = 300

/** What a provider says of its refusal, without the key that it may repeat. */
const wordsOf = (text: string, { key }: Credentials): string => {
  const said = errors.safeParse(parsedJson(text))
  const plain = (said.success ? said.data : text).replace(/\s+/g, " ").trim()
  return (key === undefined ? plain : key.censor(plain)).slice(0, most)
}

const read = (
  { url, status, text }: Answer,
  catalogue: Catalogue,
  given: Credentials,
): Outcome<readonly Model[]> => {
  if (status !== 200) return refused("models-refused", { url, status, words: wordsOf(text, given) })
  const json = parsedJson(text)
  if (json === undefined) return refused("models-unreadable", { url, why: "it is not JSON" })
  const parsed = catalogue.schema.safeParse(json)
  if (!parsed.success) return refused("models-unreadable", { url, why: "its fields are others" })
  return fine([...new Map(parsed.data.map((each) => [each.id, each])).values()])
}

const usualLimits: Limits = { milliseconds: 10_000, bytes: 4_000_000 }

/**
 * The models that a target's provider lists, in its order, each id once; at most the first thousand where it pages.
 * Problems: those of `credentials`; `models-none` {target} for a provider without a list; `models-unreachable`
 * {url, why}; `models-refused` {url, status, words} with the provider's words, in which no key stands;
 * `models-unreadable` {url, why}.
 */
export const models = async (
  db: Db,
  id: string,
  environment: Environment = process.env,
  limits: Limits = usualLimits,
): Promise<Outcome<readonly Model[]>> => {
  const target = targetNamed(id)
  if (!target.ok) return target
  const catalogue = catalogueOf(target.value)
  if (catalogue === undefined) return refused("models-none", { target: id })
  const given = await credentials(db, id, environment)
  if (!given.ok) return given
  const answer = await ask(
    `${given.value.baseUrl}${catalogue.path}`,
    headersOf(given.value, catalogue),
    limits,
  )
  return answer.ok ? read(answer.value, catalogue, given.value) : answer
}
