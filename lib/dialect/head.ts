import type { Header } from "#lib/record/entry.ts"
import type { Reason } from "#lib/wire/reason.ts"
import { type Claim, nothing, type Piece, quoted, raw } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"
import type { Context } from "./context.ts"
import { members } from "./members.ts"
import { namesModel } from "./model.ts"
import { standing } from "./native.ts"
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

/** The members of the header's `extra`, verbatim, for its own dialect only; a field that is written already is refused. */
export const extraFields = (context: Context, taken: ReadonlySet<string>): readonly Field[] => {
  const { header, target } = context
  const extra = header?.params.extra
  if (header === undefined || extra === undefined) return []
  const path = "/params/extra"
  if (header.target.dialect !== target.dialect) return [droppedField(header, path, "param-unknown")]
  const found = standing(extra) === undefined ? undefined : members(extra)
  if (found === undefined) return [droppedField(header, path, "param-refused")]
  const seen = new Set(taken)
  return found.map(({ key, json }): Field => {
    const at = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`
    if (seen.has(key)) return droppedField(header, at, "param-refused")
    seen.add(key)
    return [key, raw(json, fromHeader(header, at))]
  })
}
