import { resolve } from "node:path"
import { z } from "zod"
import { fieldOf, whyOf } from "#lib/record/issue.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { givenFile } from "../given-file.ts"
import { brokenAt } from "./broken-json.ts"
import { unsetIn } from "./expand.ts"
import { type Policies, policy } from "./policy.ts"

/** Texts by name, as the file has them: `${NAME}` is put in only where a server is reached, and never kept. */
export type Templates = { readonly [name: string]: string }

/** How a server is reached. A command is run without a shell, in `cwd`. */
export type Reach =
  | {
      readonly by: "stdio"
      readonly command: string
      readonly args: readonly string[]
      readonly env: Templates
      readonly cwd: string
    }
  | { readonly by: "http"; readonly url: string; readonly headers: Templates }

export type ServerConfig = { readonly name: string; readonly reach: Reach }

/** What the file of CROSSING_TOOLS says; servers in its order. */
export type ToolConfig = {
  readonly servers: readonly ServerConfig[]
  readonly policies: Policies
  /** The most characters of text that one result keeps; absent: all of them. */
  readonly maxToolChars?: number
  /** How long a tool may be silent before it is stopped. */
  readonly timeoutSeconds: number
}

const text = z.string().min(1, "must not be empty")
const templates = z.record(z.string(), z.string()).default({})

const stdio = z.strictObject({
  type: z.literal("stdio").exactOptional(),
  command: text,
  args: z.array(z.string()).default([]),
  env: templates,
  cwd: text.exactOptional(),
})

/** A `fetch` takes no address with a name and password in it. */
const isAddress = (value: string): boolean => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return /^https?:$/.test(url?.protocol ?? "") && url?.username === "" && url.password === ""
}

const http = z.strictObject({
  type: z.enum(["http", "streamable-http"]).exactOptional(),
  url: z
    .string()
    .refine(isAddress, "must be an http or https address without a password; secrets go into headers"),
  headers: templates,
})

const whole = z.strictObject({
  mcpServers: z.record(z.string(), z.unknown()).default({}),
  policies: z.record(z.string(), policy).default({}),
  maxToolChars: z.int().min(1).exactOptional(),
  timeoutSeconds: z.number().min(1).max(86_400, "must be 86400 or less").default(60),
})

/** Two underscores part a server from its tool in a tool's name. */
const serverName = /^(?!.*__)[A-Za-z0-9-][A-Za-z0-9_-]{0,39}(?<!_)$/

type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly field: string; readonly why: string }

const misfit = (field: string, why: string) => ({ ok: false, field, why }) as const

const parsed = <Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  ...above: readonly string[]
): Read<Value> => {
  const read = schema.safeParse(value)
  if (read.success) return { ok: true, value: read.data }
  const [issue] = read.error.issues
  if (issue === undefined) return misfit(above.join("."), "is refused")
  const field = fieldOf(issue, ...above)
  if (issue.code === "unrecognized_keys") return misfit(field, "is not known here")
  return misfit(field === "" ? "the file" : field, whyOf(issue))
}

const isHttp = (given: unknown): boolean =>
  typeof given === "object" &&
  given !== null &&
  ("url" in given || ("type" in given && given.type !== "stdio"))

const reachOf = (name: string, given: unknown, folder: string): Read<Reach> => {
  if (isHttp(given)) {
    const read = parsed(http, given, "mcpServers", name)
    if (!read.ok) return read
    return { ok: true, value: { by: "http", url: read.value.url, headers: read.value.headers } }
  }
  const read = parsed(stdio, given, "mcpServers", name)
  if (!read.ok) return read
  const { command, args, env, cwd = "." } = read.value
  const at = resolve(/* turbopackIgnore: true */ folder, cwd)
  return { ok: true, value: { by: "stdio", command, args, env, cwd: at } }
}

type Environment = { readonly [name: string]: string | undefined }

const serverOf = (
  name: string,
  given: unknown,
  folder: string,
  environment: Environment,
): Read<ServerConfig> => {
  const field = `mcpServers.${name}`
  if (!serverName.test(name))
    return misfit(field, "must be named by up to 40 letters, digits, hyphens and single underscores")
  const reach = reachOf(name, given, folder)
  if (!reach.ok) return reach
  const [inside, found] =
    reach.value.by === "stdio" ? ["env", reach.value.env] : ["headers", reach.value.headers]
  for (const [key, template] of Object.entries(found)) {
    const unset = unsetIn(template, environment)
    if (unset !== undefined) return misfit(`${field}.${inside}.${key}`, `takes ${unset}, which is not set`)
  }
  return { ok: true, value: { name, reach: reach.value } }
}

/** A place as people count: line and column, both from 1. */
const placeOf = (text: string, at: number): string => {
  const before = text.slice(0, at)
  return `line ${before.split("\n").length}, column ${before.length - before.lastIndexOf("\n")}`
}

const jsonOf = (json: string): Read<unknown> => {
  try {
    return { ok: true, value: JSON.parse(json) }
  } catch {
    return misfit(placeOf(json, brokenAt(json)), "is not JSON")
  }
}

const read = (json: string, folder: string, environment: Environment): Read<ToolConfig> => {
  const value = jsonOf(json)
  if (!value.ok) return value
  const file = parsed(whole, value.value)
  if (!file.ok) return file
  const { mcpServers, ...rest } = file.value
  const servers: ServerConfig[] = []
  for (const [name, given] of Object.entries(mcpServers)) {
    const server = serverOf(name, given, folder, environment)
    if (!server.ok) return server
    servers.push(server.value)
  }
  return { ok: true, value: { servers, ...rest } }
}

/**
 * The tools' configuration from JSON text in the shape of `.mcp.json`: `mcpServers`, and beside it `policies`,
 * `maxToolChars` and `timeoutSeconds`. Relative paths are from `folder`, the file's own. Problem `tools-invalid`
 * {file, field, why} for the first place that does not fit; it never holds a value of `env` or `headers`.
 */
export const parseToolConfig = (
  json: string,
  file: string,
  folder: string,
  environment: Environment,
): Outcome<ToolConfig> => {
  const found = read(json, folder, environment)
  return found.ok ? fine(found.value) : refused("tools-invalid", { file, field: found.field, why: found.why })
}

/** Only our own tools, by their own policies. */
export const noServers: ToolConfig = { servers: [], policies: {}, timeoutSeconds: 60 }

/**
 * What the file at a path says; a path that is blank or absent names none. `from`: where the user was.
 * Problems: `tools-unreadable` {file, why}, `tools-invalid` {file, field, why}.
 */
export const readToolConfig = (
  path = "",
  from?: string,
  environment: Environment = process.env,
): Outcome<ToolConfig> => {
  const file = path.trim()
  if (file === "") return fine(noServers)
  const given = givenFile(file, from)
  return given.ok
    ? parseToolConfig(given.text, file, given.folder, environment)
    : refused("tools-unreadable", { file, why: given.why })
}

const kept = globalThis as typeof globalThis & { crossingTools?: Outcome<ToolConfig> } // our own key on the global object

/** The process's tools: read once and kept. */
export const knownToolConfig = (): Outcome<ToolConfig> => {
  kept.crossingTools ??= readToolConfig(process.env.CROSSING_TOOLS, process.env.INIT_CWD)
  return kept.crossingTools
}
