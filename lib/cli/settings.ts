import { z } from "zod"
import { Secret } from "#lib/live/secret.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** What the environment says about how this process is reached and how much it takes. Read again at each use: a test or a parent may set it late. */
export type Settings = {
  /** Address to listen on; loopback unless the user says otherwise. */
  readonly host: string
  readonly port: number
  /** Demanded of every request where set; never logged, never sent. */
  readonly token?: string
  /** What keys of providers are encrypted with at rest; without it none is stored. */
  readonly secretKey?: Secret
  /** Bytes of one imported file. */
  readonly maxImportBytes: number
}

type Environment = { readonly [name: string]: string | undefined }

const port = z.coerce.number<string>().int().min(0).max(65_535)
const bytes = z.coerce.number<string>().int().positive()
/** A host name or an address, without port, path or scheme. */
const host = z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/)

const defaults = { host: "127.0.0.1", port: 3000, maxImportBytes: 2_147_483_648 } as const

/** A set but blank variable says nothing. */
const stated = (environment: Environment, name: string): string | undefined => {
  const value = environment[name]?.trim()
  return value === "" ? undefined : value
}

const taken = <Value>(
  environment: Environment,
  name: string,
  schema: z.ZodType<Value, string>,
  otherwise: Value,
): Outcome<Value> => {
  const value = stated(environment, name)
  if (value === undefined) return fine(otherwise)
  const parsed = schema.safeParse(value)
  return parsed.success ? fine(parsed.data) : refused("setting-invalid", { name, value })
}

/** Names and addresses by which a machine reaches only itself. A trailing dot and brackets of IPv6 make no difference. */
export const isLoopback = (name: string): boolean => {
  const plain = name
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
  return (
    plain === "localhost" ||
    plain.endsWith(".localhost") ||
    plain === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(plain)
  )
}

/** Addresses that mean "all of this machine's". */
export const isWildcard = (name: string): boolean => name === "0.0.0.0" || name === "::"

/** The shortest SECRET_KEY, in characters: what is shorter is guessed. */
const leastSecret = 16

/** SECRET_KEY, undefined where it is unset or blank. Refused: `secret-key-short` (least), which never repeats it. */
export const readSecretKey = (environment: Environment): Outcome<Secret | undefined> => {
  const text = stated(environment, "SECRET_KEY")
  if (text === undefined) return fine(undefined)
  return text.length < leastSecret
    ? refused("secret-key-short", { least: leastSecret })
    : fine(new Secret(text))
}

/**
 * The settings of an environment. Refused: `setting-invalid` (name, value) for a variable that cannot be read,
 * `token-needed` (host) where the address is open to others and no ACCESS_TOKEN guards it, `secret-key-short`.
 */
export const readSettings = (environment: Environment): Outcome<Settings> => {
  const address = taken(environment, "HOST", host, defaults.host)
  if (!address.ok) return address
  const number = taken(environment, "PORT", port, defaults.port)
  if (!number.ok) return number
  const limit = taken(environment, "MAX_IMPORT_BYTES", bytes, defaults.maxImportBytes)
  if (!limit.ok) return limit
  const secretKey = readSecretKey(environment)
  if (!secretKey.ok) return secretKey
  const token = stated(environment, "ACCESS_TOKEN")
  if (token === undefined && !isLoopback(address.value))
    return refused("token-needed", { host: address.value })
  return fine({
    host: address.value,
    port: number.value,
    maxImportBytes: limit.value,
    ...(token === undefined ? {} : { token }),
    ...(secretKey.value === undefined ? {} : { secretKey: secretKey.value }),
  })
}

/** Where a browser finds a server that listens so. */
export const addressOf = (settings: { readonly host: string; readonly port: number }): string => {
  const name = isWildcard(settings.host) ? "127.0.0.1" : settings.host
  return `http://${name.includes(":") ? `[${name}]` : name}:${settings.port}`
}
