import type { Db } from "#db/connect.ts"
import { allSettings, type Params, type Setting, settingOf } from "#db/settings.ts"
import { readSecretKey } from "#lib/cli/settings.ts"
import type { ParamName } from "#lib/dialect/targets/row.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { fine, type Outcome, type Problem, refused } from "#lib/record/problem.ts"
import { addressOf, baseOf } from "./base-url.ts"
import { isKeyless, variablesOf } from "./key-variables.ts"
import { unseal } from "./sealing.ts"
import { Secret } from "./secret.ts"
import { allTargets, targetNamed } from "./targets.ts"

/** Variables by name, as `process.env` has them. */
export type Environment = { readonly [name: string]: string | undefined }

/**
 * Where a target's key comes from. A stored one goes before the environment's, which `over` names then. `unusable`: there
 * is one, and the problem says why it cannot be used; no other is taken in its place.
 */
export type KeySource =
  | { readonly from: "stored"; readonly over?: string }
  | { readonly from: "environment"; readonly variable: string }
  | { readonly from: "unusable"; readonly isStored: boolean; readonly problem: Problem }
  | { readonly from: "none-needed"; readonly variables: readonly string[] }
  | { readonly from: "missing"; readonly variables: readonly string[] }

/** A target as a page shows how it is used here; no key and no part of one. */
export type Provider = {
  readonly target: string
  readonly label: string
  readonly key: KeySource
  /** Where requests go now, and where the target's row has them go; without a slash at their ends. */
  readonly baseUrl: string
  readonly usualBaseUrl: string
  /** The model where nothing else names one, and the row's own. */
  readonly model: string
  readonly usualModel: string
  readonly params: Params
  /** Tokens of the model's window, where they are known, and the share of them from which on a turn is preceded by a compaction. */
  readonly window?: number
  readonly compactAt?: number
  /** The parameters that its wire has a field for. */
  readonly knows: readonly ParamName[]
  /** The highest temperature it takes. */
  readonly hottest: number
}

/** What a transport needs beside a body. No key: the server asks for none. */
export type Credentials = {
  /** Where requests are posted; `{model}` stands for the model. */
  readonly url: string
  /** The base URL, for whatever else is asked of the provider. */
  readonly baseUrl: string
  readonly auth: Target["auth"]
  readonly key?: Secret
}

type Found = { readonly source: KeySource; readonly key?: Secret }

/** Printable and without spaces, as headers carry it. */
const usable = /^[\x21-\x7e]{1,4096}$/

/** A key as it was given, without space around it. Problem `key-unusable` {place}, which does not repeat it. */
export const readKey = (given: string, place: string): Outcome<Secret> => {
  const text = given.trim()
  return usable.test(text) ? fine(new Secret(text)) : refused("key-unusable", { place })
}

/** The first of a target's variables that is set and not blank. */
const variableSet = (target: Target, environment: Environment): string | undefined =>
  variablesOf(target).find((name) => (environment[name] ?? "").trim() !== "")

const openStored = async (
  { id }: Target,
  sealed: Uint8Array,
  environment: Environment,
): Promise<Outcome<Secret>> => {
  const secretKey = readSecretKey(environment)
  if (!secretKey.ok) return secretKey
  return secretKey.value === undefined
    ? refused("secret-key-needed", { target: id })
    : unseal(secretKey.value, id, sealed)
}

const findKey = async (target: Target, { sealed }: Setting, environment: Environment): Promise<Found> => {
  const variable = variableSet(target, environment)
  if (sealed !== undefined) {
    const stored = await openStored(target, sealed, environment)
    if (!stored.ok) return { source: { from: "unusable", isStored: true, problem: stored.problem } }
    return {
      source: { from: "stored", ...(variable === undefined ? {} : { over: variable }) },
      key: stored.value,
    }
  }
  if (variable === undefined)
    return { source: { from: isKeyless(target) ? "none-needed" : "missing", variables: variablesOf(target) } }
  const given = readKey(environment[variable] ?? "", variable)
  return given.ok
    ? { source: { from: "environment", variable }, key: given.value }
    : { source: { from: "unusable", isStored: false, problem: given.problem } }
}

const providerOf = async (target: Target, setting: Setting, environment: Environment): Promise<Provider> => {
  const { source } = await findKey(target, setting, environment)
  const { id, label, model, params, hottest, window } = target
  return {
    target: id,
    label,
    key: source,
    baseUrl: setting.baseUrl ?? baseOf(target),
    usualBaseUrl: baseOf(target),
    model: setting.model ?? model,
    usualModel: model,
    params: setting.params,
    ...(window === undefined ? {} : { window }),
    ...(setting.compactAt === undefined ? {} : { compactAt: setting.compactAt }),
    knows: Object.keys(params) as ParamName[], // the row's own keys
    hottest,
  }
}

/** How every target is used here, in the order of the targets. */
export const providers = async (
  db: Db,
  environment: Environment = process.env,
): Promise<readonly Provider[]> => {
  const settings = await allSettings(db)
  return Promise.all(
    allTargets().map((target) => providerOf(target, settings.get(target.id) ?? { params: {} }, environment)),
  )
}

/**
 * What a request to a target needs beside its body: the one function that gives a key. Problems: `target-unknown`;
 * `key-missing` {target, variables}; `secret-key-needed`, `secret-key-short`, `key-undecipherable` for one that is stored;
 * `key-unusable` {place} for one of the environment.
 */
export const credentials = async (
  db: Db,
  id: string,
  environment: Environment = process.env,
): Promise<Outcome<Credentials>> => {
  const target = targetNamed(id)
  if (!target.ok) return target
  const setting = await settingOf(db, id)
  const { source, key } = await findKey(target.value, setting, environment)
  if (source.from === "unusable") return { ok: false, problem: source.problem }
  if (source.from === "missing")
    return refused("key-missing", { target: id, variables: source.variables.join(" or ") })
  return fine({
    url: addressOf(target.value, setting.baseUrl),
    baseUrl: setting.baseUrl ?? baseOf(target.value),
    auth: target.value.auth,
    ...(key === undefined ? {} : { key }),
  })
}
