import { z } from "zod"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** A query or body as zod reads it; unknown names are refused, so that a misspelt filter is not taken for none. */

const reasonOf = (error: z.ZodError): Outcome<never> => {
  const issue = error.issues[0]
  const name = issue?.path.map(String).join(".") ?? ""
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : undefined
  return unknown === undefined
    ? refused("query-invalid", { name, why: issue?.message ?? "not of the form" })
    : refused("query-unknown", { name: unknown })
}

type Parameters = { readonly [name: string]: string | readonly string[] | undefined }

/** Parameters as Next gives them to a page. Problems as `readQuery`. */
export const readParameters = <Value>(schema: z.ZodType<Value>, given: Parameters): Outcome<Value> => {
  const repeated = Object.entries(given).find(([, value]) => typeof value === "object")
  if (repeated !== undefined) return refused("query-repeated", { name: repeated[0] })
  const parsed = schema.safeParse(given)
  return parsed.success ? fine(parsed.data) : reasonOf(parsed.error)
}

/**
 * The parameters of a URL. Problems: `query-invalid` (name, why), `query-unknown` (name), and `query-repeated` (name)
 * for one that is given twice.
 */
export const readQuery = <Value>(schema: z.ZodType<Value>, url: string): Outcome<Value> => {
  const { searchParams } = new URL(url)
  const names = [...new Set(searchParams.keys())]
  const given = names.map((name) => {
    const [first, ...more] = searchParams.getAll(name)
    return [name, more.length === 0 ? first : [first ?? "", ...more]] as const
  })
  return readParameters(schema, Object.fromEntries(given))
}

const usual = 1_000_000 // bytes of a body

/** A small JSON body; an empty one reads as `{}`. Problems: `body-too-large` (limit), `body-invalid`, and those of the schema. */
export const readBody = async <Value>(
  schema: z.ZodType<Value>,
  request: Request,
  bodyLimit = usual,
): Promise<Outcome<Value>> => {
  const text = await request.text()
  if (text.length > bodyLimit) return refused("body-too-large", { limit: bodyLimit })
  try {
    const parsed = schema.safeParse(text.trim() === "" ? {} : JSON.parse(text))
    return parsed.success ? fine(parsed.data) : reasonOf(parsed.error)
  } catch {
    return refused("body-invalid")
  }
}

/** A parameter's whole number within bounds, read from its text. */
export const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(least).max(most))
