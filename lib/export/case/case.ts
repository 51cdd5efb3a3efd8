import { createHash } from "node:crypto"
import type { Block } from "#lib/record/block.ts"
import type { Entry, EntryOf, Failure, Header, Message, Tool } from "#lib/record/entry.ts"
import { objectsOf } from "#lib/record/log.ts"
import type { RecordLog, StoredObject } from "#lib/record/record.ts"
import { unreachable } from "#lib/unreachable.ts"
import { objectStandIn } from "./picture.ts"
import { type CaseWords, caseWords } from "./words.ts"

/** A record that shows the same as another and says nothing of it, with the objects that it names. */
export type Case = { readonly record: RecordLog; readonly objects: readonly StoredObject[] }

/** What stands for what in one case. */
type Standing = CaseWords & {
  /** An object's digest. */
  readonly object: (sha256: string) => string
  readonly at: (at: string | null) => string | null
}

const epoch = Date.UTC(2000, 0, 1)

/** Times keep their distances; the first is the beginning of the year 2000. */
const clock = (entries: readonly Entry[]): Standing["at"] => {
  const first = entries.find(({ at }) => at !== null)?.at ?? null
  const start = first === null ? 0 : Date.parse(first)
  return (at) => (at === null ? null : new Date(epoch + Date.parse(at) - start).toISOString())
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex")

const native = <Given extends Block>(given: Given, { native: of }: CaseWords): Given =>
  given.native === undefined
    ? given
    : { ...given, native: { api: given.native.api, json: of(given.native.json) } }

const sealed = <Given extends Extract<Block, { readonly kind: "text" | "reasoning" | "tool-call" }>>(
  given: Given,
  { text }: CaseWords,
): Given => {
  const { proof, itemId } = given
  return {
    ...given,
    ...(itemId === undefined ? {} : { itemId: text(itemId) }),
    ...(proof === undefined
      ? {}
      : {
          proof: {
            kind: proof.kind,
            value: text(proof.value),
            ...(proof.id === undefined ? {} : { id: text(proof.id) }),
          },
        }),
  }
}

const placed = <Given extends Extract<Block, { readonly kind: "image" | "file" }>>(
  given: Given,
  { text, object }: Standing,
): Given => ({
  ...given,
  ...(given.object === undefined ? {} : { object: object(given.object) }),
  ...(given.url === undefined ? {} : { url: text(given.url) }),
  ...(given.name === undefined ? {} : { name: text(given.name) }),
})

const blockOf = <Given extends Block>(given: Given, by: Standing): Given => native(contentOf(given, by), by)

/** A block's own fields; generic, so that what stands in a result stays what may stand there. */
const contentOf = <Given extends Block>(given: Given, by: Standing): Given => {
  const block: Block = given
  const made = ((): Block => {
    switch (block.kind) {
      case "text":
      case "reasoning":
        return sealed({ ...block, text: by.text(block.text) }, by)
      case "tool-call":
        return sealed(
          {
            ...block,
            callId: by.text(block.callId),
            name: by.name(block.name),
            arguments: by.text(block.arguments),
          },
          by,
        )
      case "tool-result":
        return {
          ...block,
          callId: by.text(block.callId),
          name: by.name(block.name),
          content: block.content.map((inner) => blockOf(inner, by)),
        }
      case "image":
      case "file":
        return placed(block, by)
      case "opaque":
        return { ...block, json: by.native(block.json) }
      default:
        return unreachable(block)
    }
  })()
  return made as Given // of the same kind
}

/** Labels that a projection reads. */
const labels = new Set(["as-sent", "continue"])

const messageOf = (entry: Message, by: Standing): Message => {
  const { speaker, maker, responseId } = entry
  return {
    ...entry,
    speaker: {
      kind: speaker.kind,
      ...(speaker.name === undefined ? {} : { name: by.text(speaker.name) }),
      ...(speaker.label === undefined
        ? {}
        : { label: labels.has(speaker.label) ? speaker.label : by.text(speaker.label) }),
    },
    ...(responseId === undefined ? {} : { responseId: by.text(responseId) }),
    ...(maker?.account === undefined ? {} : { maker: { ...maker, account: by.text(maker.account) } }),
    blocks: entry.blocks.map((block) => blockOf(block, by)),
  }
}

const toolOf = ({ name, description, inputSchema }: Tool, by: CaseWords): Tool => ({
  name: by.name(name),
  ...(description === undefined ? {} : { description: by.text(description) }),
  inputSchema: by.schema(inputSchema),
})

const paramsOf = (params: Header["params"], by: CaseWords): Header["params"] => {
  const { stop, toolChoice, extra } = params
  return {
    ...params,
    ...(stop === undefined ? {} : { stop: stop.map(by.text) }),
    ...(typeof toolChoice === "object" ? { toolChoice: { tool: by.name(toolChoice.tool) } } : {}),
    ...(extra === undefined ? {} : { extra: by.native(extra) }),
  }
}

const headerOf = (entry: Header, by: CaseWords): Header => {
  const { system, tools, principal, target } = entry
  return {
    ...entry,
    ...(target.account === undefined ? {} : { target: { ...target, account: by.text(target.account) } }),
    params: paramsOf(entry.params, by),
    ...(system === undefined ? {} : { system: by.text(system) }),
    ...(tools === undefined ? {} : { tools: tools.map((tool) => toolOf(tool, by)) }),
    ...(principal === undefined
      ? {}
      : {
          principal: {
            agent: by.text(principal.agent),
            account: by.text(principal.account),
            uid:
              typeof principal.uid === "string"
                ? by.text(principal.uid)
                : Number(by.text(`${principal.uid}`)),
            expectedAccount: by.text(principal.expectedAccount),
            mode: principal.mode,
            node: by.text(principal.node),
            drift: typeof principal.drift === "string" ? by.text(principal.drift) : principal.drift,
          },
        }),
  }
}

const failed = <Given extends { readonly error?: Failure }>(entry: Given, { text }: CaseWords): Given =>
  entry.error === undefined
    ? entry
    : { ...entry, error: { ...entry.error, message: text(entry.error.message) } }

const permissionOf = (entry: EntryOf<"permission">, { text }: CaseWords): Entry => ({
  ...entry,
  callId: text(entry.callId),
  by: text(entry.by),
  ...(entry.risk === undefined ? {} : { risk: text(entry.risk) }),
})

const contentOfEntry = (entry: Entry, by: Standing): Entry => {
  switch (entry.kind) {
    case "message":
      return messageOf(entry, by)
    case "header":
      return headerOf(entry, by)
    case "turn":
    case "step":
    case "attempt":
      return failed(entry, by)
    case "permission":
      return permissionOf(entry, by)
    case "sent":
      return { ...entry, sha256: digest(`sent ${entry.seq}`) }
    case "compaction":
      return { ...entry, summary: by.text(entry.summary) }
    case "replacement":
      return { ...entry, with: blockOf(entry.with, by) }
    case "rewind":
    case "undo":
      return entry
    case "unread":
      return { ...entry, raw: by.text(entry.raw), why: by.text(entry.why) }
    default:
      return unreachable(entry)
  }
}

const entryOf = (entry: Entry, by: Standing): Entry => {
  const { origin: _, ...made } = contentOfEntry(entry, by)
  return { ...made, id: `e${entry.seq}`, at: by.at(entry.at) }
}

/** Stand-ins of the objects that entries name; one that the store lacks is lacking in the case too. */
const objectsFor = (
  entries: readonly Entry[],
  objects: (sha256: string) => StoredObject | undefined,
): { readonly names: ReadonlyMap<string, string>; readonly made: readonly StoredObject[] } => {
  const names = new Map<string, string>()
  const made = new Map<string, StoredObject>()
  for (const sha256 of entries.flatMap(({ origin: _, ...entry }) => objectsOf(entry as Entry))) {
    if (names.has(sha256)) continue
    const stored = objects(sha256)
    const stand = stored === undefined ? undefined : objectStandIn(stored)
    names.set(sha256, stand?.sha256 ?? digest(`missing ${names.size}`))
    if (stand !== undefined) made.set(stand.sha256, stand)
  }
  return { names, made: [...made.values()] }
}

/**
 * A case of a record: the same kinds, roles, order, lengths and structure, with placeholders for all that was said, and
 * without its source. Contract: for every target its projection has the same crossings, each with the same reason.
 */
export const caseOf = (
  { header, entries }: RecordLog,
  objects: (sha256: string) => StoredObject | undefined,
): Case => {
  const { names, made } = objectsFor(entries, objects)
  const words = caseWords()
  const at = clock(entries)
  const by: Standing = { ...words, object: (sha256) => names.get(sha256) ?? sha256, at }
  const title = header.title === undefined ? {} : { title: words.text(header.title) }
  return {
    record: {
      header: { kind: "record", version: header.version, id: "case", ...title, createdAt: null },
      entries: entries.map((entry) => entryOf(entry, by)),
    },
    objects: made,
  }
}
