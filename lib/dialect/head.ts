import type { Header } from "#lib/record/entry.ts"
import type { Reason } from "#lib/wire/reason.ts"
import { array, type Claim, nothing, type Piece, quoted, type Run, raw, token } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"
import type { Context } from "./context.ts"
import { members } from "./members.ts"
import { namesModel } from "./model.ts"
import { standing } from "./native.ts"
import type { ParamName } from "./targets/row.ts"
import type { Target } from "./targets.ts"
import { gap } from "./text.ts"
import { clean } from "./unicode.ts"

export type Field = readonly [key: string, piece: Piece]

/** Claims of pieces that come from the header in force. */
export const fromHeader = (header: Header, path: string, reason?: Reason): Claim =>
  reason === undefined
    ? { how: "carried", from: { header: header.seq, path } }
    : { how: "altered", reason, from: { header: header.seq, path } }

/** A header field that does not cross. It stands nowhere, so its key is of no matter. */
export const droppedField = (header: Header, path: string, reason: Reason): Field => [
  "",
  nothing({ how: "dropped", reason, from: { header: header.seq, path } }),
]

/** The model of the wire, with where its name came from. */
export const modelField = ({ model, header, target }: Context): Field => {
  const named = header !== undefined && namesModel(header, target) && header.target.model === model
  return ["model", quoted(model, named ? fromHeader(header, "/target/model") : made("model-of-maker"))]
}

/** A parameter's JSON text, and why it is not the stored value. */
export type Valued = { readonly json: string; readonly reason?: Reason }

/** A number within what the target takes; one outside is clamped. */
export const within = (value: number | undefined, least: number, most: number): Valued | undefined => {
  if (value === undefined) return undefined
  const inside = Math.min(most, Math.max(least, value))
  return inside === value
    ? { json: JSON.stringify(value) }
    : { json: JSON.stringify(inside), reason: "param-refused" }
}

/** A value as its JSON text, where there is one. */
export const asJson = (value: unknown): Valued | undefined =>
  value === undefined ? undefined : { json: JSON.stringify(value) }

/** Parameters under the keys of the wire, those that the header holds. */
export const valuedFields = (
  header: Header,
  list: readonly (readonly [key: string, path: string, value: Valued | undefined])[],
): readonly Field[] =>
  list.flatMap(([key, path, value]): readonly Field[] =>
    value === undefined ? [] : [[key, raw(value.json, fromHeader(header, path, value.reason))]],
  )

/** How a dialect writes parameters that its rows name the field of. */
export type ParamValues = {
  readonly [Name in ParamName]?: (params: Header["params"], target: Target) => Valued | undefined
}

/** The parameters of a table in its order; one that the row has no field for is dropped. */
export const namedParams = (values: ParamValues, { target }: Context, header: Header): readonly Field[] =>
  Object.entries(values).flatMap(([name, of]): readonly Field[] => {
    const value = of(header.params, target)
    if (value === undefined) return []
    const path = `/params/${name}`
    const key = target.params[name as ParamName] // a key of the table
    return key === undefined
      ? [droppedField(header, path, "param-unknown")]
      : valuedFields(header, [[key, path, value]])
  })

/** A parameter that stands only beside tools (`openai-chat/parallel`). */
const besideTools = (header: Header, key: string, path: string, json: string): Field =>
  (header.tools ?? []).length > 0
    ? [key, raw(json, fromHeader(header, path))]
    : droppedField(header, path, "param-refused")

/** The choice of a tool and whether calls may be parallel; `named` writes the choice of one tool from its name's JSON text. */
export const toolChoice = (
  { names, target }: Context,
  header: Header,
  named: (name: string) => string,
): readonly Field[] => {
  const { toolChoice: choice, parallel } = header.params
  const fields: Field[] = []
  if (choice !== undefined) {
    const json =
      typeof choice === "object" ? named(JSON.stringify(names(choice.tool))) : JSON.stringify(choice)
    fields.push(besideTools(header, "tool_choice", "/params/toolChoice", json))
  }
  if (parallel !== undefined) {
    const path = "/params/parallel"
    const key = target.params.parallel
    fields.push(
      key === undefined
        ? droppedField(header, path, "param-unknown")
        : besideTools(header, key, path, String(parallel)),
    )
  }
  return fields
}

/** The system text as stored, cleaned; undefined where it is absent or blank. */
export const systemText = (
  header: Header | undefined,
): { readonly text: string; readonly claim: Claim } | undefined => {
  if (header?.system === undefined || header.system.trim() === "") return undefined
  const text = clean(header.system)
  return {
    text,
    claim: fromHeader(header, "/system", text === header.system ? undefined : "unicode-replaced"),
  }
}

/** The principal's text, from the facts of the header in force; unchanged facts give unchanged words. */
export const principalText = (header: Header | undefined): string | undefined => {
  const facts = header?.principal
  if (facts === undefined) return undefined
  const { agent, account, uid, node, mode, expectedAccount, drift } = facts
  const who = `[Principal] You act as agent ${agent} under account ${account} (uid ${uid}) on ${node}.`
  const borrowed = ` This authority is borrowed: it belongs to ${expectedAccount}, not to you. Do nothing with it that its owner did not ask for.`
  const drifted =
    drift === false || drift === ""
      ? ""
      : ` The account differs from the one expected${drift === true ? "" : `: ${drift}`}.`
  return clean(who + (mode === "borrowed" ? borrowed : "") + drifted)
}

/** The system area as runs of one text, the principal last; empty where there is none. */
export const systemRuns = (header: Header | undefined): readonly Run[] => {
  const text = systemText(header)
  const principal = principalText(header)
  const list: Run[] = text === undefined ? [] : [text]
  if (principal !== undefined)
    list.push({ text: principal, claim: made("principal"), ...(text === undefined ? {} : { gap }) })
  return list
}

/** A stored system text that is blank, as what was dropped. */
export const blankSystem = (header: Header | undefined): readonly Field[] =>
  header?.system !== undefined && systemText(header) === undefined
    ? [droppedField(header, "/system", "text-blank")]
    : []

/** A tool's schema as JSON text: as stored where it is an object, else an open one. */
export const schemaText = (stored: string): { readonly json: string; readonly reason?: Reason } =>
  standing(stored) === undefined ? { json: '{"type":"object"}', reason: "schema-replaced" } : { json: stored }

/**
 * The declared tools, each under its wire name; of two with one name the first stays. `shape` makes a tool's JSON from
 * JSON texts: its name, its description and its schema.
 */
export const toolPieces = (
  context: Context,
  shape: (name: string, description: string | undefined, schema: string) => string,
): readonly Piece[] => {
  const { header, names } = context
  const seen = new Set<string>()
  return (header?.tools ?? []).map((tool, index): Piece => {
    const path = `/tools/${index}`
    const name = names(tool.name)
    if (header === undefined || seen.has(name))
      return nothing({ how: "dropped", reason: "tool-repeated", from: { header: header?.seq ?? 0, path } })
    seen.add(name)
    const schema = schemaText(tool.inputSchema)
    const description = tool.description === undefined ? undefined : clean(tool.description)
    const unicode = description === tool.description ? undefined : "unicode-replaced"
    const renamed = name === tool.name ? undefined : "tool-renamed"
    const json = shape(
      JSON.stringify(name),
      description === undefined ? undefined : JSON.stringify(description),
      schema.json,
    )
    return raw(json, fromHeader(header, path, renamed ?? schema.reason ?? unicode))
  })
}

/** The declared tools as a list of their own; `shape` as for `toolPieces`. */
export const toolsField = (context: Context, shape: Parameters<typeof toolPieces>[1]): readonly Field[] => {
  const pieces = toolPieces(context, shape)
  return pieces.length === 0 ? [] : [["tools", array(pieces)]]
}

/** A tool in the form of OpenAI Chat Completions. */
export const chatTool = (name: string, description: string | undefined, schema: string): string =>
  `{"type":"function","function":{"name":${name}${description === undefined ? "" : `,"description":${description}`},"parameters":${schema}}}`

/** Fields with those of the header's `extra` behind them; `history` is the key of the history list. */
export const withExtra = (context: Context, fields: readonly Field[], history: string): readonly Field[] => [
  ...fields,
  ...extraFields(context, new Set([...fields.map(([key]) => key), history])),
]

/** The members of the header's `extra`, verbatim, for its own dialect only; a field that is written already is refused. */
const extraFields = (context: Context, taken: ReadonlySet<string>): readonly Field[] => {
  const { header, target } = context
  const extra = header?.params.extra
  if (header === undefined || extra === undefined) return []
  const path = "/params/extra"
  if (header.target.dialect !== target.dialect) return [droppedField(header, path, "param-unknown")]
  const found = standing(extra) === undefined ? undefined : members(extra)
  if (found === undefined) return [droppedField(header, path, "param-refused")]
  const seen = new Set(taken)
  return found.map(({ key, json }): Field => {
    const at = `${path}/${token(key)}`
    if (seen.has(key)) return droppedField(header, at, "param-refused")
    seen.add(key)
    return [key, raw(json, fromHeader(header, at))]
  })
}
