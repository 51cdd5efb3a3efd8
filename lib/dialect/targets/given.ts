import { z } from "zod"
import { fieldOf, whyOf } from "#lib/record/issue.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { matches } from "../pattern.ts"
import type { Target } from "../targets.ts"
import type { DialectId, Row } from "./row.ts"

const text = z.string().min(1)
const count = z.number().int().min(1)
const listOf = <Item extends string>(items: readonly Item[]) => z.array(z.enum(items))

const isPattern = (value: string): boolean => {
  try {
    return new RegExp(value, "u").source !== ""
  } catch {
    return false
  }
}
const pattern = z.string().refine(isPattern, "must be a regular expression")

const reasoning = z.discriminatedUnion("form", [
  z.strictObject({ form: z.literal("dropped") }),
  z.strictObject({
    form: z.literal("signed"),
    proofs: listOf(["anthropic-signature", "anthropic-redacted", "openai-encrypted", "gemini-signature"]),
    bound: z.enum(["prefix", "maker"]),
    ids: z.boolean().optional(),
    standIn: z.boolean().optional(),
  }),
  z.strictObject({
    form: z.literal("field"),
    name: text,
    filler: z.strictObject({ on: z.enum(["calls", "all"]), text: z.string() }).optional(),
  }),
])

const params = z.strictObject({
  maxTokens: text.optional(),
  temperature: text.optional(),
  topP: text.optional(),
  stop: text.optional(),
  toolChoice: text.optional(),
  thinking: text.optional(),
  effort: text.optional(),
  parallel: text.optional(),
})

const dialects = ["chat", "responses", "messages", "gemini", "ollama", "converse", "prior-turns"] as const

const row: z.ZodType<Row> = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, "must be an id of small letters, digits, dots and hyphens"),
    label: text,
    dialect: z.enum(dialects),
    provider: text,
    api: text,
    model: text,
    url: z.string().refine(URL.canParse, "must be an address"),
    auth: z.strictObject({ header: text, prefix: z.string() }),
    system: z.enum(["developer", "system", "top"]),
    merges: listOf(["user", "assistant", "tool", "developer"]),
    notices: z.enum(["developer", "user"]),
    sees: z.boolean(),
    pictures: z.strictObject({
      types: z.array(text),
      side: count,
      base64: count,
      many: z.strictObject({ above: count, side: count }),
    }),
    resultPictures: z.enum(["inside", "behind", "marker"]),
    files: z.array(text),
    ids: z.strictObject({ pattern, most: count, derived: z.enum(["call", "nine"]) }),
    names: z.strictObject({ pattern, most: count.min(20), declared: pattern.optional() }),
    longest: count.min(1000).optional(),
    reasoning,
    firstUser: z.boolean(),
    bridge: z.boolean(),
    emptyErrors: z.enum(["allowed", "refused"]),
    customCalls: z.boolean(),
    declares: z.boolean(),
    keepsNothing: z.boolean(),
    asksUsage: z.boolean(),
    keepsMarked: z.boolean(),
    params,
    hottest: z.number().min(0),
    window: count.optional(),
    maxTokens: count.optional(),
  })
  .transform((found) => ({
    ...found,
    longest: found.longest,
    window: found.window,
    maxTokens: found.maxTokens,
  }))

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Given columns over those of the row they are like. Reasoning is of one form, so it is given whole. */
const over = (base: Fields, given: Fields): Fields => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const under = base[key]
      if (value === null) return [key, undefined]
      return [key, key !== "reasoning" && isFields(under) && isFields(value) ? over(under, value) : value]
    }),
  ),
})

/** What a column must be, in words of our own. */
const misfit = (issue: z.core.$ZodIssue): string => {
  if (issue.code === "unrecognized_keys") return "is no column of a target"
  return issue.code === "invalid_union" ? "must be dropped, signed or field" : whyOf(issue)
}

const refusedRow = (file: string, id: string, [issue]: readonly z.core.$ZodIssue[]) =>
  issue === undefined
    ? refused("targets-invalid", { file, field: id, why: "is refused" })
    : refused("targets-invalid", { file, field: fieldOf(issue, id), why: misfit(issue) })

/** What a dialect can write: who speaks the system area, and how reasoning crosses. */
const inHistory = { system: ["developer", "system"], reasoning: ["dropped", "field"] }
const onTop = { system: ["top"], reasoning: ["dropped", "signed"] }
const writes: {
  readonly [Dialect in DialectId]: {
    readonly system: readonly string[]
    readonly reasoning: readonly string[]
  }
} = {
  chat: inHistory,
  ollama: inHistory,
  responses: onTop,
  messages: onTop,
  gemini: onTop,
  converse: onTop,
  "prior-turns": onTop,
}

/** Ids as they are made where a stored one does not fit. */
const derived = { call: `call_${"0".repeat(32)}`, nine: "0".repeat(9) } as const

const takes = (ids: Row["ids"]): boolean =>
  matches(ids.pattern, derived[ids.derived]) && derived[ids.derived].length <= ids.most

/** A column that does not go with the others, and what it must be. */
const unfit = ({ dialect, system, ids, reasoning: { form } }: Row): readonly [string, string] | undefined => {
  const able = writes[dialect]
  const on = `on dialect ${dialect}`
  if (!able.system.includes(system)) return ["system", `must be ${able.system.join(" or ")} ${on}`]
  if (!able.reasoning.includes(form))
    return ["reasoning.form", `must be ${able.reasoning.join(" or ")} ${on}`]
  return takes(ids) ? undefined : ["ids", `must take ids that are made here, such as ${derived[ids.derived]}`]
}

const rowOf = (
  rows: ReadonlyMap<string, Target>,
  file: string,
  id: string,
  given: unknown,
): Outcome<Target> => {
  const wrong = (field: string, why: string) =>
    refused("targets-invalid", { file, field: field === "" ? id : `${id}.${field}`, why })
  if (!isFields(given)) return wrong("", "must be an object of columns")
  const { like = id, ...columns } = given
  const base = typeof like === "string" ? rows.get(like) : undefined
  if (base === undefined) return wrong("like", `must be one of ${[...rows.keys()].join(", ")}`)
  const { like: rules, ...under } = base
  const parsed = row.safeParse({ ...over(under, columns), id: columns["id"] ?? id })
  if (!parsed.success) return refusedRow(file, id, parsed.error.issues)
  if (parsed.data.id !== id) return wrong("id", "must be the name that the row stands under")
  const odd = unfit(parsed.data)
  return odd === undefined ? fine({ ...parsed.data, like: rules }) : wrong(...odd)
}

const parsedJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * Our rows with those of a user's file, which is a JSON object of rows by id. A row of a known id changes the columns
 * that it names; a new one says which row it is `like`, and what is different. Of `auth`, `ids`, `names`, `params` and
 * `pictures` only what is named changes; null takes a column away. Changed rows stay in their places, new ones stand
 * behind, in the file's order. `file` is
 * its name in what is said of it. Problem `targets-invalid` {file, field, why}, for the first column that does not fit.
 */
export const withGiven = (
  ours: readonly Target[],
  json: string,
  file: string,
): Outcome<readonly Target[]> => {
  const given = parsedJson(json)
  if (!isFields(given))
    return refused("targets-invalid", { file, field: "the file", why: "must be a JSON object of rows by id" })
  const rows = new Map(ours.map((target) => [target.id, target]))
  for (const [id, columns] of Object.entries(given)) {
    const found = rowOf(rows, file, id, columns)
    if (!found.ok) return found
    rows.set(id, found.value)
  }
  return fine([...rows.values()])
}
